import { describe, expect, test } from 'vitest';
import { findExpectations, findLateData } from '../../../../src/evidence/integrity/helpers/reaching-code.ts';

const TEST = 'test/a.test.js';
const readerOf = (text: string) => (path: string) => Promise.resolve(path === TEST ? text : '');
const freeze = (text: string, ...files: readonly string[]) =>
  findExpectations([TEST], new Set([TEST, ...files]), readerOf(text));
const findLate = (text: string, ...files: readonly string[]) =>
  findLateData([TEST], new Set([TEST, ...files]), { [TEST]: 'hash', 'test/old.json': 'hash' }, readerOf(text));

describe('expected values of tests', () => {
  test.each([
    ['expect(a()).toMatchSnapshot();', ['test/__snapshots__/a.test.js.snap', 'test/a.test.js-snapshots']],
    ['expect(a).toThrowErrorMatchingSnapshot();', ['test/__snapshots__/a.test.js.snap']],
    ['await expect(page).toHaveScreenshot();', ['test/a.test.js-snapshots']],
    ['expect(a()).toMatchInlineSnapshot(`1`);', []],
  ])('are the recorded snapshot, there or not: %s', async (text, paths) => {
    expect(await freeze(text)).toEqual(paths);
  });

  test.each([
    ["read('golden.json')", 'test/golden.json'],
    ["read('./fixtures/golden.txt')", 'test/fixtures/golden.txt'],
    ["read('test/golden.csv')", 'test/golden.csv'],
    ["read('../testdata/golden.yaml')", 'testdata/golden.yaml'],
  ])('are data that a test names, frozen where it is there and late where it is not: %s', async (text, path) => {
    expect(await freeze(text, path)).toEqual([path]);
    expect(await freeze(text)).toEqual([]);
    expect(await findLate(text, path)).toEqual([path]);
    expect(await findLate(text)).toEqual([]);
  });

  test.each([
    ["read('../defaults.json')", 'defaults.json'],
    ["read('../data/words.json')", 'data/words.json'],
    ["import a from './a.js'", 'test/a.js'],
    ["read('old.json')", 'test/old.json'],
    ["read('/test/golden.json')", 'test/golden.json'],
    ["glob('*.json')", 'test/golden.json'],
  ])('the honest twin is not late: %s', async (text, path) => {
    expect(await findLate(text, path)).toEqual([]);
  });
});
