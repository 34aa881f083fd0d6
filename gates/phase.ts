/** A phase in the form of the specification (spec 001, "Gate Definitions by Phase"), as in a config. */
import { PhaseError } from './errors.ts';
import type { Metrics } from './metrics.ts';
import type { Unmet } from './verdict.ts';

/** The baseline, freezing and prompts depend on this, never on the name. */
export type TestsExpectation = 'must_fail' | 'must_pass';

/** An embedder's own gate. Pure; the floor applies as well; a function that throws or returns anything else holds. */
export type GateFunction = (metrics: Metrics) => GateAnswer;

/** A verdict; a clause without metrics depends on none. */
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
  /** Unique in its list, in any case; a letter, then letters, digits, `_` or `-`. */
  readonly phase: string;
  readonly purpose: string;
  readonly tests: TestsExpectation;
  readonly gate_1: GateDefinition;
  readonly gate_2: GateDefinition;
  /** Limits of the phase: decided iterations, and minutes. 1 or more; no time limit when absent. */
  readonly limits: { readonly max_iterations: number; readonly max_minutes?: number | undefined };
  /** When the breaker opens: decided iterations in a row without progress, or with the same failing tests. 1 or more. */
  readonly circuit_breaker: { readonly no_progress: number; readonly same_error?: number | undefined };
  /** Added to the default prompt of the phase. */
  readonly prompt?: string | undefined;
  /** Whether a person has to approve each exit that both gates agree on. @default false */
  readonly confirm?: boolean | undefined;
  /** Keys of the agent that differ in this phase; no gate uses them. */
  readonly agent?: PhaseAgent | undefined;
}

/** Another program (`use` or `command`) takes none of the others from the agent of the run. */
interface PhaseAgent {
  readonly use?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly model?: string | undefined;
  readonly permissions?: 'ask' | 'edit' | 'all' | undefined;
  readonly args?: readonly string[] | undefined;
}

/** A gate's condition for people: its text, or the name of its function. */
export const describeCondition = ({ name, condition }: GateDefinition): string =>
  typeof condition === 'string' ? condition.trim() : `[function ${condition.name === '' ? name : condition.name}]`;

/** `where` is the chart's history state. */
const RESERVED = new Set(['where']);

/**
 * The phases unchanged, checked to make a chart.
 * @throws {PhaseError} when there is none, or a name is invalid, reserved, or used twice
 */
export const checkPhases = (phases: readonly Phase[]): readonly [Phase, ...Phase[]] => {
  refuseOtherShapes(phases);
  const [first, ...rest] = phases;
  if (first === undefined) throw new PhaseError('Cannot build a chart without phases: name at least one.');
  const seen = new Set<string>();
  for (const { phase } of phases) {
    const key = phase.toLowerCase();
    if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(phase)) {
      throw new PhaseError(
        `Cannot use the phase name ${JSON.stringify(phase)}: it must be a letter, then letters, digits, "_" or "-".`,
      );
    }
    if (RESERVED.has(key))
      throw new PhaseError(`Cannot use the phase name ${phase}: the chart reserves it. Choose another.`);
    if (seen.has(key))
      throw new PhaseError(`Cannot use the phase name ${phase} twice: names must differ in more than case.`);
    seen.add(key);
  }
  return [first, ...rest];
};

/** A program without types may give a config from elsewhere, or misspell a key. */
const refuseOtherShapes = (phases: unknown): void => {
  if (!Array.isArray(phases))
    throw new PhaseError(
      'Cannot build a chart: the config has no list of phases. Give { phases: [...] }, or a config of readConfig.',
    );
  const known: readonly unknown[] = phases;
  for (const [at, given] of known.entries()) {
    const name: unknown = fieldOf(given, 'phase');
    if (typeof name !== 'string')
      throw new PhaseError(`Cannot build a chart: phases[${at}] has no name. Set its key phase to a text.`);
    const tests: unknown = fieldOf(given, 'tests');
    if (tests !== 'must_fail' && tests !== 'must_pass')
      throw new PhaseError(`Cannot build a chart: the phase ${name} has no tests. Set it to must_fail or must_pass.`);
    for (const gate of ['gate_1', 'gate_2']) {
      const condition = fieldOf(fieldOf(given, gate), 'condition');
      if (typeof condition !== 'string' && typeof condition !== 'function')
        throw new PhaseError(
          `Cannot build a chart: the phase ${name} has no ${gate}. Set ${gate}.condition to a condition or a function.`,
        );
    }
    if (typeof fieldOf(fieldOf(given, 'limits'), 'max_iterations') !== 'number')
      throw new PhaseError(
        `Cannot build a chart: the phase ${name} has no limits. Set limits.max_iterations to a whole number.`,
      );
  }
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
