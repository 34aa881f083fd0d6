/**
 * What was done to things that are held fast: frozen files, and tests that were there and may not go (RULES 2.7).
 *
 * @module
 */
import { type Breach, findBroken } from '../evidence/freeze.ts';
import { testId } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';
import type { WorkState } from './work-state.ts';

const MAX_NAMED = 20;

/** One sentence each, for people and for the next prompt; none when all is as it was. */
export const findTampering = async (
  workspace: string,
  state: Pick<WorkState, 'frozen' | 'tests'>,
  run: TestRun,
): Promise<readonly string[]> => {
  const breaches = await findBroken(workspace, state.frozen);
  return [...breaches.map(describeBreach), ...nameGone(findGone(state.tests, run))];
};

const WAYS_OUT = {
  changed: 'was changed after it was frozen: restore it as it was',
  removed: 'was removed after it was frozen: restore it',
  appeared: 'appeared where nothing may be: remove it',
} as const satisfies Record<Breach['what'], string>;

const describeBreach = ({ path, what }: Breach): string => `${path} ${WAYS_OUT[what]}.`;

/** Ids of tests that were there and are not in the report; none of a report that is not complete: that holds by itself. */
export const findGone = (expected: readonly string[], run: TestRun): readonly string[] => {
  const there = new Set(run.tests.map(testId));
  return run.report_complete ? expected.filter((id) => !there.has(id)) : [];
};

const nameGone = (gone: readonly string[]): readonly string[] => [
  ...gone.slice(0, MAX_NAMED).map((id) => `The test "${id}" is gone: bring it back, by the same name.`),
  ...(gone.length > MAX_NAMED ? [`And ${gone.length - MAX_NAMED} more tests are gone.`] : []),
];
