/**
 * Do the records follow from one another? What a chain of hashes cannot say: somebody may have sealed a chain anew in which
 * every record is whole, and a count or a phase in it is not what the records before it lead to. Pure.
 *
 * @module
 */
import type { IterationRecord } from '../../gates/iteration.ts';
import { hasFailed } from '../records/fold/breaker-event-of.ts';
import { hasMoved } from '../records/fold/progress.ts';
import type { LedgerData, WorkRecord } from '../records/catalogue/records.ts';
import type { WorkState } from '../records/fold/work-state.ts';

/** What the records before it lead to. */
export interface Standing {
  readonly state: WorkState;
  /** Where the chart stands; null when the work is over. */
  readonly phase: string | null;
  /** The last iteration that both gates let leave its phase; null when none was since the last exit was recorded. */
  readonly leaving: { readonly phase: string; readonly iteration: number } | null;
}

/** Sentences, each about the record; none where it follows. Types that lead nowhere by themselves are not looked at. */
export const findOddities = (record: WorkRecord, standing: Standing): readonly string[] => {
  const { state, phase } = standing;
  if (record.type === 'run.started') return state.run === '' ? [] : ['the run had begun already'];
  if (record.type === 'iteration.decided') return findWrongCounts(record.data.record, standing);
  if (record.type === 'phase.left') return findWrongExit(record.data, standing);
  if (record.type !== 'run.settled') return [];
  const { status } = record.data;
  if ((status === 'completed' || status === 'aborted') === (phase === null)) return [];
  return [`it says ${status}, and the work stands ${phase === null ? 'at its end' : `in ${phase}`}`];
};

const findWrongCounts = (record: IterationRecord, { state, phase }: Standing): readonly string[] => [
  ...expectSame('its run', record.run, state.run),
  ...expectSame('its phase', record.phase, phase),
  ...expectSame('its iteration', record.iteration, state.iteration + 1),
  ...expectSame('its attempt', record.attempt, state.voids + 1),
  ...expectSame('its metric iteration', record.metrics.iteration, record.iteration),
  ...expectSame('its allowance_used', record.allowance_used, state.allowanceUsed + 1),
  ...findWrongStandstill(record, state),
];

/** Progress is looked at before the probe, and before the tree of a commit is made; both may find sources that moved. */
const findWrongStandstill = (record: IterationRecord, { seen, phaseTree, breaker }: WorkState): readonly string[] => {
  const { metrics, turn, progress, without_progress: counted } = record;
  // Records of before the breaker carry the count alone.
  if (progress === undefined || metrics.faults_planted !== undefined) return [];
  const looks = [record, { ...record, metrics: { ...metrics, tree_stable: true } }];
  const moved = looks.map((look) => hasMoved(seen, phaseTree, look));
  if (!moved.includes(progress)) return expectSame('its progress', progress, moved[0]);
  const follows = progress ? 0 : breaker.no_progress + (hasFailed({ turn }, progress) ? 0 : 1);
  return expectSame('its without_progress', counted, follows);
};

const findWrongExit = (
  { phase, iteration, forced_exit }: LedgerData['phase.left'],
  { state, leaving }: Standing,
): readonly string[] => {
  if (forced_exit) return state.forced.some((each) => each.phase === phase) ? [] : [`nobody forced ${phase}`];
  return leaving?.phase === phase && leaving.iteration === iteration
    ? []
    : [`no decision before it leaves ${phase} in iteration ${iteration}`];
};

const expectSame = (what: string, is: unknown, follows: unknown): readonly string[] =>
  is === follows
    ? []
    : [`${what} is ${JSON.stringify(is)}, and ${JSON.stringify(follows)} follows from what was before`];
