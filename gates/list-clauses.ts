/**
 * Every clause that a decision asked, met or not, with the values that it looked at: what a verdict leaves out, for people
 * who want to see all of it. It judges nothing.
 *
 * @module
 */
import { type CompiledGate, floorAsked, type Judge } from './compile-gates.ts';
import type { Decision } from './decide.ts';
import type { IterationRecord } from './iteration.ts';
import type { Unmet } from './verdict.ts';

export interface ClauseStanding {
  /** As it was written. */
  readonly clause: string;
  readonly met: boolean;
  /** Why it is not met; null when it is. */
  readonly because: string | null;
  /** Its number in RULES, for a clause of the floor. */
  readonly rule: string | null;
  /** Metric → what was measured; null where it was not. */
  readonly values: Readonly<Record<string, number | boolean | null>>;
}

export interface ClausesAsked {
  readonly gate_1: readonly ClauseStanding[];
  readonly gate_2: readonly ClauseStanding[];
}

/** Of a compiled gate what is data: a page that runs elsewhere gets it as JSON. */
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

/** The clauses of `gate`, each as `decision` found it: first those of the condition, then the floor, in their order. Pure. */
export const listClauses = (gate: AskedGate, record: IterationRecord, decision: Decision): ClausesAsked => {
  const floor = floorAsked(gate.floor, record.metrics).flatMap(({ rule, condition }) => askedBy(condition, rule));
  const own = askedBy(gate.gate_1, null).filter(({ clause }) => !floor.some((each) => each.clause === clause));
  const values = new Map<string, unknown>([...Object.entries(record.metrics), ['exit_signal', record.signal.value]]);
  // Without the word nothing else of gate 2 is asked.
  const ofWord = record.signal.value === true ? askedBy(gate.gate_2, null) : [];
  const word = ofWord.some(({ clause }) => clause === WORD.clause) ? [] : [WORD];
  return {
    gate_1: standings([...own, ...floor], decision.gate_1.unmet, values),
    gate_2: standings([...word, ...ofWord], decision.gate_2.unmet, values),
  };
};

const WORD: Asked = { clause: 'exit_signal == true', metrics: ['exit_signal'], rule: null };

const askedBy = ({ clauses, source, metrics }: AskedJudge, rule: string | null): readonly Asked[] =>
  (clauses ?? [{ clause: source, metrics }]).map((each) => ({ ...each, rule }));

const standings = (
  asked: readonly Asked[],
  unmet: readonly Unmet[],
  values: ReadonlyMap<string, unknown>,
): readonly ClauseStanding[] => {
  // What was decided is believed: a clause that held and is none of the gate any more is told too.
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
