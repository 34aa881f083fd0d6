/** mocha 10 to 12: it takes one reporter alone, so ours comes by `--require`, before what its config names. */
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { parseJson } from '../../base/text/parse-json.ts';
import { extendJson, extendLists, PLACE, settingsOf } from '../settings-text.ts';
import type { Extension } from '../runner-facts.ts';
import { appendArguments } from '../command/find-program.ts';
import { placeReporter, withEndings } from '../runner-places.ts';
import type { Runner } from '../runner.ts';
import { selectFiles } from '../command/select-files.ts';

/** mocha requires what its config names after our reporter, in the process of the tests. */
const KEYS = new Set('color colors extension file ignore recursive require slow spec timeout ui'.split(' '));

const isPlain = (config: unknown): boolean =>
  typeof config === 'object' && config !== null && Object.keys(config).every((key) => KEYS.has(key));

/** Code in a config, and what Node preloads, would run before our reporter. */
const isPlainMochaJson = (text: string): boolean => isPlain(parseJson(text));

/** A directive would change how the rest is read. */
const isPlainMochaYaml = (text: string): boolean => !/^%/m.test(text) && isPlain(parseYaml(text));

const parseYaml = (text: string): unknown => {
  try {
    return parse(text);
  } catch {
    return null;
  }
};

const extendMochaJson = extendJson('spec');

/** Anchors, tags, directives and merged keys are not read the same by every parser. */
const STRANGE = /^%|<<|[&!]/m;

const extendMochaYaml = (before: string, after: string): Extension => {
  const read = (text: string) => (STRANGE.test(text) ? null : settingsOf(parseYaml(text)));
  return extendLists(read(before), read(after), { spec: PLACE });
};

const REPORTER = fileURLToPath(placeReporter('mocha/mocha.mjs'));

const CONFIGS = withEndings(['.mocharc'], ['js', 'cjs', 'mjs', 'json', 'jsonc', 'yaml', 'yml']);

/** Some are of Node, which it hands on. */
const WITH_VALUE = (
  '--config --package -r --require --import --loader --experimental-loader --env-file -C --conditions -n --node-option ' +
  '--file --ignore --exclude --extension -g --grep -f --fgrep -R --reporter -O --reporter-option --reporter-options ' +
  '-u --ui -t --timeout --timeouts -s --slow --retries -j --jobs --global --globals --watch-files --watch-ignore'
).split(' ');

export const mochaRunner: Runner = {
  report: 'file',
  tested: { package: 'mocha', from: 10, to: 12 },
  // mocha looks for the files before it makes a runner.
  saysNoTests: (said) => /^Error: No test files found/m.test(said),
  isFoundIn: ({ program }) => program === 'mocha' || program === '_mocha',
  select: (command, files, folder) => selectFiles(command, files, folder, { withValue: WITH_VALUE }),
  detect: {
    package: 'mocha',
    // When node runs its own tests, mocha may be the name of a folder.
    isInScript: (words) => words.includes('mocha') && !words.includes('--test'),
    drops: { failFast: ['--bail', '-b'] },
    overrule: { files: CONFIGS, says: /^\s*"?bail"?\s*:\s*true\b/m, option: '--no-bail' },
    command: () => ['npx', 'mocha'],
  },
  frozen: {
    everywhere: CONFIGS,
    above: CONFIGS,
    variables: ['MOCHA_\\w+'],
    settings: /\S/,
    setUp: {
      '.mocharc.json': isPlainMochaJson,
      '.mocharc.jsonc': isPlainMochaJson,
      '.mocharc.yaml': isPlainMochaYaml,
      '.mocharc.yml': isPlainMochaYaml,
      'package.json#mocha': isPlainMochaJson,
    },
    extend: {
      '.mocharc.json': extendMochaJson,
      '.mocharc.jsonc': extendMochaJson,
      '.mocharc.yaml': extendMochaYaml,
      '.mocharc.yml': extendMochaYaml,
      'package.json#mocha': extendMochaJson,
    },
    member: 'mocha',
    keys: ['require', 'import', 'loader', 'file', 'extends', 'reporter'],
    options: ['r', 'require', 'import', 'loader', 'config'],
    packages: /^mocha$/,
    programs: ['mocha'],
  },
  tests: {
    modules: { script: ['mocha'] },
    asked: { script: [String.raw`\bMOCHA_\w+`, String.raw`\btypeof\s+mocha\b`] },
  },
  marks: ['MOCHA_WORKER_ID'],
  prepare: (command, workspace) => ({
    command: appendArguments(command, [`--require=${REPORTER}`], workspace),
    env: {},
  }),
};
