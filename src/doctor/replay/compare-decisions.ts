/** Compares two decisions on the same record; pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Decision } from '../../../gates/decide.ts';
import { listUnmet, statedMetrics, renderUnmet, type Unmet, nameRule } from '../../../gates/verdict.ts';

/** One part of a decision, and its other value. */
export interface Difference {
  /** `next`, `clauses`, or the part of the decision. */
  readonly what: string;
  readonly recorded: string;
  readonly again: string;
}

/** The result of an iteration, for tables. */
export interface Outcome {
  readonly can_exit: boolean;
  readonly next: Decision['next'];
  /** Why the work was halted over it; `null` where it was not. */
  readonly halt: string | null;
  /** Clauses of both gates that are not met, as written. */
  readonly unmet: readonly string[];
}

export const outcomeOf = (decision: Decision): Outcome => ({
  can_exit: decision.can_exit,
  next: decision.next,
  halt: decision.halt?.says ?? null,
  unmet: listUnmet(decision).map(({ clause }) => clause),
});

/** For two configs: the result of the iteration, and the clauses that hold it. */
export const compareOutcomes = (recorded: Decision, again: Decision): readonly Difference[] => {
  const [one, other] = [outcomeOf(recorded), outcomeOf(again)];
  const clauses = { what: 'clauses', recorded: one.unmet.join(', '), again: other.unmet.join(', ') };
  return [
    ...compareNext(recorded, again),
    ...(isDeepStrictEqual(one.unmet.toSorted(), other.unmet.toSorted()) ? [] : [clauses]),
  ];
};

/** For one and the same config: every part of the decision. */
export const compareDecisions = (recorded: Decision, again: Decision): readonly Difference[] => {
  const { gate_1: one, gate_2: other } = recorded;
  const parts: readonly (readonly [string, unknown, unknown])[] = [
    ['phase', recorded.phase, again.phase],
    ['iteration', recorded.iteration, again.iteration],
    ['can_exit', recorded.can_exit, again.can_exit],
    ['gate_1.satisfied', one.satisfied, again.gate_1.satisfied],
    ['gate_1.unmet', one.unmet.map(nameUnmet), again.gate_1.unmet.map(nameUnmet)],
    ['gate_1.condition', one.condition, again.gate_1.condition],
    ['gate_1.values', one.values, again.gate_1.values],
    ['gate_2.satisfied', other.satisfied, again.gate_2.satisfied],
    ['gate_2.unmet', other.unmet.map(nameUnmet), again.gate_2.unmet.map(nameUnmet)],
    ['gate_2.condition', other.condition, again.gate_2.condition],
    ['gate_2.source', other.source, again.gate_2.source],
    ['gate_2.channel', other.channel, again.gate_2.channel],
    ['approval', recorded.approval?.unmet.map(nameUnmet), again.approval?.unmet.map(nameUnmet)],
    ['reason', recorded.reason, again.reason],
    ['timestamp', recorded.timestamp, again.timestamp],
  ];
  const differing = parts.filter(([, was, is]) => !isDeepStrictEqual(was, is));
  return [
    ...compareNext(recorded, again),
    ...differing.map(([what, was, is]) => ({ what, recorded: show(was), again: show(is) })),
  ];
};

const compareNext = (recorded: Decision, again: Decision): readonly Difference[] =>
  recorded.next === again.next && isDeepStrictEqual(recorded.halt, again.halt)
    ? []
    : [{ what: 'next', recorded: nameNext(recorded), again: nameNext(again) }];

const nameNext = ({ next, halt }: Decision): string => (halt === undefined ? next : `${next} (${halt.says})`);

/** A recorded clause may have been written by hand: then its metrics may be no list. */
const nameUnmet = (unmet: Unmet): string => {
  const metrics = statedMetrics(unmet.metrics).join(', ');
  return `${renderUnmet(unmet)}${nameRule(unmet.rule)}${metrics === '' ? '' : ` [${metrics}]`}`;
};

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
