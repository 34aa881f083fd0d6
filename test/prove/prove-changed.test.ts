import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { proveChanged } from '../../src/prove/prove-changed.ts';
import { aFolder } from '../evidence/a-repository.ts';
import { aTestRun, failed } from '../runners/a-test-run.ts';

const FILE = 'sum.test.js';
const OLD = `${FILE} > adds two`;
const BEFORE = `import test from 'node:test';
import { sum } from './sum.js';

const three = () => sum(1, 2);

test('adds two', () => {
  three();
});
`;

interface Edit {
  /** By path: before and after. */
  readonly files: Readonly<Record<string, readonly [before: string, after: string]>>;
  readonly passing: readonly string[];
}

const prove = async (after: string | null, told = OLD, file = FILE, edit?: Edit) => {
  const folder = await aFolder();
  const commit = {
    commit: '2',
    tree: '2',
    subject: 'RED',
    trailers: {
      phase: 'RED',
      changed: [{ test: told, file, because: 'AC-1', by: 'agent', what: edit === undefined ? 'removed' : 'edited' }],
    },
  };
  const claims = await proveChanged({
    commit,
    previous: { ...commit, commit: '1' },
    known: {
      config: {
        phases: [{ phase: 'RED', tests: 'must_fail' }],
        existing_tests: 'named',
        tests: { suites: [{ runner: 'node', folder: '', files: [], command: ['node', '--test'] }] },
      },
      criteria: ['AC-1'],
      suites: [],
      baseline: { passing: edit?.passing ?? [told] },
    },
    run: aTestRun([edit === undefined ? failed('AC-1: adds three') : { ...failed('adds two'), file }]),
    textOf: async (made: { readonly commit: string }, path: string) => {
      const texts = edit === undefined ? [BEFORE, after] : (edit.files[path] ?? []);
      const text = texts[Number(made.commit) - 1] ?? null;
      return text === null ? null : Buffer.from(text);
    },
    sourcesOf: async (made: { readonly commit: string }) => {
      const files: Edit['files'] = edit?.files ?? { [file]: [BEFORE, after ?? ''] };
      const at = Number(made.commit) - 1;
      return new Map(
        Object.entries(files).flatMap(([path, texts]) => {
          const isGone = edit === undefined && after === null && at === 1;
          return isGone ? [] : [[path, Buffer.from(texts[at] ?? '')] as const];
        }),
      );
    },
    look: (_: unknown, use: (checkout: unknown) => Promise<unknown>) =>
      use({
        folder,
        // The runner compares with the values that lie there.
        runTests: async () =>
          aTestRun(
            (edit?.passing ?? []).map((id) => {
              const [of = '', name = ''] = id.split(' > ');
              const isOld = id !== told || readFileSync(join(folder, SNAPSHOT), 'utf8').includes('"2"');
              return { file: of, name, state: isOld ? 'passed' : 'failed' };
            }),
          ),
      }),
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

const SNAPSHOT = `__snapshots__/${FILE}.snap`;

describe('the proof of a test whose recorded value alone changed', () => {
  const TESTS = `import { sum } from './sum.js';
test('adds two', () => expect(sum(1, 1)).toMatchSnapshot());
test('adds four', () => expect(sum(2, 2)).toMatchSnapshot());
`;
  const valuesOf = (two: string, four = '4'): string =>
    `// Jest Snapshot v1\n\nexports[\`adds four 1\`] = \`"${four}"\`;\n\nexports[\`adds two 1\`] = \`"${two}"\`;\n`;
  const proveValues = (after: string) =>
    prove(null, OLD, FILE, {
      files: { [FILE]: [TESTS, TESTS], [SNAPSHOT]: [valuesOf('2'), after] },
      passing: [OLD, `${FILE} > adds four`],
    });

  test('writes the new value over the code from before, where the test has to fail', async () => {
    expect(await proveValues(valuesOf('two'))).toEqual([]);
  });

  test.each([
    ['another value', valuesOf('two', 'four'), 'the value "adds four 1" changed, too'],
    ['code', `${valuesOf('two')}globalThis.sum = () => 'two';\n`, 'more than recorded values changed'],
  ])('does not take a commit in which %s changed, too', async (_, after, why) => {
    expect(await proveValues(after)).toEqual([`"${OLD}" is not all that was changed in ${SNAPSHOT}: ${why}`]);
  });
});
