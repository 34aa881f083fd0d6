/** Decides a recorded run again, under its config or another, and compares the results (rule 4.10). Pure. */
import type { LedgerData, WorkRecord } from '../../records/records.ts';
import { type WorkState, UNSTARTED } from '../../records/fold/work-state.ts';
import { type CompiledGate, compileGates } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import { DUALGATE_VERSION } from '../../base/version.ts';
import { phaseAt } from '../../records/fold/work-position.ts';
import { thresholdOf } from '../../records/fold/preset-state.ts';
import { RunError } from '../../records/run-error.ts';
import { foldWork } from '../../records/fold/fold-sums.ts';
import {
  compareDecisions,
  compareOutcomes,
  type Difference,
  type Outcome,
  outcomeOf,
  findOddities,
  type ChartStatus,
} from './follow-records.ts';
import { findUnmeasured, whyUnknown, countUnder } from './under-config.ts';
import { findRecordedConfig, readRecordedConfig, type ReplayConfig } from '../../records/recorded-config.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';

// Checks that reviews and decisions follow from one another: a verdict is about one state of the sources, it is given
// once, and no phase exits without it. A replay asks no reviewer. Pure.

/** @param isAsked - whether the config that rules has a review @param state - after the records before it */
export const findReviewOddities = (
  record: WorkRecord,
  { reviews }: Pick<WorkState, 'reviews'>,
  isAsked: boolean,
): readonly string[] => {
  if (record.type === 'iteration.decided') return findWrongVerdict(record.data, reviews, isAsked);
  return record.type === 'review.ended' &&
    record.data.outcome !== 'no_verdict' &&
    Object.hasOwn(reviews, record.data.tree)
    ? ['these sources had the verdict of a review before']
    : [];
};

const findWrongVerdict = (
  { record, decision, exit }: LedgerData['iteration.decided'],
  reviews: WorkState['reviews'],
  isAsked: boolean,
): readonly string[] => {
  const { review_approved: approved, tree_stable } = record.metrics;
  if (isAsked && decision.can_exit && approved !== true) return [`it exits ${record.phase} without a review`];
  // Sources that changed during the review have no verdict, and are held for that.
  if (approved !== true || tree_stable !== true) return [];
  const tree = record.tree.after;
  if (reviews[tree]?.outcome !== 'approved') return ['no review before it approves its sources'];
  return exit === undefined || exit.tree === tree ? [] : ['its exit has other sources than those that were reviewed'];
};

export interface ReplayedIteration {
  /** Number of its record. */
  readonly seq: number;
  readonly phase: string;
  readonly iteration: number;
  readonly recorded: Outcome;
  /** `null`: there would be no decision; `differences` say why. */
  readonly again: Outcome | null;
  readonly differences: readonly Difference[];
  /** Why the other decision is unknown; empty where it is known. Otherwise `again` is only a part of it. */
  readonly unknown: readonly string[];
  /** An iteration before it would have ended differently: this one would not have been the same. */
  readonly hypothetical: boolean;
}

export interface Replay {
  readonly run: string;
  /** The config of the gates: that of the run, or another one. */
  readonly under: 'recorded' | 'other';
  /** `recorded`: the last one if the run was resumed. */
  readonly versions: { readonly recorded: string; readonly here: string };
  readonly iterations: readonly ReplayedIteration[];
  /** Records that do not follow from the ones before them; only checked under the config of the run. */
  readonly oddities: readonly { readonly seq: number; readonly what: string }[];
  /** Nothing differs, and nothing is unknown. */
  readonly same: boolean;
}

/**
 * Decides the iterations of a recorded run again.
 * @param records - of the whole run, in order
 * @param config - the config to decide under; that of the run by default
 * @throws {RunError} when there is no run in the records, or its gates cannot be judged any more
 * @throws {PhaseError} {ConditionError} when gates cannot be made from `config`
 */
export const replayRun = (records: readonly WorkRecord[], config: ReplayConfig | null = null): Replay => {
  const [first] = records;
  if (first?.type !== 'run.started')
    throw new RunError('Cannot replay the run: its first record does not start a run.');
  const own = config === null ? readRecordedConfig(first.data) : findRecordedConfig(first.data);
  const asked = config ?? own;
  if (asked === null) throw new RunError('Cannot replay the run: its config is missing or unusable.');
  const judgeOf = (ruling: ReplayConfig | null): Judge =>
    createJudge(config ?? ruling ?? asked, config === null ? null : (ruling ?? asked));
  const { iterations, oddities } = walk(records, { judgeOf, own, strict: config === null });
  return {
    run: first.data.run,
    under: config === null ? 'recorded' : 'other',
    versions: { recorded: lastVersion(records, first.data), here: DUALGATE_VERSION },
    iterations,
    oddities,
    same: oddities.length === 0 && iterations.every(isSame),
  };
};

type Judged = Omit<ReplayedIteration, 'hypothetical'>;
type Judge = (decided: LedgerData['iteration.decided'], seq: number, status: ChartStatus) => Judged;

interface Walk {
  /** For the config that rules the run: an operator may have accepted another one in its course. */
  readonly judgeOf: (ruling: ReplayConfig | null) => Judge;
  readonly own: ReplayConfig | null;
  readonly strict: boolean;
}

/** Record by record, in the state after the records before it. */
const walk = (records: readonly WorkRecord[], { judgeOf, own, strict }: Walk) => {
  const iterations: ReplayedIteration[] = [];
  const oddities: { readonly seq: number; readonly what: string }[] = [];
  let status: ChartStatus = { state: UNSTARTED, phase: null, pendingExit: null };
  let judge = judgeOf(own);
  let hypothetical = false;
  let isReviewed = own?.review !== undefined;
  for (const [seq, record] of records.entries()) {
    const found = strict
      ? [...findOddities(record, status), ...findReviewOddities(record, status.state, isReviewed)]
      : [];
    oddities.push(...found.map((what) => ({ seq, what })));
    if (record.type === 'iteration.decided') {
      const row = { ...judge(record.data, seq, status), hypothetical };
      iterations.push(row);
      hypothetical ||= wentAnotherWay(row);
    }
    const accepted = record.type === 'operator.accepted' ? record.data.config : undefined;
    if (accepted !== undefined) {
      const ruling = strict ? readRecordedConfig(accepted) : findRecordedConfig(accepted);
      isReviewed = ruling?.review !== undefined;
      judge = judgeOf(ruling);
    }
    const state = foldWork(status.state, record);
    status = {
      state,
      phase: phaseAt(state.sums.position),
      pendingExit: pendingExitAfter(record, status.pendingExit),
    };
  }
  return { iterations, oddities };
};

const pendingExitAfter = (record: WorkRecord, before: ChartStatus['pendingExit']): ChartStatus['pendingExit'] => {
  if (record.type === 'phase.exited') return null;
  return record.type === 'iteration.decided' && record.data.decision.can_exit ? record.data.decision : before;
};

/** @param own - the config of the run; `null` when it is the one that decides */
const createJudge = (asked: ReplayConfig, own: ReplayConfig | null): Judge => {
  const gates = compileGates(asked);
  const ownGates = own === null ? null : compileGates(own);
  return ({ record, decision }, seq, { state }) => {
    const { phase, iteration } = record;
    const row = { seq, phase, iteration, recorded: outcomeOf(decision), unknown: [] };
    const gate = gateOf(gates, phase);
    const never = (again: string): Judged => ({
      ...row,
      again: null,
      differences: [{ what: 'next', recorded: decision.next, again }],
    });
    if (gate === null) return never(`no decision: this config has no phase ${phase}`);
    if (own === null || ownGates === null) {
      const again = decide(gate, record);
      return { ...row, again: outcomeOf(again), differences: compareDecisions(decision, again) };
    }
    const ended = findEndBefore(asked, state, record);
    if (ended !== null) return never(`no decision: ${ended}`);
    const counted = countUnder(record, { asked, own }, thresholdOf(state));
    const again = decide(gate, counted.record);
    const unmeasured = new Map([
      ...findUnmeasured(gate, gateOf(ownGates, phase), counted.record),
      ...counted.unmeasured,
    ]);
    const isUnasked = again.approval?.satisfied === false && record.approval === undefined;
    const unknown = isUnasked ? ['the run did not ask a person'] : whyUnknown(again, gate, unmeasured);
    return { ...row, again: outcomeOf(again), unknown, differences: compareOutcomes(decision, again) };
  };
};

const gateOf = (gates: readonly CompiledGate[], phase: string): CompiledGate | null =>
  gates.find((each) => each.phase.phase === phase) ?? null;

const isSame = ({ differences, unknown }: Judged): boolean => differences.length === 0 && unknown.length === 0;

/** Other clauses of the same hold change only the next prompt. */
const wentAnotherWay = ({ differences, unknown }: Judged): boolean =>
  unknown.length > 0 || differences.some(({ what }) => what === 'next');

const lastVersion = (records: readonly WorkRecord[], { versions }: LedgerData['run.started']): string =>
  records.reduce(
    (version, { type, data }) => (type === 'run.resumed' ? (data.versions?.dualgate ?? version) : version),
    versions.dualgate,
  );

/** In words; `null`: none. The run compares with the clock, a replay with the time at which the turn began. */
const findEndBefore = (
  { limits }: ReplayConfig,
  { runIterationsUsed, since }: Pick<WorkState, 'runIterationsUsed' | 'since'>,
  { started_at }: Pick<IterationRecord, 'started_at'>,
): string | null => {
  if (limits === undefined) return null;
  if (runIterationsUsed >= limits.iterations) return `limits.iterations of ${limits.iterations} were used`;
  const minutes = (Date.parse(started_at) - Date.parse(since)) / 60_000;
  return minutes >= limits.minutes ? `limits.minutes of ${limits.minutes} were used` : null;
};
