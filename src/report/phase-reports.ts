/**
 * The phases of a run, one by one: how long each took, and what held it how often.
 *
 * @module
 */
import { luckOf } from '../view/green-luck.ts';
import type { LedgerData, WorkRecord } from '../records/work-record.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import type { PhaseReport, ProbeOfPhase } from './report.ts';
import { tally } from './tally.ts';

type Decided = LedgerData['iteration.decided'];

/** @param phase - the one that the work stands at; null when it is over */
export const reportPhases = (
  records: readonly WorkRecord[],
  phases: readonly string[],
  { state, phase }: { readonly state: WorkState; readonly phase: string | null },
): readonly PhaseReport[] => {
  const reached = phase === null ? phases.length : phases.indexOf(phase);
  return phases.map((name, position) => {
    const own = records.filter(({ data }) => phaseOf(data) === name);
    const decided = own.flatMap((record) => (record.type === 'iteration.decided' ? [record.data] : []));
    const sum = (measure: (record: WorkRecord) => number) => own.reduce((ms, record) => ms + measure(record), 0);
    const isForced = state.forced.some((forced) => forced.phase === name);
    const isBegun = own.length > 0;
    const left = decided.findLast(({ decision }) => decision.can_exit);
    return {
      phase: name,
      outcome: outcomeOf(
        { isForced, isBegun, isLeft: position < reached && (isForced || left !== undefined) },
        name === phase,
      ),
      iterations: decided.length,
      void_attempts: own.filter(({ type }) => type === 'attempt.void').length,
      agent_ms: sum((record) => (record.type === 'turn.ended' ? record.data.turn.ms : 0)),
      tests_ms: sum((record) => (record.type === 'tests.ended' ? record.data.ms : 0)),
      usage: state.usage.phases[name] ?? null,
      held: tally(decided.filter(({ decision }) => !decision.can_exit).flatMap(clausesOf)),
      luck: left === undefined ? null : luckOf(left.record.metrics),
    };
  });
};

/** Of each phase, the last one. */
export const reportProbes = (records: readonly WorkRecord[]): readonly ProbeOfPhase[] => {
  const last = new Map<string, ProbeOfPhase>();
  for (const record of records) {
    if (record.type !== 'iteration.decided' || record.data.probe === undefined) continue;
    const { faults_planted, faults_noticed, unproven, nothing_shown } = record.data.probe;
    const { phase } = record.data.record;
    last.set(phase, { phase, faults_planted, faults_noticed, unproven, nothing_shown });
  }
  return [...last.values()];
};

const phaseOf = (data: WorkRecord['data']): string | null => {
  if ('record' in data && typeof data.record === 'object') return data.record.phase;
  return 'phase' in data ? data.phase : null;
};

const clausesOf = ({ decision: { gate_1, gate_2 } }: Decided): readonly string[] =>
  [...gate_1.unmet, ...gate_2.unmet].map(({ clause }) => clause);

const outcomeOf = (
  seen: { readonly isForced: boolean; readonly isBegun: boolean; readonly isLeft: boolean },
  isCurrent: boolean,
): PhaseReport['outcome'] => {
  if (seen.isLeft) return seen.isForced ? 'forced' : 'left';
  return isCurrent || seen.isBegun ? 'open' : 'ahead';
};
