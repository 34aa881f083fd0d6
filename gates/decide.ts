/** The decision: both gates judge the same iteration (rule 1.1). Total: a gate that fails holds the phase (rule 1.7). */
import { AWAITED_SIGNAL, MISSING_SIGNAL, PREMATURE_SIGNAL } from './gate-warnings.ts';
import { gatesAgree, statedMetrics, type Unmet, type Verdict, type Verdicts } from './verdict.ts';
import { nameCriteria } from './name-criteria.ts';
import { type CompiledGate, floorAsked, type Judge } from './compile-gates.ts';
import { countDeadlocks, DEADLOCK_AFTER } from './deadlocks.ts';
import type { IterationRecord, Signal } from './iteration.ts';
import type { Metrics } from './metrics.ts';
import { hopeFor, isSatisfiedSoFar, nameWaiting, sayNothingRan } from './not-started.ts';
import { SIGNAL_REASONS } from './signal-reasons.ts';
import type { Approval } from './record-parts.ts';
import type { Phase } from './phase.ts';

/** Why the loop stops although the phase is held. */
export type HaltCode = 'blocked' | 'permission_denied' | 'premature_signal' | 'silent_agent' | 'max_iterations';

/** In the form of spec 001, "Dual-Gate State Schema". */
export interface Decision {
  readonly phase: string;
  readonly iteration: number;
  readonly gate_1: Verdict & { readonly condition: string; readonly values: Metrics };
  readonly gate_2: Verdict & {
    readonly condition: string;
    readonly source: 'explicit_signal' | null;
    /** The channel that carried the signal. */
    readonly channel: Signal['source'];
  };
  /** The answer of a person. Only where the phase has `confirm: true` and both gates agree. */
  readonly approval?: Verdict;
  readonly can_exit: boolean;
  /** The result of the two gates, in one sentence. */
  readonly reason: string;
  readonly next: 'leave' | 'hold' | 'needs_human' | 'stop';
  /** Why the phase does not simply continue; only beside `needs_human` and `stop`. */
  readonly halt?: { readonly code: HaltCode; readonly says: string };
  /** The end of the iteration, ISO 8601. */
  readonly timestamp: string;
}

/** Whether `record` is enough to exit `gate.phase`. Pure, never throws. */
export const decide = (gate: CompiledGate, record: IterationRecord): Decision => {
  const gate_1 = judgeMeasured(gate, record);
  const gate_2 = judgeSignal(gate, record);
  const agree = gatesAgree({ gate_1, gate_2 });
  // It can hold, and never open: without both gates nobody is asked.
  const approval = agree ? judgeApproval(gate.phase, record) : null;
  const can_exit = agree && approval?.satisfied !== false;
  return {
    phase: gate.phase.phase,
    iteration: record.iteration,
    gate_1: { ...gate_1, condition: gate.gate_1.source, values: valuesAsked(gate, record) },
    gate_2: {
      ...gate_2,
      condition: gate.gate_2.source,
      source: gate_2.satisfied ? 'explicit_signal' : null,
      channel: record.signal.source,
    },
    ...(approval === null ? {} : { approval }),
    can_exit,
    reason: approval === null ? reasonOf(gate_1, gate_2.satisfied) : sayApproval(approval, record.approval),
    ...(can_exit ? { next: 'leave' } : nextOf(gate, record, { gate_1, gate_2 })),
    timestamp: record.ended_at,
  };
};

const judgeMeasured = (gate: CompiledGate, record: IterationRecord): Verdict => {
  const { phase } = gate.phase;
  if (record.phase !== phase)
    return unmet({
      clause: `phase == ${phase}`,
      because: `the record is for ${record.phase}`,
      metrics: [],
      rule: '1.1',
    });
  const nothing = record.measured === 'nothing';
  const asked = floorAsked(gate.floor, record.metrics).filter(
    ({ condition }) => !nothing || isKnown(condition, record),
  );
  const floor = asked.flatMap(({ rule, condition }) =>
    judgedSoFar(condition, record).map((each) => ({ ...each, rule })),
  );
  const part = record.measured === undefined || nothing ? [] : [PART];
  const own = judgedSoFar(gate.gate_1, record).filter(({ clause }) => !floor.some((each) => each.clause === clause));
  const last = nothing ? [sayNothingRan(record)] : [];
  return verdictOf([...part, ...own, ...floor, ...last].map((each) => nameCriteria(each, record.criteria)));
};

/** Whether a clause of the floor has anything to judge: where no test ran, one clause stands for all about tests. */
const isKnown = ({ metrics: names }: Pick<Judge, 'metrics'>, { metrics }: IterationRecord): boolean =>
  names.some((name) => metrics[name] !== undefined);

const judgedSoFar = (gate: Judge, record: IterationRecord): readonly Unmet[] => {
  const unmetNow = judged(gate, record.metrics);
  const hope = hopeFor(record);
  if (hope === null || unmetNow.length === 0) return unmetNow;
  const hoped = judged(gate, hope);
  return unmetNow.map((each) => nameWaiting(each, hoped, record));
};

/** Only the whole suite can satisfy the gate (rule 1.4). */
const PART: Unmet = {
  clause: 'the whole suite ran',
  because: 'only the tests of the criteria ran, and some of them fail',
  metrics: [],
  rule: '1.4',
};

const judgeSignal = (gate: CompiledGate, record: IterationRecord): Verdict => {
  const { signal } = record;
  if (signal.value !== true)
    return unmet({
      clause: 'exit_signal == true',
      because: describeSignal(signal),
      metrics: ['exit_signal'],
      rule: '1.2',
    });
  return verdictOf(judged(gate.gate_2, { ...record.metrics, exit_signal: true }));
};

/** The advice is recorded with the signal, so a replay gives the same text. */
const describeSignal = ({ reason, way_out: wayOut }: Signal): string =>
  `${SIGNAL_REASONS[reason][0]}${wayOut === undefined ? '' : `. ${wayOut}`}`;

/** A gate that throws, or returns anything but a verdict, holds (rule 1.7). */
const judged = (gate: Judge, values: Metrics & { readonly exit_signal?: boolean }): readonly Unmet[] => {
  // No value of a metric satisfies a gate that failed.
  const broke = (because: string): readonly Unmet[] => [{ clause: gate.source, because, metrics: [], rule: '1.7' }];
  try {
    const answer = gate.judge(values);
    if (answer instanceof Promise)
      return broke('the gate returned a promise: measure first, and let it judge the metrics at once');
    const { satisfied, unmet: clauses } = answer;
    // Anything but true holds: an embedder's function may answer what its type forbids.
    // oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare
    if (satisfied === true) return [];
    const stated = Array.isArray(clauses) ? clauses.flatMap(asUnmet) : [];
    return stated.length > 0 ? stated : broke('the gate gave no reason');
  } catch (error) {
    return broke(`the gate threw an error: ${String(error)}`);
  }
};

/** A clause of an embedder's function; nothing if it is no clause. */
const asUnmet = (each: Partial<Unmet> | null): readonly Unmet[] =>
  typeof each?.clause === 'string' && typeof each.because === 'string'
    ? [{ ...each, clause: each.clause, because: each.because, metrics: statedMetrics(each.metrics) }]
    : [];

const verdictOf = (clauses: readonly Unmet[]): Verdict => ({ satisfied: clauses.length === 0, unmet: clauses });
const unmet = (clause: Unmet): Verdict => verdictOf([clause]);

const valuesAsked = ({ gate_1, floor: whole }: CompiledGate, { metrics }: IterationRecord): Metrics => {
  const floor = floorAsked(whole, metrics);
  const asked = new Set([...gate_1.metrics, ...floor.flatMap(({ condition }) => condition.metrics)]);
  return Object.fromEntries(Object.entries(metrics).filter(([name]) => asked.has(name)));
};

const reasonOf = (gate_1: Verdict, signalled: boolean): string => {
  if (gate_1.satisfied && signalled) return 'Both gates agree in this iteration';
  if (signalled) return PREMATURE_SIGNAL;
  if (gate_1.satisfied) return MISSING_SIGNAL;
  return isSatisfiedSoFar(gate_1) ? AWAITED_SIGNAL : 'Neither gate is satisfied';
};

/** In order: the gates, BLOCKED and denied permissions, deadlocks, the limit (rule 4.3). */
const nextOf = (
  { phase }: CompiledGate,
  record: IterationRecord,
  verdicts: Verdicts,
): Pick<Decision, 'next' | 'halt'> => {
  if (record.signal.status === 'BLOCKED') {
    const blockers = record.signal.blockers.join('; ');
    return {
      next: 'needs_human',
      halt: { code: 'blocked', says: `The agent is blocked: ${blockers === '' ? 'no reason given' : blockers}` },
    };
  }
  if (wasKeptFromItsWork(record)) {
    const denied = (record.turn.denials ?? []).join('; ');
    const says = `The agent was not allowed to do its work${denied === '' ? '' : `: ${denied}`}`;
    return { next: 'needs_human', halt: { code: 'permission_denied', says } };
  }
  const deadlock = findDeadlock(record, verdicts);
  if (deadlock !== null) return { next: 'needs_human', halt: deadlock };
  if (record.iterations_used >= phase.limits.max_iterations) {
    const says = `Exit gate not passing: ${record.iterations_used} of ${phase.limits.max_iterations} iterations used`;
    return { next: 'stop', halt: { code: 'max_iterations', says } };
  }
  return { next: 'hold' };
};

const findDeadlock = (record: IterationRecord, { gate_1, gate_2 }: Verdicts): NonNullable<Decision['halt']> | null => {
  const { premature, silent } = countDeadlocks(record, { gate_1, gate_2 });
  if (premature >= DEADLOCK_AFTER) {
    const [first, ...others] = gate_1.unmet.map(({ clause }) => clause);
    const missing = `${first ?? 'the gate gave no reason'}${others.length === 0 ? '' : ` and ${others.length} more`}`;
    const says = `The agent signalled in ${premature} iterations in a row that it is done, but gate 1 is not satisfied: ${missing}`;
    return { code: 'premature_signal', says };
  }
  if (silent < DEADLOCK_AFTER) return null;
  const far = gate_1.satisfied ? '' : ' as far as it was measured';
  const says = `Gate 1 was satisfied${far} in ${silent} iterations in a row, but the agent gave no exit signal: ${describeSignal(record.signal)}`;
  return { code: 'silent_agent', says };
};

/** Something was denied and no work was done. A denial in a turn that did work does not matter (rule 4.1). */
const wasKeptFromItsWork = ({ turn, tree }: IterationRecord): boolean =>
  tree.before === tree.after && (turn.outcome === 'permission_denied' || (turn.denials ?? []).length > 0);

/** @returns `null` where no person is asked: the phase needs no approval */
const judgeApproval = (
  { phase, confirm }: Pick<Phase, 'phase' | 'confirm'>,
  { approval, tree }: Pick<IterationRecord, 'approval' | 'tree'>,
): Verdict | null => {
  if (confirm !== true) return null;
  const because = findObjection(approval, tree.after);
  if (because === null) return { satisfied: true, unmet: [] };
  const clause: Unmet = { clause: `a person approves ${phase}`, because, metrics: [] };
  return { satisfied: false, unmet: [clause] };
};

const findObjection = (approval: Approval | undefined, tree: string): string | null => {
  if (approval === undefined) return 'no answer yet';
  // Anything but true holds: a record may have been written by hand.
  // oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare
  if (approval.approved !== true) return `rejected by ${approval.by}: ${approval.reason ?? 'no reason given'}`;
  return approval.tree === tree ? null : `${approval.by} approved other sources`;
};

const sayApproval = ({ satisfied }: Verdict, approval: Approval | undefined): string => {
  if (satisfied) return 'Both gates agree in this iteration, and a person approved it';
  return approval === undefined
    ? 'Both gates agree in this iteration, and a person has to approve it'
    : 'Both gates agree in this iteration, but a person did not approve it';
};
