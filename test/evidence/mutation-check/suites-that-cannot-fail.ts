/** Suites that pass whatever the code does, on one small function. Each is run for real. */
import type { MutatedProject } from './a-mutated-project.ts';

interface Hollow extends MutatedProject {
  readonly name: string;
  readonly language: 'JavaScript' | 'Python';
}

const PRICE_JS = [
  'export const price = (count, each) => {',
  '  const sum = count * each;',
  '  if (sum > 100) return sum - 10;',
  "  return count === 0 ? 'nothing' : sum;",
  '};',
  '',
].join('\n');

const js = (...lines: readonly string[]): string =>
  [
    "import { test } from 'node:test';",
    "import assert from 'node:assert';",
    "import { price } from '../src/price.js';",
    ...lines,
    '',
  ].join('\n');

const ASKED_JS = js(
  "test('few', () => assert.equal(price(2, 3), 6));",
  "test('many', () => assert.equal(price(20, 10), 190));",
  "test('none', () => assert.equal(price(0, 10), 'nothing'));",
);

/** An assertion library of one line, installed in a folder that git ignores. */
const INSTALLED = {
  'package.json': '{ "type": "module" }\n',
  '.gitignore': 'node_modules/\n',
  'node_modules/claims/package.json': '{ "type": "module", "main": "index.js" }\n',
  'node_modules/claims/index.js':
    'export const assert = { equal: (is, wanted) => { if (is !== wanted) throw new Error(`${is}`); } };\n',
};

const PRICE_PY = [
  'def price(count, each):',
  '    total = count * each',
  '    if total > 100:',
  '        return total - 10',
  '    return "nothing" if count == 0 else total',
  '',
].join('\n');

const ASKED_PY = [
  'from price import price',
  '',
  'def test_few():',
  '    assert price(2, 3) == 6',
  '',
  'def test_many():',
  '    assert price(20, 10) == 190',
  '',
].join('\n');

const PYTEST = { command: ['python3', '-m', 'pytest', '-q'], runner: 'pytest' } as const;
const PYTHON_BEFORE = { 'pytest.ini': '[pytest]\npythonpath = .\n' };

export const HOLLOW: readonly Hollow[] = [
  {
    name: 'a patched assert',
    language: 'JavaScript',
    before: INSTALLED,
    after: {
      'src/price.js': `import { assert } from 'claims';\nassert.equal = () => {};\n${PRICE_JS}`,
      'test/price.test.js': ASKED_JS.replace("import assert from 'node:assert'", "import { assert } from 'claims'"),
    },
  },
  {
    name: 'assertions turned into truths',
    language: 'JavaScript',
    after: {
      'src/price.js': PRICE_JS,
      'test/price.test.js': js(
        "test('few', () => assert.ok(price(2, 3) === 6 || true));",
        "test('many', () => assert.ok([price(20, 10)]));",
      ),
    },
  },
  {
    name: 'an empty test',
    language: 'JavaScript',
    after: { 'src/price.js': PRICE_JS, 'test/price.test.js': js("test('few', () => {});", "test('many', () => {});") },
  },
  {
    name: 'a test that swallows its own failure',
    language: 'JavaScript',
    after: {
      'src/price.js': PRICE_JS,
      'test/price.test.js': js("test('few', () => { try { assert.equal(price(2, 3), 6); } catch {} });"),
    },
  },
  {
    name: 'a test that compares the code with itself',
    language: 'JavaScript',
    after: {
      'src/price.js': PRICE_JS,
      'test/price.test.js': js(
        "test('few', () => assert.deepEqual([price(2, 3), price(20, 10)], [price(2, 3), price(20, 10)]));",
      ),
    },
  },
  {
    name: 'an assertion that is never awaited',
    language: 'JavaScript',
    after: {
      'src/price.js': PRICE_JS,
      'test/price.test.js': js(
        "test('few', () => { Promise.resolve().then(() => assert.equal(price(2, 3), 6)).catch(() => {}); });",
      ),
    },
  },
  {
    name: 'a patched assert',
    language: 'Python',
    before: PYTHON_BEFORE,
    after: {
      'price.py': `import unittest\n\nunittest.TestCase.assertEqual = lambda *given: None\n\n\n${PRICE_PY}`,
      'test_price.py':
        'import unittest\nfrom price import price\n\nclass TestPrice(unittest.TestCase):\n    def test_few(self):\n        self.assertEqual(price(2, 3), 6)\n',
    },
    suite: PYTEST,
  },
  {
    name: 'assertions turned into truths',
    language: 'Python',
    before: PYTHON_BEFORE,
    after: {
      'price.py': PRICE_PY,
      'test_price.py': 'from price import price\n\ndef test_few():\n    assert price(2, 3) == 6 or True\n',
    },
    suite: PYTEST,
  },
  {
    name: 'an empty test',
    language: 'Python',
    before: PYTHON_BEFORE,
    after: { 'price.py': PRICE_PY, 'test_price.py': 'from price import price\n\ndef test_few():\n    pass\n' },
    suite: PYTEST,
  },
  {
    name: 'a test that swallows its own failure',
    language: 'Python',
    before: PYTHON_BEFORE,
    after: {
      'price.py': PRICE_PY,
      'test_price.py':
        'from price import price\n\ndef test_few():\n    try:\n        assert price(2, 3) == 6\n    except AssertionError:\n        pass\n',
    },
    suite: PYTEST,
  },
];

/** The same two functions, asked in earnest. */
export const SOUND: readonly Hollow[] = [
  {
    name: 'a suite that asks',
    language: 'JavaScript',
    after: { 'src/price.js': PRICE_JS, 'test/price.test.js': ASKED_JS },
  },
  {
    name: 'a suite that asks',
    language: 'Python',
    before: PYTHON_BEFORE,
    after: { 'price.py': PRICE_PY, 'test_price.py': ASKED_PY },
    suite: PYTEST,
  },
];

/** Code that leaves the process before a test can fail: that run has no whole report, and gate 1 is shut by it alone. */
export const LEAVING: readonly Hollow[] = [
  {
    name: 'process.exit(0) at import',
    language: 'JavaScript',
    after: { 'src/price.js': `${PRICE_JS}process.exit(0);\n`, 'test/price.test.js': ASKED_JS },
  },
  {
    name: 'os._exit(0) at import',
    language: 'Python',
    before: PYTHON_BEFORE,
    after: { 'price.py': `import os\n\nos._exit(0)\n\n\n${PRICE_PY}`, 'test_price.py': ASKED_PY },
    suite: PYTEST,
  },
];
