/** Whether the sources stayed unchanged while they were measured (rule 2.4). */
import { statesOf } from '../baseline.ts';
import type { Finding } from '../../../gates/iteration.ts';
import { finding, cut, firstOf } from '../findings/findings.ts';
import { findMixed } from '../../runners/is-green.ts';
import type { TestRun } from '../../runners/test-run.ts';
import { findWritten, stampFrozen } from '../integrity/freeze.ts';
import { type Fingerprint, findMoved } from '../../project/sources/fingerprint.ts';
import { type LastQuestion, type Measure } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

// Tests that changed their result on the same sources (rule 1.3). Several results in one report are no flakiness.

const MAX_NAMED = 20;

/** Each test that was not the same in all runs of one tree, and each name that one report has with different results. */
export const findFlaky = (runs: readonly TestRun[]): readonly Finding[] => {
  const seen = runs.map(statesOf);
  const ids = new Set(seen.flatMap((states) => [...states.keys()]));
  const mixed = new Set(runs.flatMap(findMixed));
  const statesIn = (test: string) => seen.flatMap((each) => each.get(test) ?? []);
  const flaky = [...ids].filter((test) => !mixed.has(test) && new Set(statesIn(test)).size > 1);
  return [
    ...firstOf(
      [...mixed],
      MAX_NAMED,
      (test) => finding('tests.shared_name', { test, states: seen.find((each) => each.has(test))?.get(test) ?? [] }),
      (count) => finding('tests.shared_name.more', { count }),
    ),
    ...firstOf(
      flaky,
      MAX_NAMED,
      (test) => finding('tests.flaky', { test, states: statesIn(test) }),
      (count) => finding('tests.flaky.more', { count }),
    ),
  ];
};

export const tree = {
  after: 'last_look',
  metrics: METRICS_OF.tree,
  measure: async (question) => {
    const { testRuns, found, last } = question;
    const looks = [...testRuns.flatMap(({ before, after }) => [before, after]), ...(found.looks ?? []), last];
    const moved = [...listMoved(looks), ...(await findFrozenWritten(question))];
    const onThisTree = testRuns.filter(({ after }) => after.tree === last.tree).map(({ run }) => run);
    return {
      metrics: { tree_stable: moved.length === 0 },
      findings: [...findFlaky(onThisTree), ...findingsOfMoved(moved)],
      found: { moved },
    };
  },
} as const satisfies Measure;

/** The sources that moved between any two looks in a row, in path order. */
const listMoved = (looks: readonly Fingerprint[]): readonly string[] => {
  const moved = looks.slice(1).flatMap((look, i) => findMoved(looks[i] ?? look, look));
  return [...new Set(moved)].sort();
};

/** Frozen things that are no sources, and were written while the tests ran. */
const findFrozenWritten = async ({
  config,
  run,
  frozenStamps,
  last: { files },
}: LastQuestion): Promise<readonly string[]> =>
  frozenStamps === undefined
    ? []
    : findWritten(frozenStamps, await stampFrozen(config.folder, run.frozen, (path) => files.has(path)));

/** One finding, where sources moved. */
export const findingsOfMoved = (moved: readonly string[]): readonly Finding[] =>
  moved.length === 0 ? [] : [finding('sources.moved', cut(moved))];
