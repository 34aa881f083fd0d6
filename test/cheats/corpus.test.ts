import { describe, expect, test } from 'vitest';
import { HONEST_ACTS, LANGUAGE_ACTS } from './acts/index.ts';
import { FAMILIES, LANGUAGE_FAMILIES } from './families/index.ts';
import { listTwins } from './list-twins.ts';

describe('the whole corpus', () => {
  const acts = [...HONEST_ACTS, ...LANGUAGE_ACTS];

  test('has at least 80 honest pieces of work, each tried under default settings', () => {
    expect(listTwins([...FAMILIES, ...LANGUAGE_FAMILIES]).length + acts.length).toBeGreaterThanOrEqual(80);
  });

  test('has every act once, and acts under each runner that the corpus knows, except TAP', () => {
    expect(acts.map(({ name }) => name)).toEqual([...new Set(acts.map(({ name }) => name))]);
    expect(new Set(acts.map(({ on }) => on.runner))).toEqual(
      new Set(['node:test', 'vitest', 'jest', 'mocha', 'pytest', 'go', 'cargo']),
    );
  });
});
