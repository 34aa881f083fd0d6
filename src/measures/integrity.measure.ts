/**
 * What was done to things that are held fast: frozen files, and tests that were there and may not go (RULES 2.7).
 *
 * @module
 */
import { findRenamed, followRename } from '../integrity/find-renamed.ts';
import { type Breach, findBroken } from '../integrity/freeze.ts';
import { REPOSITORY } from '../integrity/frozen-parts.ts';
import { findIntruders } from '../integrity/intruders.ts';
import { testId } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';
import { findTestFilesOf } from '../integrity/suite-files.ts';
import { type KnownOfRun, type Measure, standard } from './measure.ts';

const MAX_NAMED = 20;

export interface Tampering {
  /** One sentence each, for people and for the next prompt; none when all is as it was. */
  readonly notes: readonly string[];
  /** Ids, as they were, of tests that may not go and are not in the report; none of a report that is not complete: that holds by itself. */
  readonly gone: readonly string[];
}

/**
 * Looks at what is frozen, at what came to the sources since, and for every test that was there.
 *
 * @param sources - the files of the last fingerprint
 * @param reported - the test files that are known of this tree, where the run was of a part; then no test is looked for
 */
export const findTampering = async (
  workspace: string,
  state: Pick<KnownOfRun, 'frozen' | 'tests'>,
  run: TestRun,
  sources: ReadonlyMap<string, string> = new Map(),
  reported: readonly string[] | null = null,
): Promise<Tampering> => {
  const breaches = await findBroken(workspace, state.frozen);
  const places = reported ?? run.tests.map(({ file }) => file);
  const renamed = await findRenamed(workspace, state.frozen, breaches, places);
  const intruders = await findIntruders(workspace, sources, state.frozen);
  const gone = reported === null ? findGone(state.tests, run, renamed) : [];
  return {
    notes: [
      ...breaches.filter(({ path }) => !renamed.has(path)).map(describeBreach),
      ...intruders.map(({ path, why }) => `${path} ${why}.`),
      ...nameGone(gone),
    ],
    gone,
  };
};

export const integrity = {
  after: 'tests',
  metrics: standard('tests_intact'),
  measure: async ({ config, run: known, tests: { run, part, after }, found }) => {
    const reported = part === undefined ? null : findTestFilesOf(config.tests.suites, after.files.keys(), []);
    const { notes, gone } = await findTampering(config.folder, known, run, after.files, reported);
    const tampering = [...notes, ...(found.tampering ?? [])];
    return { metrics: { tests_intact: tampering.length === 0 }, notes: tampering, found: { gone } };
  },
} as const satisfies Measure;

const WAYS_OUT = {
  changed: 'was changed after it was frozen: restore it as it was',
  removed: 'was removed after it was frozen: restore it',
  appeared: 'appeared where nothing may be: remove it',
} as const satisfies Record<Breach['what'], string>;

/** Where the repository around the workspace has its root. */
const REPOSITORY_WAYS_OUT = {
  changed: 'changed: the workspace lies in another repository than when the run began. Restore that one',
  removed: 'is gone: the workspace lay in a repository when the run began. Restore its .git',
  appeared: 'appeared: there was no repository around the workspace when the run began. Remove its .git',
} as const satisfies Record<Breach['what'], string>;

const describeBreach = ({ path, what }: Breach): string =>
  `${path} ${path === REPOSITORY ? REPOSITORY_WAYS_OUT[what] : WAYS_OUT[what]}.`;

const findGone = (
  expected: readonly string[],
  run: TestRun,
  renamed: ReadonlyMap<string, string>,
): readonly string[] => {
  const there = new Set(run.tests.map(testId));
  return run.report_complete ? expected.filter((id) => !there.has(followRename(id, renamed))) : [];
};

const nameGone = (gone: readonly string[]): readonly string[] => [
  ...gone.slice(0, MAX_NAMED).map((id) => `The test "${id}" is gone: bring it back, by the same name.`),
  ...(gone.length > MAX_NAMED ? [`And ${gone.length - MAX_NAMED} more tests are gone.`] : []),
];
