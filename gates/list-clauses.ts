/** Lists every clause of a decision, met or not, with its values. Judges nothing. */
import { type CompiledGate, floorAsked, type Judge } from './compile-gates.ts';
import type { Decision } from './decide.ts';
import type { IterationRecord } from './iteration.ts';
import type { Unmet } from './verdict.ts';

export interface ClauseStatus {
  /** As written. */
  readonly clause: string;
  readonly met: boolean;
  /** Why it is not met; null when it is. */
  readonly because: string | null;
  /** Its number in docs/reference/rules.md, for a clause of the floor. */
  readonly rule: string | null;
  /** Metric → measured value; null when it was not measured. */
  readonly values: Readonly<Record<string, number | boolean | null>>;
}

export interface ClausesAsked {
  readonly gate_1: readonly ClauseStatus[];
  readonly gate_2: readonly ClauseStatus[];
}

/** The data of a compiled gate, which a page that runs elsewhere gets as JSON. */
export interface AskedGate {
  readonly gate_1: AskedJudge;
  readonly gate_2: AskedJudge;
  readonly floor: readonly (Pick<CompiledGate['floor'][number], 'rule' | 'onlyWith'> & {
    readonly condition: AskedJudge;
  })[];
}

type AskedJudge = Pick<Judge, 'source' | 'metrics' | 'clauses'>;

interface Asked {
  readonly clause: string;
  readonly metrics: readonly string[];
  readonly rule: string | null;
}

/** First those of the condition, then the floor. Pure. */
export const listClauses = (gate: AskedGate, record: IterationRecord, decision: Decision): ClausesAsked => {
  const floor = floorAsked(gate.floor, record.metrics).flatMap(({ rule, condition }) => askedBy(condition, rule));
  const own = askedBy(gate.gate_1, null).filter(({ clause }) => !floor.some((each) => each.clause === clause));
  const values = new Map<string, unknown>([...Object.entries(record.metrics), ['exit_signal', record.signal.value]]);
  // Without the exit signal, no other clause of gate 2 is judged.
  const ofWord = record.signal.value === true ? askedBy(gate.gate_2, null) : [];
  const word = ofWord.some(({ clause }) => clause === WORD.clause) ? [] : [WORD];
  const ran = record.measured !== 'nothing';
  return {
    gate_1: statuses([...own, ...floor], decision.gate_1.unmet, values).map((each) =>
      ran ? each : unlessUnmeasured(each),
    ),
    gate_2: statuses([...word, ...ofWord], decision.gate_2.unmet, values),
  };
};

/** If no test ran, the decision has one clause in place of all about tests, and none of them is met. */
const unlessUnmeasured = (status: ClauseStatus): ClauseStatus => {
  const seen = Object.values(status.values);
  const isUnmeasured = status.met && seen.length > 0 && seen.every((value) => value === null);
  return isUnmeasured ? { ...status, met: false, because: 'not measured: the tests were not run' } : status;
};

const WORD: Asked = { clause: 'exit_signal == true', metrics: ['exit_signal'], rule: null };

const askedBy = ({ clauses, source, metrics }: AskedJudge, rule: string | null): readonly Asked[] =>
  (clauses ?? [{ clause: source, metrics }]).map((each) => ({ ...each, rule }));

const statuses = (
  asked: readonly Asked[],
  unmet: readonly Unmet[],
  values: ReadonlyMap<string, unknown>,
): readonly ClauseStatus[] => {
  // The recorded decision counts: an unmet clause that the gate no longer has is listed too.
  const others = unmet.filter(({ clause }) => !asked.some((each) => each.clause === clause));
  return [
    ...others.map(({ clause, because, rule = null }) => ({ clause, met: false, because, rule, values: {} })),
    ...asked.map(({ clause, metrics, rule }) => {
      const held = unmet.find((each) => each.clause === clause);
      const seen = Object.fromEntries(metrics.map((name) => [name, valueOf(values.get(name))]));
      return {
        clause,
        met: held === undefined,
        because: held?.because ?? null,
        rule: held?.rule ?? rule,
        values: seen,
      };
    }),
  ];
};

const valueOf = (value: unknown): number | boolean | null =>
  typeof value === 'number' || typeof value === 'boolean' ? value : null;
