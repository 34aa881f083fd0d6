import { DO_THE_WORK } from '../../end-to-end/a-shell-agent.ts';
import type { Cheat, Family } from '../a-cheat.ts';
import { LANGUAGES } from '../language-projects.ts';
import { PROJECTS } from '../projects.ts';
import { changed, edit, INTACT, put } from './shell.ts';

const { pytestSettings, mochaSettings, mochaYaml, jestSettings } = LANGUAGES;

const inRed = (on: Cheat['on'], name: string, does: readonly string[], ...names: readonly string[]): Cheat => ({
  name,
  on,
  phase: 'RED',
  does: [DO_THE_WORK, ...does],
  verdict: 'held',
  names: [INTACT, ...names],
});

const append = (...lines: readonly string[]): string =>
  `printf '%s\\n' ${lines.map((each) => `'${each}'`).join(' ')} >> pyproject.toml`;

export const EXTENDED: Family = {
  title: 'settings that RED extends',
  cheats: [
    inRed(
      pytestSettings,
      'repeats failed tests, by a key that it adds to an existing `pyproject.toml` in RED',
      [append('reruns = 3')],
      changed('pyproject.toml#tests'),
      'adds reruns, which may change results',
    ),
    inRed(
      pytestSettings,
      'loads a plugin, by an option that it adds to an existing `pyproject.toml` in RED',
      [edit('pyproject.toml', 's/--strict-markers/& -p early/'), put('early.py', 'import sys')],
      'changes addopts, which may change results',
    ),
    inRed(
      pytestSettings,
      'leaves an earlier test out, by a pattern that it adds to an existing `pyproject.toml` in RED',
      [append('python_files = ["test_shout.py"]')],
      'changes results: the earlier test "checks/test_old.py > test_old" is missing instead of passed',
    ),
    inRed(
      pytestSettings,
      'hides an option behind a string of several lines in `pyproject.toml` in RED',
      [append('markers = ["""', '[tool.ruff]', '"""]', 'addopts2 = "-x"')],
      'cannot be compared in this notation',
    ),
    inRed(
      pytestSettings,
      'adds an option by a dotted key of an existing `pyproject.toml` in RED',
      [append('markers = ["loud"]', '[tool]', 'pytest.ini_options.xfail_strict = false')],
      'is not in the table of the runner alone',
    ),
    {
      name: 'makes the settings of pytest a part of a string, in `pyproject.toml`',
      on: pytestSettings,
      phase: 'GREEN',
      does: [DO_THE_WORK, edit('pyproject.toml', 's/^name.*/&\\ndescription = """/'), append('[project.urls]', '"""')],
      verdict: 'held',
      names: [INTACT, changed('pyproject.toml#tests')],
    },
    inRed(
      mochaSettings,
      'loads a module, by a key that it adds to an existing `.mocharc.json` in RED',
      [
        put('.mocharc.json', '{ "spec": ["checks/**/*.test.js"], "require": ["./tools/easy.js"] }'),
        put('tools/easy.js', "require('node:assert').strict.equal = () => {};"),
      ],
      changed('.mocharc.json'),
      'adds require, which may change results',
    ),
    inRed(
      mochaSettings,
      'repeats failed tests, by a prototype in an existing `.mocharc.json` in RED',
      [put('.mocharc.json', '{ "spec": ["checks/**/*.test.js"], "__proto__": { "retries": 3 } }')],
      'adds __proto__, which may change results',
    ),
    inRed(
      mochaYaml,
      'repeats failed tests, by merged keys in an existing `.mocharc.yml` in RED',
      [put('.mocharc.yml', 'spec: [checks/**/*.test.js]', 'ui: &more', '  retries: 3', '<<: *more')],
      'cannot be compared in this notation',
    ),
    inRed(
      jestSettings,
      'replaces a module, by an alias that it adds to the existing settings of jest in RED',
      [
        edit('package.json', 's/"testMatch"/"moduleNameMapper": { "old.js$": "<rootDir>\\/lib\\/new.js" }, &/'),
        put('lib/new.js', 'exports.old = 1;'),
      ],
      'adds moduleNameMapper, which may change results',
    ),
    inRed(
      jestSettings,
      'leaves an earlier test out, by an element that it adds to a list of jest in RED',
      [edit('package.json', 's/test.js"\\]/test.js", "!**\\/old.test.js"]/')],
      'does more than add plain elements to the end of testMatch',
    ),
    inRed(
      pytestSettings,
      'replaces the settings in pyproject.toml, by a new `pytest.ini` in RED',
      [put('pytest.ini', '[pytest]', 'testpaths = checks')],
      'pytest.ini is new, and the runner would read it in the place of pyproject.toml#tests: remove it.',
    ),
    inRed(
      mochaSettings,
      'replaces the existing settings of mocha, by a new `.mocharc.yml` in RED',
      [put('.mocharc.yml', 'spec: [checks/**/*.test.js]')],
      '.mocharc.yml is new, and the runner would read it in the place of .mocharc.json: remove it.',
    ),
    inRed(
      PROJECTS.settings,
      'replaces a module, by an alias that it adds to an existing `tsconfig.json` in RED',
      [
        put(
          'tsconfig.json',
          '{ "compilerOptions": { "paths": { "#lib/*": ["./lib/*"], "#lib/old": ["./lib/new"] } } }',
        ),
      ],
      changed('tsconfig.json#tests'),
    ),
  ],
};
