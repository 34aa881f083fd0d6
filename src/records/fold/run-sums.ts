/**
 * The sums of a run so far, by phase and time, in space that does not grow with its length. They are shown to people;
 * nothing is decided by them.
 *
 * @module
 */
import { listUnmet, sayWhy } from '../../../gates/verdict.ts';
import type { LedgerData, WorkRecord } from '../catalogue/records.ts';
import { addRemoved, type RemovedTranscripts } from '../removed-transcripts.ts';
import { addRuns, type SuiteRuns } from '../suite-runs.ts';
import { foldWait, type RunWait } from './run-wait.ts';
import { foldClock, type WorkClock } from './work-clock.ts';
import { foldPosition, type Position, startOf } from './work-position.ts';

export interface RunSums {
  /** The task, as the config of the run names it; '' where it does not. */
  readonly spec: string;
  /** Names: in the order of the config, then those that only records mention. */
  readonly phases: readonly string[];
  /** From the config; null where it has no readable one. */
  readonly limits: RunLimits | null;
  readonly position: Position;
  /** ISO 8601: the first record; '' before it. */
  readonly began: string;
  /** Null before the first record. */
  readonly clock: WorkClock | null;
  /** The wait that the records leave a loop in; null where it continued. */
  readonly wait: RunWait | null;
  /** Parts of its transcripts that dualgate removed; null where it kept everything. */
  readonly removedTranscripts: RemovedTranscripts | null;
  /** How often the suite ran, and for what. */
  readonly suiteRuns: readonly SuiteRuns[];
  /** For every phase that a record mentions. */
  readonly byPhase: Readonly<Record<string, PhaseSums>>;
}

/** The limits of a run. */
export interface RunLimits {
  readonly iterations: number;
  readonly minutes: number;
  /** US dollars. */
  readonly cost: number;
}

export interface PhaseSums {
  /** Decided ones, including rolled-back ones. */
  readonly iterations: number;
  /** The held ones among these. */
  readonly held: number;
  readonly discarded: number;
  /** Milliseconds of the agent's turns, and of test runs. */
  readonly agentMs: number;
  readonly testsMs: number;
  /** Clause → iterations that it held, in the order of the first one. */
  readonly heldBy: readonly (readonly [clause: string, count: number])[];
  /** The last iteration that was held, and why. */
  readonly lastHeld: { readonly iteration: number; readonly reason: string } | null;
  /** Its last exit by both gates; null where there was none. */
  readonly exit: { readonly greenRuns: number | null } | null;
}

const NOTHING: PhaseSums = {
  iterations: 0,
  held: 0,
  discarded: 0,
  agentMs: 0,
  testsMs: 0,
  heldBy: [],
  lastHeld: null,
  exit: null,
};

/** Before the first record. */
export const NO_SUMS: RunSums = {
  spec: '',
  phases: [],
  limits: null,
  position: startOf([]),
  began: '',
  clock: null,
  wait: null,
  removedTranscripts: null,
  suiteRuns: [],
  byPhase: {},
};

/** After one more record; pure. */
export const foldSums = (before: RunSums, record: WorkRecord): RunSums => {
  const planned = { ...before, ...planIn(record) };
  const sums = speakOf(planned, phaseOf(record));
  return {
    ...sums,
    position: foldPosition(sums.phases)(sums.position, record),
    began: sums.began === '' ? record.at : sums.began,
    clock: foldClock(sums.clock, record),
    wait: foldWait(sums.wait, record),
    removedTranscripts: foldRemoved(sums.removedTranscripts, record),
    suiteRuns: 'suite_runs' in record.data ? addRuns(sums.suiteRuns, record.data.suite_runs ?? []) : sums.suiteRuns,
    byPhase: addRecord(sums.byPhase, record),
  };
};

const foldRemoved = (sum: RunSums['removedTranscripts'], { type, data }: WorkRecord): RunSums['removedTranscripts'] =>
  type === 'turn.started' && data.removed_transcripts !== undefined ? addRemoved(sum, data.removed_transcripts) : sum;

/** The plan that a record brings; of a config that an operator accepted, the work stays where it is. */
const planIn = (record: WorkRecord): Partial<RunSums> => {
  if (record.type === 'run.started') return readPlan(record.data.config);
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
  const sums = (Object.hasOwn(byPhase, phase) ? byPhase[phase] : undefined) ?? NOTHING;
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
  const phase = 'record' in data && typeof data.record === 'object' ? data.record.phase : read(data, 'phase');
  return isName(phase) ? phase : null;
};

/** From a config of any version in a ledger. Pure. */
export const readPlan = (config: unknown): Pick<RunSums, 'spec' | 'phases' | 'limits' | 'position'> => {
  const spec = read(read(config, 'work'), 'spec');
  const listed = read(config, 'phases');
  const phases = Array.isArray(listed) ? listed.map((phase: unknown) => read(phase, 'phase')).filter(isName) : [];
  const names = [...new Set(phases)];
  return { spec: isName(spec) ? spec : '', phases: names, limits: readLimits(config), position: startOf(names) };
};

const readLimits = (config: unknown): RunLimits | null => {
  const limits = read(config, 'limits');
  const [iterations, minutes, cost] = ['iterations', 'minutes', 'cost'].map((name) => read(limits, name));
  return typeof iterations === 'number' && typeof minutes === 'number' && typeof cost === 'number'
    ? { iterations, minutes, cost }
    : null;
};

const isName = (name: unknown): name is string => typeof name === 'string' && name !== '';

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
