/** The sums of a run after one more record: phases, position, clock, waits, counts. Pure. */
import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import { stateKey, type TddEvent, type TddMachine, turnBreaker } from '../../../machines/index.ts';
import { type Position, foldClock, startOf } from './work-position.ts';
import { type LedgerData, type WorkRecord, kindOf } from '../records.ts';
import { type RunStep, type PhaseSums, readPlan, type RunSums, type RunWait } from './run-sums.ts';
import { listUnmet, sayWhy } from '../../../gates/verdict.ts';
import type { RemovedTranscripts } from '../removed-transcripts.ts';
import { addRuns } from '../suite-runs.ts';
import type { WorkState } from './work-state.ts';

type Chart = SnapshotFrom<TddMachine>;

/** A phase that the chart does not have: where the chart begins. Pure. */
export const chartAt = (machine: TddMachine, { phase, state, why }: Position): Chart => {
  if (state === 'completed') return machine.resolveState({ value: 'completed' });
  const begun = initialTransition(machine)[0];
  const key = phase === null ? null : stateKey(phase);
  const isKnown = key !== null && Object.hasOwn(machine.states['working']?.states ?? {}, key);
  const working = isKnown ? machine.resolveState({ value: { working: key } }) : begun;
  const ended: TddEvent | null =
    state === 'halted' ? { type: 'HALT', why } : state === 'aborted' ? { type: 'ABORT', by: '', reason: '' } : null;
  return ended === null ? working : transition(machine, working, ended)[0];
};

/** The active phase, or the phase in which the work was halted; null when the work is over. Pure. */
export const phaseOfChart = (machine: TddMachine, chart: Chart, phases: readonly string[]): string | null => {
  const working = chart.matches('needsHuman') ? transition(machine, chart, { type: 'RESUME' })[0] : chart;
  const { value } = working;
  const key = typeof value === 'object' && 'working' in value ? value['working'] : null;
  return phases.find((phase) => stateKey(phase) === key) ?? null;
};

/** After one more record; null between two iterations. */
const foldStep = (step: RunStep | null, { type, at, data }: WorkRecord): RunStep | null => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- most records change nothing of it
  switch (type) {
    case 'turn.started': {
      const { phase, iteration, remaining, green_runs_wanted: wanted = null } = data;
      const of = remaining === undefined ? null : iteration + remaining.in_phase - 1;
      const counts = step?.phase === phase ? step.counts : null;
      const green = { green_runs: 0, green_runs_wanted: wanted, green_tree: null };
      return { phase, iteration, of, doing: 'agent', since: at, counts, ...green };
    }
    case 'turn.ended':
      return step === null ? null : { ...step, doing: 'tests', since: at };
    case 'tests.ended':
      return step === null ? null : addTests(step, data);
    case 'iteration.decided':
    case 'turn.discarded':
      return step === null ? null : { ...step, doing: 'decided', since: at };
    case 'phase.exited':
    case 'operator.skipped':
    case 'operator.rolled_back':
    case 'run.ended':
      return null;
    default:
      return step;
  }
};

const addTests = (step: RunStep, data: LedgerData['tests.ended']): RunStep => ({
  ...step,
  counts: data.part === undefined ? data.counts : step.counts,
  green_runs: data.green ? (step.green_tree === data.tree ? step.green_runs + 1 : 1) : 0,
  green_tree: data.green ? data.tree : null,
});

const foldSums = (before: RunSums, record: WorkRecord): RunSums => {
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

const addRemoved = (one: RemovedTranscripts | null, other: RemovedTranscripts): RemovedTranscripts => ({
  turns: (one?.turns ?? 0) + other.turns,
  bytes: (one?.bytes ?? 0) + other.bytes,
});

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

const NO_PHASE_SUMS: PhaseSums = {
  iterations: 0,
  held: 0,
  discarded: 0,
  agentMs: 0,
  testsMs: 0,
  heldBy: [],
  lastHeld: null,
  exit: null,
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

// The reducer of a run's state, pure. A live run folds each record as it writes it: a resumed run has the same state.

export const foldWork = (state: WorkState, record: WorkRecord): WorkState => {
  const { fold, openEnds, breaker } = kindOf(record.type);
  const event = breaker?.(record) ?? null;
  return {
    ...(fold?.(state, record) ?? state),
    sums: foldSums(state.sums, record),
    openEnds: openEnds?.(state.openEnds, record, state) ?? state.openEnds,
    breaker: event === null ? state.breaker : turnBreaker(state.breaker, event),
  };
};
