/**
 * The answer of a gate: satisfied, or not with the reason of every clause that is not met. *Held* is a value, not an error.
 *
 * @module
 */

/** One clause that is not met, in words that stand alone in a prompt, a log line or a report. */
export interface Unmet {
  /** As it was written, on one line. */
  readonly clause: string;
  /** Why it is not met, with the measured values. */
  readonly because: string;
  /** The metrics that it looks at, and `exit_signal`; empty where no value of a metric meets it. Nothing reads them from a text. */
  readonly metrics: readonly string[];
  /** Its number in RULES, for a clause of the floor: `1.5`. */
  readonly rule?: string;
}

/** What a gate says of one iteration; satisfied exactly when `unmet` is empty. */
export interface Verdict {
  readonly satisfied: boolean;
  /** In the order of the condition. */
  readonly unmet: readonly Unmet[];
}

/**
 * One line for people and for the next prompt.
 *
 * @example
 * renderUnmet({ clause: 'tests_passing == tests_total', because: '9 is not 10' }); // 'tests_passing == tests_total: 9 is not 10'
 */
export const renderUnmet = ({ clause, because }: Pick<Unmet, 'clause' | 'because'>): string => `${clause}: ${because}`;

/** Why a phase is held, in one sentence: that of the halt, where the loop stopped over it, else what the two gates say together. */
export const sayWhy = ({
  reason,
  halt,
}: {
  readonly reason: string;
  readonly halt?: { readonly says: string };
}): string => halt?.says ?? reason;

/** Every clause that is not met, those of gate 1 first. */
export const listUnmet = ({ gate_1, gate_2 }: Readonly<Record<'gate_1' | 'gate_2', Verdict>>): readonly Unmet[] => [
  ...gate_1.unmet,
  ...gate_2.unmet,
];

/** Whether a clause looks at one of these metrics. Total: a clause that states no list of metrics looks at none (RULES 1.7). */
export const looksAt = ({ metrics }: { readonly metrics?: unknown }, names: readonly string[]): boolean =>
  statedMetrics(metrics).some((name) => names.includes(name));

/** The names in a list that may have been handed over from outside; none where it is no list. */
export const statedMetrics = (metrics: unknown): readonly string[] =>
  Array.isArray(metrics) ? metrics.filter((name) => typeof name === 'string') : [];
