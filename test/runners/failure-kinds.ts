/**
 * Tests that fail in RED, written for each runner that tells how: honest ones, whose stubs throw or return nothing, and ones
 * with an error of their own. The name of each test begins with what its runner has to tell.
 */
import type { RunnerName } from '../../src/runners/runners.ts';
import { CRATE, COMMAND as CARGO } from './cargo-project.ts';
import { COMMAND as GO, MODULE } from './go-project.ts';
import { COMMAND as PYTEST } from './pytest-project.ts';

export interface FailingProject {
  readonly runner: RunnerName;
  readonly command: readonly string[];
  /** Of its tests. */
  readonly count: number;
  readonly files: Readonly<Record<string, string>>;
}

/** Stubs: one is wrong, one empty, one not written, one has a mistake of its own. */
const STUBS: Readonly<Record<string, string>> = {
  sum: '() => 0',
  nothing: '() => undefined',
  lazy: "() => { throw new Error('not written'); }",
  wrong: '() => undeclaredInTheCode',
};
const ESM = Object.entries(STUBS)
  .map(([name, code]) => `export const ${name} = ${code};\n`)
  .join('');
const CJS = `module.exports = { ${Object.entries(STUBS)
  .map(([name, code]) => `${name}: ${code}`)
  .join(', ')} };\n`;
const NAMES = Object.keys(STUBS).join(', ');

interface Style {
  readonly declare: string;
  readonly argument: string;
  /** An assertion that two values are the same. */
  readonly same: (is: string, shall: string) => string;
  readonly unknown: string;
}

const EXPECT: Omit<Style, 'argument'> = {
  declare: 'test',
  same: (is, shall) => `expect(${is}).toBe(${shall})`,
  unknown: 'expect(1).toBeEqual(1)',
};
const ASSERT: Omit<Style, 'argument'> = {
  declare: 'test',
  same: (is, shall) => `assert.equal(${is}, ${shall})`,
  unknown: 'assert.equl(1, 1)',
};

/** @param load - an import inside of a test, of a module that is not there */
const inScript = ({ declare, argument, same, unknown }: Style, load: string): string =>
  Object.entries({
    'assertion: a wrong value': same('sum(1, 2)', '3'),
    'other: a stub that throws': same('lazy()', '3'),
    'other: a member of what a stub returned': same('nothing().length', '3'),
    'other: a method that a stub lacks': same('sum.of(1, 2)', '3'),
    'other: a name that the code forgot': same('wrong()', '3'),
    'own_error: a name that nothing declares': same('sm(1, 2)', '3'),
    'own_error: an assertion that is not there': unknown,
    'own_error: a module that is not there': `${load}; ${same('sum(1, 2)', '3')}`,
    'own_error: a new value for a constant': `const a = 1; a = 2; ${same('sum(1, 2)', '3')}`,
  })
    .map(([name, body]) => `${declare}('${name}', async (${argument}) => { ${body}; });\n`)
    .join('');

const DYNAMIC = `await import('./nowhere.js')`;
const REQUIRE = `require('./nowhere.js')`;
/** Called as if it were there: compilers and CommonJS find that out only then. */
const MISSING = (same: Style['same'], declare = 'test'): string =>
  `${declare}('own_error: an import of a name that its module lacks', () => { ${same('smu(1, 2)', '3')}; });\n` +
  `${declare}('other: a constant that is no function yet', () => { ${same('LIMIT()', '3')}; });\n`;

const ofModules = (runner: RunnerName, ...words: readonly string[]): Pick<FailingProject, 'runner' | 'command'> => ({
  runner,
  command: [`node_modules/.bin/${runner}`, ...words],
});
const someLines = (text: string, wanted: RegExp): string =>
  text
    .split('\n')
    .filter((line) => wanted.test(line))
    .join('\n');
const NO_ARGUMENT = { argument: '' };

export const FAILING_PROJECTS: readonly FailingProject[] = [
  {
    runner: 'node',
    command: ['node', '--test'],
    count: 9,
    files: {
      'package.json': '{"type":"module"}',
      'sum.js': ESM,
      'a.test.js':
        `import { test } from 'node:test'; import assert from 'node:assert/strict'; import { ${NAMES} } from './sum.js';\n` +
        inScript({ ...ASSERT, ...NO_ARGUMENT }, DYNAMIC),
    },
  },
  {
    ...ofModules('vitest', 'run'),
    count: 11,
    files: {
      'package.json': '{"type":"module"}',
      'sum.js': `${ESM}export const LIMIT = 1;\n`,
      'a.test.js':
        `import { expect, test } from 'vitest'; import { ${NAMES}, LIMIT, smu } from './sum.js';\n` +
        inScript({ ...EXPECT, ...NO_ARGUMENT }, DYNAMIC) +
        MISSING(EXPECT.same),
    },
  },
  {
    ...ofModules('jest'),
    count: 12,
    files: {
      'package.json': '{}',
      'sum.js': `${CJS}module.exports.LIMIT = 1;\n`,
      'a.test.js':
        `const { ${NAMES}, LIMIT, smu } = require('./sum'); const assert = require('node:assert');\n` +
        inScript({ ...EXPECT, ...NO_ARGUMENT }, REQUIRE) +
        `test('assertion: of Node', () => { ${ASSERT.same('sum(1, 2)', '3')}; });\n` +
        MISSING(EXPECT.same),
    },
  },
  {
    ...ofModules('mocha', 'a.test.js'),
    count: 11,
    files: {
      'package.json': '{}',
      'sum.js': `${CJS}module.exports.LIMIT = 1;\n`,
      'a.test.js':
        `const { ${NAMES}, LIMIT, smu } = require('./sum'); const assert = require('node:assert');\n` +
        inScript({ ...ASSERT, declare: 'it', ...NO_ARGUMENT }, REQUIRE) +
        MISSING(ASSERT.same, 'it'),
    },
  },
  {
    ...ofModules('ava'),
    count: 9,
    files: {
      'package.json': '{"type":"module"}',
      'sum.js': ESM,
      'a.test.js':
        `import test from 'ava'; import { ${NAMES} } from './sum.js';\n` +
        inScript(
          { declare: 'test', argument: 't', same: (is, shall) => `t.is(${is}, ${shall})`, unknown: 't.iss(1, 1)' },
          DYNAMIC,
        ),
    },
  },
  {
    runner: 'playwright',
    command: ['node_modules/.bin/playwright', 'test'],
    count: 3,
    files: {
      'package.json': '{}',
      'sum.js': CJS,
      'a.test.js':
        `const { expect, test } = require('@playwright/test'); const { ${NAMES} } = require('./sum');\n` +
        // It starts another process after each test that fails.
        someLines(inScript({ ...EXPECT, ...NO_ARGUMENT }, REQUIRE), /wrong value|stub that throws|nothing declares/),
    },
  },
  {
    runner: 'pytest',
    command: PYTEST,
    count: 11,
    files: {
      'shop.py':
        'def add(a, b):\n    return 0\n\ndef nothing():\n    return None\n\ndef lazy():\n    raise NotImplementedError\n\ndef wrong():\n    return undeclared\n',
      'test_a.py': `import unittest
import pytest
import shop

@pytest.mark.parametrize("kind", ["assertion"])
def test_wrong_value(kind):
    assert shop.add(1, 2) == 3

@pytest.mark.parametrize("kind", ["assertion"])
def test_raises(kind):
    with pytest.raises(ValueError):
        shop.add(1, 2)

@pytest.mark.parametrize("kind", ["other"])
def test_throws(kind):
    assert shop.lazy() == 3

@pytest.mark.parametrize("kind", ["other"])
def test_member_of_nothing(kind):
    assert shop.nothing().size == 3

@pytest.mark.parametrize("kind", ["other"])
def test_member_of_module(kind):
    assert shop.total() == 3

@pytest.mark.parametrize("kind", ["other"])
def test_name_in_code(kind):
    assert shop.wrong() == 3

@pytest.mark.parametrize("kind", ["own_error"])
def test_name(kind):
    assert ad(1, 2) == 3

@pytest.mark.parametrize("kind", ["own_error"])
def test_import(kind):
    from shop import total
    assert total() == 3

@pytest.mark.parametrize("kind", ["own_error"])
def test_fixture(kind, nowhere):
    assert shop.add(1, 2) == 3

class TestAll(unittest.TestCase):
    def test_assertion(self):
        self.assertEqual(shop.add(1, 2), 3)

    def test_own_error(self):
        self.assertEquols(shop.add(1, 2), 3)
`,
    },
  },
  {
    runner: 'rspec',
    command: ['rspec'],
    count: 10,
    files: {
      'lib/shop.rb':
        'module Shop\n  def self.add(a, b) = 0\n  def self.lazy = raise(NotImplementedError)\n  def self.wrong = undeclared_in_code\nend\n',
      'spec/a_spec.rb': `require_relative '../lib/shop'
RSpec.describe 'a' do
  it('assertion: value') { expect(Shop.add(1, 2)).to eq 3 }
  it('assertion: several', :aggregate_failures) { expect(Shop.add(1, 2)).to eq 3; expect(Shop.add(1, 2)).to eq 4 }
  it('other: throws') { expect(Shop.lazy).to eq 3 }
  it('other: method that a stub lacks') { expect(Shop.total).to eq 3 }
  it('other: member of nothing') { expect(nil.size).to eq 3 }
  it('other: name in code') { expect(Shop.wrong).to eq 3 }
  it('own_error: name') { expect(summ).to eq 3 }
  it('own_error: method of nobody') { expect(summ(1, 2)).to eq 3 }
  it('own_error: constant') { expect(Shoop.add(1, 2)).to eq 3 }
  it('own_error: file') { require_relative '../lib/nowhere' }
end
`,
    },
  },
  {
    runner: 'go',
    command: GO,
    count: 2,
    files: {
      ...MODULE,
      'sum.go': 'package sum\n\nfunc Add(a, b int) int { return 0 }\n',
      'sum_test.go':
        'package sum\n\nimport "testing"\n\nfunc Test_assertion(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatalf("%d", Add(1, 2))\n\t}\n}\n\nfunc Test_other(t *testing.T) { t.Fail() }\n',
    },
  },
  {
    runner: 'cargo',
    command: CARGO,
    count: 6,
    files: {
      ...CRATE,
      'src/lib.rs':
        'pub fn add(_a: i32, _b: i32) -> i32 { 0 }\npub fn nothing() -> Option<i32> { None }\npub fn lazy() -> i32 { todo!() }\n',
      'tests/a.rs': [
        '#[test] fn assertion_equal() { assert_eq!(sum::add(1, 2), 3); }',
        '#[test] fn assertion_plain() { assert!(sum::add(1, 2) == 3); }',
        '#[test] #[should_panic] fn assertion_panic() { sum::add(1, 2); }',
        '#[test] fn other_words_of_its_own() { assert!(sum::add(1, 2) == 3, "three"); }',
        '#[test] fn other_throws() { assert_eq!(sum::lazy(), 3); }',
        '#[test] fn other_nothing() { assert_eq!(sum::nothing().unwrap(), 3); }',
      ].join('\n'),
    },
  },
];
