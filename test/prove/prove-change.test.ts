import { describe, expect, test } from 'vitest';
import { prove } from '../../src/prove/prove.ts';
import { git, hasGit } from '../evidence/a-repository.ts';
import { aHistory, type Change, proveOf, shortly } from './a-history.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(4, test);

const NODE = "import { test } from 'node:test';\nimport assert from 'node:assert/strict';\n";

/** A price that learns of discounts; the suite has a test of before. */
const DISCOUNT: Change = {
  before: {
    'package.json': '{ "type": "module" }',
    'price.js': 'export const price = (n) => n * 10;\n',
    'test/price.test.js': `${NODE}import { price } from '../price.js';\ntest('three cost 30', () => assert.equal(price(3), 30));\n`,
  },
  after: {
    'price.js': 'export const price = (n) => (n > 9 ? n * 9 : n * 10);\n',
    'test/discount.test.js': `${NODE}import { price } from '../price.js';\ntest('ten cost 90', () => assert.equal(price(10), 90));\n`,
  },
  command: 'node --test',
};
const withFiles = (after: Change['after']): Change => ({ ...DISCOUNT, after: { ...DISCOUNT.after, ...after } });

const GONE_WELL = { 'fail-to-pass': [], 'pass-to-pass': [], 'whole-suite': [] };

describe.skipIf(!hasGit)('a change between two commits (needs git)', () => {
  slow('is proven when its test fails without it, and what passed before still does', async () => {
    expect(shortly(await proveOf(DISCOUNT))).toEqual({
      holds: true,
      claims: GONE_WELL,
      tests: {
        fail_to_pass: ['test/discount.test.js > ten cost 90'],
        pass_to_pass: ['test/price.test.js > three cost 30'],
        failed: [],
      },
    });
  });

  test('has a proof that names what its checkouts used of the workspace', async () => {
    const { notes } = await proveOf(DISCOUNT);
    expect(notes).toEqual([
      'The checkout used the dependencies of the workspace: node_modules. A setup command installs them again.',
    ]);
  });

  slow('whose new file does not load without it is proven, and said to be so', async () => {
    const { holds, notes } = await proveOf(
      withFiles({
        'tax.js': 'export const tax = (n) => n / 5;\n',
        'test/tax.test.js': `${NODE}import { tax } from '../tax.js';\ntest('tax of ten is two', () => assert.equal(tax(10), 2));\n`,
      }),
    );
    expect(holds).toBe(true);
    expect(notes).toContain(
      'These do not load without the change, instead of failing: test/tax.test.js > tax of ten is two.',
    );
  });

  test('whose test is todo is not, whatever its subtests are', async () => {
    const text = `${NODE}import { price } from '../price.js';
test('ten cost 90', { todo: true }, async (t) => { await t.test('of ten', () => assert.equal(price(10), 90)); });\n`;
    const { holds, claims } = shortly(await proveOf(withFiles({ 'test/discount.test.js': text })));
    expect(holds).toBe(false);
    expect(claims['fail-to-pass']).toEqual(['new, and skipped with the change: test/discount.test.js > ten cost 90']);
  });

  slow('without a test that fails before is not', async () => {
    const { claims, tests } = shortly(
      await proveOf(withFiles({ 'test/discount.test.js': `${NODE}test('ten cost 90', () => assert.ok(true));\n` })),
    );
    expect(claims['fail-to-pass']).toEqual([
      'no test fails without the change and passes with it: nothing shows its purpose',
    ]);
    expect(tests.fail_to_pass).toEqual([]);
  });

  slow('that breaks a test of before is not, and names it', async () => {
    const { claims } = shortly(await proveOf(withFiles({ 'price.js': 'export const price = (n) => n * 9;\n' })));
    expect(claims['pass-to-pass']).toEqual([
      'passed before, and failed with the change: test/price.test.js > three cost 30',
    ]);
  });

  slow('that skips a test of before, or takes it away, is not', async () => {
    const skipped = `${NODE}import { price } from '../price.js';\ntest.skip('three cost 30', () => assert.equal(price(3), 30));\n`;
    expect(shortly(await proveOf(withFiles({ 'test/price.test.js': skipped }))).claims['pass-to-pass']).toEqual([
      'passed before, and skipped with the change: test/price.test.js > three cost 30',
    ]);
    expect(shortly(await proveOf(withFiles({ 'test/price.test.js': null }))).claims['pass-to-pass']).toEqual([
      'passed before, and missing with the change: test/price.test.js > three cost 30',
    ]);
  });

  slow('whose test passes only every second time is not', async () => {
    const flaky = `import { existsSync, writeFileSync } from 'node:fs';\n${NODE}import { price } from '../price.js';
test('ten cost 90', () => {
  assert.equal(price(10), 90);
  const seen = existsSync('seen');
  writeFileSync('seen', '');
  assert.ok(!seen);
});\n`;
    expect(shortly(await proveOf(withFiles({ 'test/discount.test.js': flaky }))).claims['fail-to-pass']).toEqual([
      'no test fails without the change and passes with it: nothing shows its purpose',
      'new, and flaky with the change: test/discount.test.js > ten cost 90',
    ]);
  });

  slow('whose suite ends before its end is not', async () => {
    const { holds, claims } = shortly(
      await proveOf(withFiles({ 'price.js': 'process.exit(0);\nexport const price = () => 90;\n' })),
    );
    expect(holds).toBe(false);
    expect(claims['whole-suite']).not.toEqual([]);
    expect(claims['pass-to-pass']).toContain(
      'passed before, and missing with the change: test/price.test.js > three cost 30',
    );
  });

  slow('is asked with the command of the first commit, not with that of the change', async () => {
    const config = (command: string): string =>
      `version: 1\nwork: { spec: spec.md }\nagent: { command: agent }\ntests: { command: ${command} }\n`;
    const { holds } = await proveOf(
      {
        ...DISCOUNT,
        before: { ...DISCOUNT.before, 'dualgate.yaml': config('node --test test/price.test.js test/discount.test.js') },
        after: { ...DISCOUNT.after, 'dualgate.yaml': config('node --test test/price.test.js') },
      },
      { suite: {} },
    );
    expect(holds).toBe(true);
  });

  slow('without a config in its first commit asks for a command', async () => {
    await expect(proveOf(DISCOUNT, { suite: {} })).rejects.toThrow(
      /first commit has no dualgate.yaml .* --test-command/,
    );
  });

  slow('is not bent by an object that was put in the place of another', async () => {
    const folder = await aHistory(withFiles({ 'price.js': 'export const price = (n) => n * 9;\n' }));
    const good = await git(folder, 'commit-tree', '-m', 'good', 'HEAD~1^{tree}');
    await git(folder, 'replace', 'HEAD', good);
    const { holds } = await prove({ folder, base: 'HEAD~1', head: 'HEAD', suite: { command: 'node --test' } });
    expect(holds).toBe(false);
  });
});
