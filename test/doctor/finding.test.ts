import { describe, expect, test } from 'vitest';
import { problem, problemOf } from '../../src/doctor/check.ts';

describe('a finding', () => {
  test('made of a sentence of the house says what is wrong, and apart from it what to do', () => {
    expect(
      problemOf('Cannot look at /a.b/c: it is no repository. Run `git init` there; a commit is not needed.'),
    ).toEqual({
      state: 'problem',
      says: 'Cannot look at /a.b/c: it is no repository',
      fix: 'Run `git init` there; a commit is not needed.',
    });
    expect(problemOf('It is broken', 'Look at it.')).toEqual({
      state: 'problem',
      says: 'It is broken',
      fix: 'Look at it.',
    });
  });

  test('names ten details at the most, each on one line of bounded length', () => {
    const many = Array.from({ length: 12 }, (_, i) => `file\n ${i}`);
    expect(problem('a', 'b', many).details).toEqual([
      ...many.slice(0, 10).map((it) => it.replace('\n ', ' ')),
      'and 2 more',
    ]);
    expect(problem('a', 'b', ['x'.repeat(5_000)]).details?.[0]).toHaveLength(300);
    expect(problem('a', 'b')).toEqual({ state: 'problem', says: 'a', fix: 'b' });
  });
});
