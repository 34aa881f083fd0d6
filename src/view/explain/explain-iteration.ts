/** One decided iteration, found in the ledger's records. */
import { type CompiledGate, compileGates } from '../../../gates/compile-gates.ts';
import { listClauses } from '../../../gates/list-clauses.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { BreakerChange } from '../../records/breaker-change.ts';
import { say } from '../../records/events/events.ts';
import { lastConfigOf } from '../../records/ruling-config.ts';
import { findRecordedConfig } from '../../records/recorded-config.ts';
import { listAttempts, type Which } from './read-explained.ts';
import type { RunRecords } from '../../records/read-records.ts';
import { flakinessOf } from '../describe-phases.ts';
import { RunError } from '../../records/run-error.ts';
import { eventsOf, type WorkRecord } from '../../records/records.ts';
import type { ReviewEnded } from '../../records/run/turn.records.ts';

export type Explained = ReturnType<typeof explainIteration>;

/**
 * @param which - number within its phase, null for the last; phase, null for that of the last decision
 * @throws {RunError} when there is no such iteration
 */
export const explainIteration = ({ run, records }: Pick<RunRecords, 'run' | 'records'>, which: Which) => {
  const decided = records.flatMap((each, at) => (each.type === 'iteration.decided' ? [{ ...each.data, at }] : []));
  const phase = which.phase ?? decided.at(-1)?.record.phase ?? null;
  const found = decided.findLast(
    ({ record }) => record.phase === phase && (which.iteration === null || record.iteration === which.iteration),
  );
  if (found === undefined) {
    const there = decided.map(({ record }) => `${record.phase} ${record.iteration}`).join(', ');
    throw new RunError(
      `Cannot explain ${phase ?? 'an iteration'}${which.iteration === null ? '' : ` ${which.iteration}`} of the run ${run}: there is no such iteration. Decided iterations: ${there === '' ? 'none' : there}.`,
    );
  }
  const { record, decision, at, completion = null, mutation_check = null } = found;
  const turn = records.findLast(
    (each) =>
      each.type === 'turn.ended' &&
      each.data.phase === record.phase &&
      each.data.iteration === record.iteration &&
      each.data.attempt === record.attempt,
  );
  const before = decided.findLast((each) => each.at < at);
  const from = before?.at ?? 0;
  const gate = findGate(records.slice(0, at), record.phase);
  return {
    record,
    decision,
    /** With the agent's output, relative to the folder of the run. */
    transcript: turn?.type === 'turn.ended' ? turn.data.transcript : null,
    completion,
    mutation_check,
    /** The recorded answer about these sources. */
    review: findReview(records.slice(0, at), record),
    flakiness: flakinessOf(record.metrics),
    breaker: changeAfter(records.slice(at + 1)),
    /** Operator commands between the decision before and this one. */
    commands: records.slice(from, at).flatMap(describeCommand),
    /** Every clause that was judged; null where the config of the run cannot be judged any more. */
    clauses: gate === null ? null : listClauses(gate, record, decision),
    // After an exit or a rollback there is nothing to compare with.
    moved:
      before?.record.phase === record.phase && before.record.iteration === record.iteration - 1
        ? findMoves(before.record, record)
        : null,
    /** How near the work is to a halt; null as `clauses`. */
    counts:
      gate === null
        ? null
        : {
            without_progress: record.without_progress,
            no_progress: gate.phase.circuit_breaker.no_progress,
            iterations_used: record.iterations_used,
            max_iterations: gate.phase.limits.max_iterations,
          },
    /** Those that ended without a decision, before it; and since then, if it is the last decision of the run. */
    attempts: listAttempts(records.slice(from, at)),
    since: decided.at(-1)?.at === at ? listAttempts(records.slice(at)) : [],
  };
};

/** The first verdict about these sources counts; without one, the last answer in this iteration. */
const findReview = (before: readonly WorkRecord[], record: IterationRecord): ReviewEnded | null => {
  if (record.metrics.review_approved === undefined) return null;
  const answers = before.flatMap(({ type, data }) =>
    type === 'review.ended' && data.tree === record.tree.after ? [data] : [],
  );
  return (
    answers.find(({ outcome }) => outcome !== 'no_verdict') ??
    answers.findLast(({ phase, iteration }) => phase === record.phase && iteration === record.iteration) ??
    null
  );
};

/** Written right after the decision, or after its exit. */
const changeAfter = (records: readonly WorkRecord[]): BreakerChange | null => {
  const next = records.find(({ type }) => type !== 'phase.exited' && type !== 'work.committed');
  return next?.type === 'breaker.changed' && next.data.cooled_down !== true ? next.data : null;
};

/** The gate of the config that the records before it give, not of the current file. */
const findGate = (before: readonly WorkRecord[], phase: string): CompiledGate | null => {
  const recorded = lastConfigOf(before);
  const config = recorded === null ? null : findRecordedConfig(recorded);
  return config === null ? null : (compileGates(config).find((each) => each.phase.phase === phase) ?? null);
};

const describeCommand = ({ type, at, data }: WorkRecord) =>
  type.startsWith('operator.')
    ? eventsOf(type, data)
        .flatMap(say)
        .map(({ text }) => ({ type, at, says: text }))
    : [];

/** The changes between two decided iterations of a phase (rule 4.2): sources, HEAD, metrics, failing tests. Pure. */
const findMoves = (before: IterationRecord, now: IterationRecord) => {
  const metricsOf = ({ metrics }: IterationRecord) => new Map<string, unknown>(Object.entries(metrics));
  const [was, is] = [metricsOf(before), metricsOf(now)];
  const names = new Set([...was.keys(), ...is.keys()].filter((name) => name !== 'iteration'));
  const [failed, fails] = [failingIn(before), failingIn(now)];
  return {
    sources: before.tree.after !== now.tree.after,
    head: before.tree.head !== now.tree.head,
    metrics: [...names]
      .filter((name) => was.get(name) !== is.get(name))
      .map((name) => ({ name, was: valueOf(was.get(name)), is: valueOf(is.get(name)) })),
    failing: {
      added: fails.filter((each) => !failed.includes(each)),
      gone: failed.filter((each) => !fails.includes(each)),
    },
  };
};

const failingIn = ({ failing }: IterationRecord): readonly string[] =>
  failing.map(({ file, name }) => `${file} > ${name}`);

const valueOf = (value: unknown): number | boolean | null =>
  typeof value === 'number' || typeof value === 'boolean' ? value : null;
