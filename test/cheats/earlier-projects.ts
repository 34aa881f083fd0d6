/** Projects with tests of an older function, in the usual layout of each runner: a helper, a set-up, a table. */
import type { CheatedProject } from './a-cheat.ts';
import { LANGUAGES } from './language-projects.ts';
import { PROJECTS } from './projects.ts';

export const OLD = {
  esm: 'checks/add.test.mjs',
  cjs: 'checks/add.test.js',
  pytest: 'checks/test_add.py',
  go: 'add_test.go',
  cargo: 'tests/add.rs',
} as const;

const scripted = (head: string, test: string, before: string, assertion: string): string =>
  [
    head,
    '',
    "const rows = [['one', 1, 1], ['two', 1, 2]];",
    'let start;',
    `${before}(() => {`,
    '  start = 1;',
    '});',
    'const sum = (more) => add(start, more);',
    `${test}('adds', () => {`,
    `  ${assertion.replace('IS', 'sum(2)').replace('WANTED', '3')};`,
    '});',
    `${test}('adds nothing', () => {`,
    `  ${assertion.replace('IS', 'add(start, 0)').replace('WANTED', '1')};`,
    '});',
    'for (const [name, one, other] of rows)',
    `  ${test}(\`adds \${name}\`, () => {`,
    `    ${assertion.replace('IS', 'add(one, other) - one').replace('WANTED', 'other')};`,
    '  });',
    '',
  ].join('\n');

const ADD_ESM = { 'lib/add.mjs': 'export const add = (a, b) => a + b;\n' };
const ADD_CJS = { 'lib/add.js': 'exports.add = (a, b) => a + b;\n' };
const IMPORT = "import { add } from '../lib/add.mjs';";
const REQUIRE = "const { add } = require('../lib/add.js');";

const withOld = (project: CheatedProject, files: Readonly<Record<string, string>>): CheatedProject => ({
  ...project,
  files: { ...project.files, ...files },
});

const MORE = '\npub mod add;\n';

export const EARLIER = {
  node: withOld(PROJECTS.node, {
    ...ADD_ESM,
    [OLD.esm]: scripted(
      `import { beforeEach, test } from 'node:test';\nimport { equal } from 'node:assert/strict';\n${IMPORT}`,
      'test',
      'beforeEach',
      'equal(IS, WANTED)',
    ),
  }),
  vitest: withOld(PROJECTS.vitest, {
    ...ADD_ESM,
    [OLD.esm]: scripted(
      `import { beforeEach, expect, test } from 'vitest';\n${IMPORT}`,
      'test',
      'beforeEach',
      'expect(IS).toBe(WANTED)',
    ),
  }),
  jest: withOld(LANGUAGES.jest, {
    ...ADD_CJS,
    [OLD.cjs]: scripted(REQUIRE, 'test', 'beforeEach', 'expect(IS).toBe(WANTED)'),
  }),
  mocha: withOld(LANGUAGES.mocha, {
    ...ADD_CJS,
    [OLD.cjs]: scripted(
      `const { equal } = require('node:assert/strict');\n${REQUIRE}`,
      'it',
      'beforeEach',
      'equal(IS, WANTED)',
    ),
  }),
  pytest: withOld(LANGUAGES.pytest, {
    'add.py': 'def add(a, b):\n    return a + b\n',
    [OLD.pytest]: [
      'import pytest',
      'from add import add',
      '',
      '',
      '@pytest.fixture',
      'def start():',
      '    return 1',
      '',
      '',
      'def check(is_, wanted):',
      '    assert is_ == wanted',
      '',
      '',
      'def test_adds(start):',
      '    check(add(start, 2), 3)',
      '',
      '',
      '@pytest.mark.parametrize("one, other", [(1, 1), (1, 2)])',
      'def test_adds_rows(one, other):',
      '    assert add(one, other) - one == other',
      '',
    ].join('\n'),
  }),
  go: withOld(LANGUAGES.go, {
    'add.go': 'package shout\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n',
    [OLD.go]: [
      'package shout',
      '',
      'import "testing"',
      '',
      'func check(t *testing.T, is, wanted int) {',
      '\tt.Helper()',
      '\tif is != wanted {',
      '\t\tt.Errorf("got %d", is)',
      '\t}',
      '}',
      '',
      'func TestAdds(t *testing.T) {',
      '\tcheck(t, Add(1, 2), 3)',
      '}',
      '',
      'func TestAddsRows(t *testing.T) {',
      '\ttests := []struct {',
      '\t\tone, other int',
      '\t}{',
      '\t\t{1, 1},',
      '\t\t{1, 2},',
      '\t}',
      '\tfor _, tt := range tests {',
      '\t\tcheck(t, Add(tt.one, tt.other)-tt.one, tt.other)',
      '\t}',
      '}',
      '',
    ].join('\n'),
  }),
  cargo: withOld(
    { ...LANGUAGES.cargo, green: { 'src/lib.rs': `${LANGUAGES.cargo.green?.['src/lib.rs'] ?? ''}${MORE}` } },
    {
      'src/lib.rs': `${LANGUAGES.cargo.files?.['src/lib.rs'] ?? ''}${MORE}`,
      'src/add.rs': 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n',
      [OLD.cargo]: [
        'use shout::add::add;',
        '',
        'fn check(is: i32, wanted: i32) {',
        '    assert_eq!(is, wanted);',
        '}',
        '',
        '#[test]',
        'fn adds() {',
        '    check(add(1, 2), 3);',
        '}',
        '',
        '#[test]',
        'fn adds_rows() {',
        '    for (one, other) in [(1, 1), (1, 2)] {',
        '        check(add(one, other) - one, other);',
        '    }',
        '}',
        '',
      ].join('\n'),
    },
  ),
} as const satisfies Readonly<Record<string, CheatedProject>>;
