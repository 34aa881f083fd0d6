import { describe, expect, test } from 'vitest';
import { leaveScriptSettings } from '../../src/runners/settings-text.ts';
import { readTestSettings } from '../../src/evidence/integrity/frozen-settings.ts';

describe('the settings of npm that may change how scripts run', () => {
  test.each([
    'script-shell=/bin/bash',
    'node-options=--import ./a.mjs',
    'ignore-scripts=true',
    '"node-options"=--import ./a.mjs',
    'node-options',
    'omit[]=dev',
    'prefix=elsewhere',
    '${NAME}=true',
    '//host/${NAME}:_authToken=a',
    'a-key-that-nobody-knows=1',
    '[section]',
  ])('include %s', (line) => {
    expect(leaveScriptSettings(`save-exact=true\r${line}\n`)).toBe(line);
  });

  test.each([
    '',
    '# node-options=a\n; omit=dev\n',
    'save-exact=true\nregistry = https://example.org/\n@a:registry=https://example.org/\n',
    '//example.org/:_authToken=${TOKEN}\n',
    'engine-strict=true\nloglevel=warn\nauto-install-peers=true\n',
  ])('include nothing of %j', (text) => {
    expect(leaveScriptSettings(text)).toBe('');
  });
});

/** Whether the part that is frozen differs. */
const isHeld = (file: string, before: string, after: string): boolean =>
  readTestSettings(file, before) !== readTestSettings(file, after);

const PYPROJECT = '[project]\nname = "a"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n';
const CARGO = '[package]\nname = "a"\n\n[dependencies]\nx = "1"\n';
const TESTED = `${CARGO}[dev-dependencies]\nz = { path = "a" }\n`;
const GO = 'module a\n\ngo 1.22\n\nrequire (\n\tx v1\n)\n';

describe('what is held of a file that configures tests among other things', () => {
  test.each([
    ['an option of pytest', 'pyproject.toml', PYPROJECT, PYPROJECT.replace('-q', '-q --co')],
    ['a table of pytest that appears', 'pyproject.toml', '[project]\n', `[project]\n${PYPROJECT}`],
    ['the same under a header with blanks', 'pyproject.toml', '[project]\n', '[project]\n[ tool . pytest ]\n'],
    ['the same as a dotted key', 'pyproject.toml', '', 'tool.pytest.ini_options.addopts = "--co"\n'],
    [
      'a plugin that is registered',
      'pyproject.toml',
      PYPROJECT,
      `${PYPROJECT}[project.entry-points.pytest11]\nx = "x"\n`,
    ],
    ['a list that looks like a header', 'pyproject.toml', '[project]\n', '[project]\nx = [\n["tool.pytest"]\n]\n'],
    [
      'a section of pytest',
      'setup.cfg',
      '[metadata]\nname = a\n',
      '[metadata]\nname = a\n[tool:pytest]\naddopts = -q\n',
    ],
    ['tests that are switched off', 'Cargo.toml', CARGO, CARGO.replace('name', 'autotests = false\nname')],
    ['another crate in the place of one that tests ask', 'Cargo.toml', TESTED, TESTED.replace('a" }', 'b" }')],
    ['the same in a table of its own', 'Cargo.toml', CARGO, `${CARGO}[dev-dependencies.z]\npath = "z"\n`],
    ['another module in the place of one', 'go.mod', GO, `${GO}replace x => ./x\n`],
    ['one after the requirements are closed', 'go.mod', GO, `${GO}require y v1\nreplace y => ./y\n`],
  ])('includes %s', (_what, file, before, after) => expect(isHeld(file, before, after)).toBe(true));

  test.each([
    ['a dependency', 'pyproject.toml', PYPROJECT, PYPROJECT.replace('"a"', '"a"\ndependencies = ["x"]')],
    ['settings of a linter', 'pyproject.toml', PYPROJECT, `${PYPROJECT}[tool.ruff.lint]\nselect = ["E"]\n`],
    ['a header with a comment', 'pyproject.toml', PYPROJECT, `${PYPROJECT}[tool.ruff] # lint\nselect = ["E"]\n`],
    ['a version', 'setup.cfg', '[metadata]\nversion = 1\n', '[metadata]\nversion = 2\n'],
    ['a dependency', 'Cargo.toml', CARGO, `${CARGO}y = "2"\n[dev-dependencies.z]\nversion = "1"\n`],
    ['a crate of the same repository', 'Cargo.toml', CARGO, `${CARGO}y = { path = "y" }\n`],
    ['a requirement', 'go.mod', GO, GO.replace('x v1', 'x v2\n\ty v1')],
    ['blank lines', 'Cargo.toml', CARGO, CARGO.replaceAll('\n', '\n\n')],
  ])('leaves %s to the agent (%s)', (_what, file, before, after) => expect(isHeld(file, before, after)).toBe(false));
});
