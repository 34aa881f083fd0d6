/**
 * Whether the sources stood still while they were measured (RULES 2.4).
 *
 * @module
 */
import { findFlaky } from '../evidence/find-flaky.ts';
import { findWritten, stampFrozen } from '../integrity/stamp-frozen.ts';
import { type Fingerprint, findMoved } from '../sources/fingerprint.ts';
import { type LastQuestion, type Measure, standard } from './measure.ts';

const MAX_MOVED = 10;

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
      notes: [...findFlaky(onThisTree), ...describeMoved(moved)],
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

export const describeMoved = (moved: readonly string[]): readonly string[] => {
  if (moved.length === 0) return [];
  const rest = moved.length > MAX_MOVED ? ` and ${moved.length - MAX_MOVED} more` : '';
  return [
    `The sources moved while they were measured: ${moved.slice(0, MAX_MOVED).join(', ')}${rest}. ` +
      'Stop what writes them in the background; what the suite writes for itself belongs into .gitignore or tests.writes.',
  ];
};
