/**
 * A phase in the specification's own form (spec 001, "Gate Definitions by Phase"): the shape that a config holds.
 *
 * @module
 */
import { PhaseError } from './errors.ts';
import type { Metrics } from './metrics.ts';
import type { Unmet } from './verdict.ts';

/** What the tests of the run have to do in this phase. Inventory, freeze and prompts go by this, never by the name. */
export type TestsExpectation = 'must_fail' | 'must_pass';

/** A gate of an embedder's own. Pure; the floor is asked besides; one that throws or answers anything else holds. */
export type GateFunction = (metrics: Metrics) => GateAnswer;

/** A verdict; a clause that names no metrics looks at none. */
export interface GateAnswer {
  readonly satisfied: boolean;
  readonly unmet: readonly (Omit<Unmet, 'metrics'> & Partial<Pick<Unmet, 'metrics'>>)[];
}

export interface GateDefinition {
  readonly name: string;
  /** In the notation of docs/reference/conditions.md, or a function. */
  readonly condition: string | GateFunction;
  readonly rationale?: string | undefined;
}

export interface Phase {
  /** Unique in its list, whatever the case; a letter, then letters, digits, `_` or `-`. */
  readonly phase: string;
  readonly purpose: string;
  readonly tests: TestsExpectation;
  readonly gate_1: GateDefinition;
  readonly gate_2: GateDefinition;
  /** What the phase may use before it is stopped: decided iterations, and minutes. 1 or more; minutes are no limit when absent. */
  readonly limits: { readonly max_iterations: number; readonly max_minutes?: number | undefined };
  /** When the breaker opens: decided iterations in a row without progress, and with the same failing tests. 1 or more. */
  readonly circuit_breaker: { readonly no_progress: number; readonly same_error?: number | undefined };
  /** Added to the default prompt of the phase. */
  readonly prompt?: string | undefined;
}

/** A gate's condition as people read it: its text, or the name of its function. */
export const describeCondition = ({ name, condition }: GateDefinition): string =>
  typeof condition === 'string' ? condition.trim() : `[function ${condition.name === '' ? name : condition.name}]`;

/** `where` is the chart's history state. */
const RESERVED = new Set(['where']);

/**
 * The phases as they came, known to make a chart.
 *
 * @throws {PhaseError} when there is none, or a name is unfit, reserved, or there twice
 */
export const checkPhases = (phases: readonly Phase[]): readonly [Phase, ...Phase[]] => {
  const [first, ...rest] = phases;
  if (first === undefined) throw new PhaseError('Cannot build a chart of no phases: name at least one.');
  const seen = new Set<string>();
  for (const { phase } of phases) {
    const key = phase.toLowerCase();
    if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(phase)) {
      throw new PhaseError(
        `Cannot use the phase name ${JSON.stringify(phase)}: it must be a letter, then letters, digits, "_" or "-".`,
      );
    }
    if (RESERVED.has(key))
      throw new PhaseError(`Cannot use the phase name ${phase}: the chart uses it itself. Choose another.`);
    if (seen.has(key))
      throw new PhaseError(`Cannot use the phase name ${phase} twice: names must differ by more than their case.`);
    seen.add(key);
  }
  return [first, ...rest];
};
