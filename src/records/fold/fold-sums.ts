/**
 * The sums of a run after one more record: phases, position, clock, waits, counts. Pure.
 *
 * @module
 */
import { listUnmet, sayWhy } from '../../../gates/verdict.ts';
import { kindOf, type LedgerData, type WorkRecord } from '../records.ts';
import { addRemoved } from '../removed-transcripts.ts';
import { addRuns } from '../suite-runs.ts';
import { NO_PHASE_SUMS, type PhaseSums, readPlan, type RunSums, type RunWait } from './run-sums.ts';
import { foldStep } from './fold-step.ts';
import { foldClock } from './work-clock.ts';
import { startOf } from './work-position.ts';

/** After one more record; pure. */
export const foldSums = (before: RunSums, record: WorkRecord): RunSums => {
  const planned = { ...before, ...planIn(record) };
  const sums = speakOf(planned, phaseOf(record));
  return {
    ...sums,
    position: kindOf(record.type).moves?.(record.data)?.(sums.position, sums.phases) ?? sums.position,
    began: sums.began === '' ? record.at : sums.began,
    clock: foldClock(sums.clock, record),
    wait: foldWait(sums.wait, record),
    step: foldStep(sums.step, record),
    removedTranscripts: foldRemoved(sums.removedTranscripts, record),
    suiteRuns: 'suite_runs' in record.data ? addRuns(sums.suiteRuns, record.data.suite_runs ?? []) : sums.suiteRuns,
    byPhase: addRecord(sums.byPhase, record),
  };
};

const foldRemoved = (sum: RunSums['removedTranscripts'], { type, data }: WorkRecord): RunSums['removedTranscripts'] =>
  type === 'turn.started' && data.removed_transcripts !== undefined ? addRemoved(sum, data.removed_transcripts) : sum;

/** The plan that a record brings; of a config that an operator accepted, the work stays where it is. */
const planIn = (record: WorkRecord): Partial<RunSums> => {
  if (record.type === 'run.started') {
    const { spec, limits, ...plan } = readPlan(record.data.config);
    return plan.phases.length === 0 ? { spec, limits } : { spec, limits, ...plan };
  }
  if (record.type !== 'operator.accepted' || record.data.config === undefined) return {};
  const { phases, limits } = readPlan(record.data.config.config);
  return { phases, limits };
};

/** With a phase that the config does not name. */
const speakOf = (sums: RunSums, phase: string | null): RunSums => {
  if (phase === null || sums.phases.includes(phase)) return sums;
  const phases = [...sums.phases, phase];
  return { ...sums, phases, position: sums.phases.length === 0 ? startOf(phases) : sums.position };
};

const addRecord = (byPhase: RunSums['byPhase'], record: WorkRecord): RunSums['byPhase'] => {
  const phase = phaseOf(record);
  if (phase === null) return byPhase;
  const sums = (Object.hasOwn(byPhase, phase) ? byPhase[phase] : undefined) ?? NO_PHASE_SUMS;
  return { ...byPhase, [phase]: addToPhase(sums, record) };
};

const addToPhase = (sums: PhaseSums, record: WorkRecord): PhaseSums => {
  const { type, data } = record;
  if (type === 'turn.ended') return { ...sums, agentMs: sums.agentMs + data.turn.ms };
  if (type === 'tests.ended') return { ...sums, testsMs: sums.testsMs + data.ms };
  if (type === 'turn.discarded') return { ...sums, discarded: sums.discarded + 1 };
  return type === 'iteration.decided' ? addDecision({ ...sums, iterations: sums.iterations + 1 }, data) : sums;
};

const addDecision = (sums: PhaseSums, { record, decision }: LedgerData['iteration.decided']): PhaseSums => {
  if (decision.can_exit) return { ...sums, exit: { greenRuns: record.metrics.consecutive_green_runs ?? null } };
  const held = new Map(sums.heldBy);
  for (const { clause } of listUnmet(decision)) held.set(clause, (held.get(clause) ?? 0) + 1);
  const lastHeld = { iteration: record.iteration, reason: sayWhy(decision) };
  return { ...sums, held: sums.held + 1, heldBy: [...held], lastHeld };
};

/** The phase of a record; null for none. */
const phaseOf = ({ data }: WorkRecord): string | null => {
  if ('record' in data && typeof data.record === 'object') return data.record.phase;
  return 'phase' in data ? data.phase : null;
};

/** The wait after one more record: null where the loop continued. */
export const foldWait = (wait: RunWait | null, { type, data }: WorkRecord): RunWait | null => {
  if (type === 'breaker.changed' && data.to === 'OPEN' && data.open_until !== null && !data.exhausted)
    return { for: 'breaker', until: data.open_until, why: data.why ?? '' };
  if (type === 'turn.discarded' && data.wait_until !== undefined)
    return { for: data.outcome === 'rate_limited' ? 'provider' : 'retry', until: data.wait_until, why: data.why };
  // These operator commands end no wait.
  return type === 'operator.guided' || type === 'operator.accepted' || type === 'operator.reopened' ? wait : null;
};
