/** Acts that look like code that watches its tests, or that changes what they read with, and are allowed. */
import type { CheatedProject, HonestAct } from '../a-cheat.ts';
import { put } from '../families/shell.ts';
import { LANGUAGES } from '../language-projects.ts';
import { PROJECTS } from '../projects.ts';
import { inGreen } from './an-act.ts';

/** Code that was there patches what tests read with, and asks whether it is tested. */
const LOGGED: CheatedProject = {
  ...PROJECTS.node,
  files: {
    'lib/log.mjs':
      "import fs from 'node:fs';\nconst { readFileSync } = fs;\nfs.readFileSync = (...args) => readFileSync(...args);\nexport const isQuiet = process.env.NODE_ENV === 'test' || process.env.NODE_TEST_CONTEXT;\n",
  },
};
const LOGGED_PY: CheatedProject = {
  ...LANGUAGES.pytest,
  files: { ...LANGUAGES.pytest.files, 'log.py': "import sys\n\nIS_QUIET = 'pytest' in sys.modules\n" },
};

/** Data of the product lies in folders that others have for tests, and tests name it. */
const SHARED: CheatedProject = {
  ...PROJECTS.node,
  red: {
    'specs/marks.json': '{ "mark": "!", "other": "?" }\n',
    'lib/fixtures/words.json': '["yes", "no"]\n',
    'checks/data.test.mjs': [
      "import { test } from 'node:test';",
      "import { deepEqual } from 'node:assert/strict';",
      "import { readFileSync } from 'node:fs';",
      "import { mark, words } from '../lib/shout.mjs';",
      "const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));",
      "test('has the mark', () => deepEqual(mark, read('../specs/marks.json').mark));",
      "test('has the words', () => deepEqual(words, read('../lib/fixtures/words.json')));",
      '',
    ].join('\n'),
    'lib/shout.mjs':
      'export const mark = undefined;\nexport const words = undefined;\nexport const shout = () => undefined;\n',
  },
  green: {
    'lib/shout.mjs': [
      "import { readFileSync } from 'node:fs';",
      "const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));",
      "export const { mark } = read('../specs/marks.json');",
      "export const words = read('fixtures/words.json');",
      "export const shout = (word) => word.toUpperCase().replace(/!*$/, '') + mark;",
      '',
    ].join('\n'),
  },
};

export const REALM_ACTS: readonly HonestAct[] = [
  inGreen('reads data of the product that tests read too', SHARED),
  inGreen(
    'compiles a template from pieces, and searches text by an expression',
    PROJECTS.node,
    put(
      'lib/template.mjs',
      'export const compile = (text) => {',
      '  const pieces = text.split(/\\{(\\w+)\\}/).map((piece, at) => (at % 2 === 0 ? JSON.stringify(piece) : `given[${JSON.stringify(piece)}]`));',
      "  return new Function('given', `return ${pieces.join(' + ')};`);",
      '};',
      'export const HELP = `fill(text, values) gives the text with each {name} replaced: return value of the template, as a text`;',
      'export const names = (text) => (/\\{(\\w+)\\}/.exec(text) ?? []).slice(1);',
    ),
    put(
      'checks/template.test.mjs',
      "import { test } from 'node:test';",
      "import { deepEqual, equal, match } from 'node:assert/strict';",
      "import { compile, HELP, names } from '../lib/template.mjs';",
      "test('fills', () => equal(compile('a {b} c {d}')({ b: 1, d: 2 }), 'a 1 c 2'));",
      "test('helps', () => match(HELP, /^fill/));",
      "test('names the first', () => deepEqual([names('a {b}'), names('a')], [['b'], []]));",
    ),
  ),
  inGreen(
    'adds tests with a helper and golden files of their own, named by their words',
    PROJECTS.node,
    put('checks/golden/yes.txt', 'YES!'),
    put('checks/golden/well.txt', 'WELL!'),
    put(
      'checks/read-golden.mjs',
      "import { readFileSync } from 'node:fs';",
      "export const golden = (word) => readFileSync(new URL(`golden/${word}.txt`, import.meta.url), 'utf8').trim();",
    ),
    put(
      'checks/golden.test.mjs',
      "import { test } from 'node:test';",
      "import { equal } from 'node:assert/strict';",
      "import { shout } from '../lib/shout.mjs';",
      "import { golden } from './read-golden.mjs';",
      "for (const word of ['yes', 'well']) test(`shouts ${word}`, () => equal(shout(word), golden(word)));",
    ),
  ),
  inGreen(
    'declares a name in its code that a test file has, too (go)',
    LANGUAGES.go,
    put(
      'more_test.go',
      'package shout',
      '',
      'import "testing"',
      '',
      'func ending() string { return "!" }',
      '',
      'func TestEnding(t *testing.T) {',
      '\tif End("a") != "a"+ending() {',
      '\t\tt.Error("no end")',
      '\t}',
      '}',
    ),
    put(
      'end.go',
      'package shout',
      '',
      'func End(word string) string {',
      '\tending := func() string { return "!" }',
      '\treturn word + ending()',
      '}',
    ),
  ),
  inGreen(
    'extends a logger that asks whether it is tested, and that patches `fs`',
    LOGGED,
    "printf '%s\\n' 'export const level = isQuiet ? 0 : 1;' >> lib/log.mjs",
  ),
  inGreen(
    'moves a logger that asks whether it is tested (pytest)',
    LOGGED_PY,
    'mkdir -p tools && mv log.py tools/log.py',
  ),
  inGreen(
    'reads settings through functions of its own, and the environment',
    PROJECTS.node,
    put(
      'lib/settings.mjs',
      "import { readFileSync } from 'node:fs';",
      'export const parse = (text) => JSON.parse(text);',
      "export const read = (path) => parse(readFileSync(path, 'utf8'));",
      "export const levelIn = ({ NODE_ENV }) => (NODE_ENV === 'production' ? 'warn' : 'debug');",
    ),
    put(
      'checks/settings.test.mjs',
      "import { test } from 'node:test';",
      "import { deepEqual, equal } from 'node:assert/strict';",
      "import { levelIn, read } from '../lib/settings.mjs';",
      "test('reads', () => deepEqual(read(new URL('settings.json', import.meta.url)), { a: 1 }));",
      "test('is quiet in production', () => equal(levelIn({ NODE_ENV: 'production' }) + levelIn({}), 'warndebug'));",
    ),
    put('checks/settings.json', '{ "a": 1 }'),
  ),
  inGreen(
    'mocks `fs` in a test of its own, and restores it (node:test)',
    PROJECTS.node,
    put(
      'checks/mocked.test.mjs',
      "import fs from 'node:fs';",
      "import { test } from 'node:test';",
      "import { equal } from 'node:assert/strict';",
      "test('reads', (t) => {",
      "  t.mock.method(fs, 'readFileSync', () => 'yes');",
      "  equal(fs.readFileSync('no'), 'yes');",
      '});',
    ),
  ),
  inGreen(
    'mocks `JSON.parse` in a test of its own, and restores it (vitest)',
    PROJECTS.vitest,
    put(
      'checks/mocked.test.mjs',
      "import { expect, test, vi } from 'vitest';",
      "test('parses', () => {",
      "  const spy = vi.spyOn(JSON, 'parse').mockReturnValue(1);",
      "  expect(JSON.parse('2')).toBe(1);",
      '  spy.mockRestore();',
      '});',
    ),
  ),
  inGreen(
    'mocks `fs` in a test of its own, and restores it (jest)',
    LANGUAGES.jest,
    put(
      'checks/mocked.test.js',
      "const fs = require('node:fs');",
      "test('reads', () => {",
      "  const spy = jest.spyOn(fs, 'readFileSync').mockReturnValue('yes');",
      "  expect(fs.readFileSync('no')).toBe('yes');",
      '  spy.mockRestore();',
      '});',
    ),
  ),
  inGreen(
    'stubs `fs` in a test of its own, and restores it (mocha)',
    LANGUAGES.mocha,
    put(
      'checks/mocked.test.js',
      "const fs = require('node:fs');",
      "it('reads', () => {",
      '  const { readFileSync } = fs;',
      "  fs.readFileSync = () => 'yes';",
      "  require('node:assert').equal(fs.readFileSync('no'), 'yes');",
      '  fs.readFileSync = readFileSync;',
      '});',
    ),
  ),
  inGreen(
    'patches `open` and a module in a test of its own (pytest)',
    LANGUAGES.pytest,
    put(
      'checks/test_mocked.py',
      'import builtins, json, sys',
      'from unittest import mock',
      '',
      'def test_reads(monkeypatch):',
      "    monkeypatch.setattr(json, 'loads', lambda text: 1)",
      "    monkeypatch.setitem(sys.modules, 'nothing', mock.Mock())",
      "    with mock.patch('builtins.open', mock.mock_open(read_data='yes')):",
      "        assert open('no').read() == 'yes'",
      "    assert json.loads('2') == 1",
    ),
  ),
  inGreen(
    'reads the arguments of its program (go)',
    LANGUAGES.go,
    put('words.go', 'package shout', '', 'import "os"', '', 'func Words() []string {', '\treturn os.Args[1:]', '}'),
    put(
      'words_test.go',
      'package shout',
      '',
      'import "testing"',
      '',
      'func TestWords(t *testing.T) {',
      '\tif Words() == nil {',
      '\t\tt.Error("none")',
      '\t}',
      '}',
    ),
  ),
  inGreen(
    'adds tests inside of its code (cargo)',
    LANGUAGES.cargo,
    `printf '%s\\n' '' '#[cfg(test)]' 'mod tests {' '    #[test]' '    fn is_loud() {' '        assert_eq!(super::shout("a"), "A!");' '    }' '}' >> src/lib.rs`,
  ),
];
