/**
 * Whether the sources stayed unchanged while they were measured (rule 2.4).
 *
 * @module
 */
import type { Finding } from '../../gates/iteration.ts';
import { findFlaky } from '../evidence/find-flaky.ts';
import { cut, finding } from '../findings/findings.ts';
import { findWritten, stampFrozen } from '../integrity/stamp-frozen.ts';
import { type Fingerprint, findMoved } from '../sources/fingerprint.ts';
import { type LastQuestion, type Measure, standard } from './measure.ts';

export const tree = {
  after: 'last_look',
  metrics: standard('tree_stable'),
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
