/** The verdict of a gate. *Held* is a value, not an error. */
import type { WaitingCriteria } from './iteration.ts';

/** One unmet clause, in words that need no context in a prompt, a log line or a report. */
export interface Unmet {
  /** As written, on one line. */
  readonly clause: string;
  /** Why it is not met, with the measured values. */
  readonly because: string;
  /**
   * The metrics that it depends on, and `exit_signal`; empty when no value of a metric can meet it. Nothing parses
   * them from a text.
   */
  readonly metrics: readonly string[];
  /** Its number in docs/reference/rules.md, for a clause of the floor: `1.5`. */
  readonly rule?: string;
  /** It waits for nothing but runs of the suite that were not started; absent otherwise. */
  readonly waits?: true;
}

/** The result of a gate for one iteration; satisfied exactly when `unmet` is empty. */
export interface Verdict {
  readonly satisfied: boolean;
  /** In the order of the condition. */
  readonly unmet: readonly Unmet[];
}

/**
 * An unmet clause on one line, for people and for the next prompt.
 *
 * @example
 * renderUnmet({ clause: 'tests_passing == tests_total', because: 'got 9, expected 10' }); // 'tests_passing == tests_total: got 9, expected 10'
 */
export const renderUnmet = ({ clause, because }: Pick<Unmet, 'clause' | 'because'>): string => `${clause}: ${because}`;

/** The reason of the halt if the loop stopped, otherwise the result of the two gates. */
export const sayWhy = ({
  reason,
  halt,
}: {
  readonly reason: string;
  readonly halt?: { readonly says: string };
}): string => halt?.says ?? reason;

export interface Verdicts {
  readonly gate_1: Verdict;
  readonly gate_2: Verdict;
  readonly approval?: Verdict;
}

/** Every unmet clause, those of gate 1 first; then that of a person, when no other is unmet. */
export const listUnmet = ({ gate_1, gate_2, approval }: Verdicts): readonly Unmet[] => [
  ...gate_1.unmet,
  ...gate_2.unmet,
  ...(approval?.unmet ?? []),
];

/** Whether both gates are satisfied. A person may still have to approve the exit. */
export const gatesAgree = ({ gate_1, gate_2 }: Pick<Verdicts, 'gate_1' | 'gate_2'>): boolean =>
  gate_1.satisfied && gate_2.satisfied;

/** Total: a clause without a list of metrics depends on none (rule 1.7). */
export const looksAt = ({ metrics }: { readonly metrics?: unknown }, names: readonly string[]): boolean =>
  statedMetrics(metrics).some((name) => names.includes(name));

/** The names in a list that may come from outside; none if it is no list. */
export const statedMetrics = (metrics: unknown): readonly string[] =>
  Array.isArray(metrics) ? metrics.filter((name) => typeof name === 'string') : [];

/** With a leading blank; `''` for a clause without a rule. */
export const nameRule = (rule: string | null | undefined): string =>
  rule === null || rule === undefined ? '' : ` (rule ${rule})`;

/** The warning when only gate 2 is satisfied. Spec 001, "Premature Exit Signal", word for word. */
export const PREMATURE_SIGNAL = 'Exit signal set but Gate 1 not satisfied';
/** The warning when only gate 1 is satisfied. */
export const MISSING_SIGNAL = 'Gate 1 satisfied but no exit signal';
/** The warning when gate 1 is satisfied so far, and runs of the suite wait for the signal. */
export const AWAITED_SIGNAL = 'Gate 1 satisfied so far but no exit signal';

/** The warning that the signal is missing; `null` for another result. */
export const warnOfMissing = (reason: string): string | null =>
  reason === MISSING_SIGNAL || reason === AWAITED_SIGNAL ? reason : null;

/** The result of the gates, word for word, and what it means to a reader who does not know the gates. */
export const sayReason = (reason: string): string => {
  const meaning = MEANINGS.get(reason);
  return meaning === undefined ? reason : `${reason}: ${meaning}`;
};

const MEANINGS: ReadonlyMap<string, string> = new Map([
  [PREMATURE_SIGNAL, 'the agent says it is done, but the measurements do not confirm it'],
  [MISSING_SIGNAL, 'the measurements allow the exit, but the agent does not say it is done'],
  [AWAITED_SIGNAL, 'the agent does not say it is done, and the rest is measured when it does'],
]);

const MAX_NAMED = 20;

const OVER_CRITERIA = ['criteria_count', 'criteria_covered', 'criteria_passing'];

/** The clause with the ids of the criteria that it waits for; unchanged if it is not about criteria. */
export const nameCriteria = (unmet: Unmet, waiting: WaitingCriteria | undefined): Unmet => {
  if (typeof waiting !== 'object' || waiting === null) return unmet;
  const { without_test: untested, without_passing: unpassed } = waiting;
  const named = [
    ...(looksAt(unmet, OVER_CRITERIA) ? listCriteria('without a test', untested) : []),
    ...(looksAt(unmet, ['criteria_passing']) ? listCriteria('without a passing test', unpassed) : []),
  ];
  return named.length === 0 ? unmet : { ...unmet, because: [unmet.because, ...named].join('; ') };
};

/** An embedder may pass what the type forbids. Then no ids are named, and the clause stays unmet (rule 1.7). */
const listCriteria = (what: string, ids: unknown): readonly string[] =>
  Array.isArray(ids) && ids.length > 0 ? [`${what}: ${listIds(ids.map(String))}`] : [];

/** `AC-1, AC-2 and 3 more`. */
export const listIds = (ids: readonly string[]): string => {
  const left = ids.length - MAX_NAMED;
  return `${ids.slice(0, MAX_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
};
