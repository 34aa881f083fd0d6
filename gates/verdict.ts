/** The verdict of a gate. *Held* is a value, not an error. */

/** One unmet clause, in words that need no context in a prompt, a log line or a report. */
export interface Unmet {
  /** As written, on one line. */
  readonly clause: string;
  /** Why it is not met, with the measured values. */
  readonly because: string;
  /** The metrics that it depends on, and `exit_signal`; empty when no metric can meet it. Nothing parses them from a text. */
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

/** An unmet clause on one line, for people and for the next prompt: `tests_passing == tests_total: got 9, expected 10`. */
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
