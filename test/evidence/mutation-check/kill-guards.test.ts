import { describe, expect, test } from 'vitest';
import { seedOfTests } from '../../../src/evidence/mutation-check/kill-guards.ts';

const FILES = new Map([
  ['test/a.test.js', 'blob 1'],
  ['test/b.test.js', 'blob 2'],
]);
const FROZEN = { 'test/a.test.js': 'hash 1', 'dualgate.yaml': 'hash 2' };

describe('the seed of mutants', () => {
  const seed = seedOfTests(['test/a.test.js'], FILES, FROZEN);

  test('is that of the frozen tests: a new test, and one that was added to a frozen file, draw no other mutants', () => {
    expect(seed).toMatch(/^[0-9a-f]{16}$/);
    expect(seedOfTests(['test/b.test.js', 'test/a.test.js'], FILES, FROZEN)).toBe(seed);
    expect(seedOfTests(['test/a.test.js'], new Map([['test/a.test.js', 'blob 3']]), FROZEN)).toBe(seed);
  });

  test('is another one for other frozen tests, and without any it is that of all tests', () => {
    expect(seedOfTests(['test/a.test.js'], FILES, { 'test/a.test.js': 'hash 3' })).not.toBe(seed);
    const all = seedOfTests(FILES.keys(), FILES, {});
    expect(all).toBe(seedOfTests([...FILES.keys()].toReversed(), FILES, {}));
    expect(all).not.toBe(seedOfTests(['test/a.test.js'], FILES, {}));
  });
});
