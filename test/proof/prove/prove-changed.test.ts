import { describe, expect, test } from 'vitest';
import { proveChanged } from '../../../src/proof/prove/prove-changed.ts';
import { aFolder } from '../../evidence/a-repository.ts';
import { aTestRun, failed } from '../../testing/a-test-run.ts';

const FILE = 'sum.test.js';
const OLD = `${FILE} > adds two`;
const BEFORE = `import test from 'node:test';
import { sum } from './sum.js';

const three = () => sum(1, 2);

test('adds two', () => {
  three();
});
`;

const prove = async (after: string | null, told = OLD, file = FILE) => {
  const folder = await aFolder();
  const commit = {
    commit: '2',
    tree: '2',
    subject: 'RED',
    trailers: {
      phase: 'RED',
      changed: [{ test: told, file, because: 'AC-1', by: 'agent', what: 'removed' }],
    },
  };
  const claims = await proveChanged({
    commit,
    previous: { ...commit, commit: '1' },
    known: {
      config: { phases: [{ phase: 'RED', tests: 'must_fail' }], existing_tests: 'named' },
      criteria: ['AC-1'],
      suites: [],
      baseline: { passing: [told] },
    },
    run: aTestRun([failed('AC-1: adds three')]),
    textOf: async (made: { readonly commit: string }) => {
      const text = made.commit === '1' ? BEFORE : after;
      return text === null ? null : Buffer.from(text);
    },
    look: (_: unknown, use: (checkout: unknown) => Promise<unknown>) =>
      use({ workspace: folder, runTests: async () => aTestRun([]) }),
  } as unknown as Parameters<typeof proveChanged>[0]);
  return claims.flatMap(({ because }) => because);
};

describe('the proof of a removed test', () => {
  test('takes a file that is gone with its helpers', async () => {
    expect(await prove(null)).toEqual([]);
  });

  test('takes a file without that test alone', async () => {
    expect(await prove(BEFORE.replace(/\ntest\([^]*/, ''))).toEqual([]);
  });

  test('does not take an emptied file for one that is gone, as the loop does not', async () => {
    expect(await prove('')).toEqual([`"${OLD}" is not all that was changed in ${FILE}, beside new tests`]);
  });

  const NAMELESS = ' > adds two';
  const GONE = BEFORE.replace(/\ntest\([^]*/, '');

  test('judges one whose runner names no file as the loop does: by the text of the file', async () => {
    expect(await prove(GONE, NAMELESS)).toEqual([]);
    expect(await prove(null, NAMELESS)).toEqual([]);
    expect(await prove(GONE.replace('1, 2', '1, 1'), NAMELESS)).toEqual([
      `"${NAMELESS}" is not all that was changed in ${FILE}, beside new tests`,
    ]);
  });

  test.each([
    ['a file without it', ' > adds four', FILE],
    ['a source', NAMELESS, 'sum.js'],
  ])('does not take %s for its file', async (_, told, file) => {
    expect(await prove(GONE, told, file)).toEqual([`"${told}" is no earlier test of ${file}`]);
  });
});
