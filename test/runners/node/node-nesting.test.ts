import { describe, expect, test } from 'vitest';
import { coverCriteria } from '../../../src/evidence/cover-criteria.ts';
import { countTests, isGreen } from '../../../src/runners/is-green.ts';
import { makeProject, runIn } from '../project.ts';

const HEAD = "import { after, describe, it, test } from 'node:test'; import assert from 'node:assert';\n";
const NO_ONE: ReadonlySet<string> = new Set();

/** One test around another, and what it comes to. */
const measure = async (text: string) => {
  const workspace = await makeProject({ 'test/v.test.mjs': `${HEAD}${text}\ntest('plain', () => {});` });
  const run = await runIn(workspace, { command: ['node', '--test'], runner: 'node' });
  const { suite_failing, suite_skipped } = countTests(run, NO_ONE);
  return {
    passes: coverCriteria(['AC-1'], run).metrics.criteria_passing,
    green: isGreen(run, NO_ONE),
    failing: suite_failing,
    skipped: suite_skipped > 0,
  };
};
const HELD = { passes: 0, green: false, failing: 0, skipped: true };

describe('a test of node:test with subtests that pass', { timeout: 120_000 }, () => {
  test.each([
    [
      'is todo and fails',
      `test('AC-1 a', { todo: true }, async (t) => { await t.test('c', () => {}); assert.ok(0); });`,
    ],
    ['is todo', `test('AC-1 a', { todo: true }, async (t) => { await t.test('c', () => {}); });`],
    [
      'says todo after them',
      `test('AC-1 a', async (t) => { await t.test('c', () => {}); t.todo('x'); assert.ok(0); });`,
    ],
    ['says skip after them', `test('AC-1 a', async (t) => { await t.test('c', () => {}); t.skip('x'); });`],
    [
      'says skip after them and fails',
      `test('AC-1 a', async (t) => { await t.test('c', () => {}); t.skip('x'); assert.ok(0); });`,
    ],
    ['is a suite that is todo', `describe('AC-1 a', { todo: true }, () => { it('c', () => {}); });`],
    [
      'is a suite that is todo, with a hook that fails',
      `describe('AC-1 a', { todo: true }, () => { it('c', () => {}); after(() => { throw new Error('x'); }); });`,
    ],
    ['is a suite that is skipped', `describe.skip('AC-1 a', () => { it('c', () => {}); });`],
    ['is todo without any', `test('AC-1 a', { todo: true }, () => { assert.ok(0); });`],
  ])('holds and passes no criterion when it %s', async (_how, text) => {
    expect(await measure(text)).toEqual(HELD);
  });

  test('holds when it fails by itself, or one of them is todo', async () => {
    const fails = `test('AC-1 a', async (t) => { await t.test('c', () => {}); assert.ok(0); });`;
    expect(await measure(fails)).toEqual({ ...HELD, failing: 1, skipped: false });
    const todo = `test('AC-1 a', async (t) => { await t.test('c', { todo: true }, () => { assert.ok(0); }); });`;
    expect(await measure(todo)).toEqual(HELD);
  });

  test('passes when it passes: the subtests stand for it', async () => {
    const text = `test('AC-1 a', async (t) => { await t.test('c', () => {}); }); describe('AC-1 b', () => { it('c', () => {}); });`;
    expect(await measure(text)).toEqual({ passes: 1, green: true, failing: 0, skipped: false });
  });
});
