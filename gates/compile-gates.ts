/** Compiles the phases of a config into gates: each condition once, each with the floor below it. */
import { type Condition, compileCondition } from './conditions/compile-condition.ts';
import { type FloorClause, floorOf, type MutationNeeds } from './floor.ts';
import { type MetricDefinitions, METRICS, type Metrics, type Vocabulary, vocabularyOf } from './metrics.ts';
import { checkPhases, describeCondition, type GateDefinition, type GateFunction, type Phase } from './phase.ts';
import {
  type ComparisonOperator,
  MIRRORED,
  OPPOSITE,
  type Comparison,
  type Expression,
} from './conditions/lex-condition.ts';

/** The input of `createTddMachine` and `bindGates`. A config read from `dualgate.yaml` fits unchanged. */
export interface TddConfig {
  /** In the order of the work. */
  readonly phases: readonly Phase[];
  /** @default 'block' */
  readonly integrity?: 'block' | 'warn';
  /** Whether criteria with ids need tests that name them. @default 'ignore' */
  readonly criteria_ids?: 'require' | 'ignore';
  /** `null` without a mutation check. @default null */
  readonly mutation_check?: MutationNeeds | null;
  /** Green runs in a row for a phase whose tests must pass, 2 or more; `null`: two in the first of them. @default null */
  readonly confirmations?: number | null;
  /** The independent review; absent without one. Its own keys concern no gate. */
  readonly review?: object | undefined;
  /** Metrics that conditions may name in addition to METRICS, whose names keep their own meaning. @default none */
  readonly metrics?: MetricDefinitions;
}

/** A condition of the config, or an embedder's function, which has no clauses to look into. */
export type Judge = Pick<Condition, 'source' | 'metrics'> & { readonly judge: GateFunction } & Partial<
    Pick<Condition, 'ast' | 'clauses' | 'measure'>
  >;

export interface CompiledGate {
  readonly phase: Phase;
  readonly floor: readonly FloorClause[];
  readonly gate_1: Judge;
  readonly gate_2: Judge;
  /** How often the suite has to be green in one iteration, 1 or more. */
  readonly greenRunsWanted: number;
  /** Every metric that its conditions may name. */
  readonly metrics: MetricDefinitions;
}

/**
 * The gates of a list of phases, in its order.
 * @throws {PhaseError} when no chart can be built from the list
 * @throws {ConditionError} when a condition does not compile
 */
export const compileGates = (config: TddConfig): readonly CompiledGate[] => {
  const phases = checkPhases(config.phases);
  const metrics: MetricDefinitions = Object.freeze({ ...config.metrics, ...METRICS });
  const measured = vocabularyOf(config.metrics);
  return phases.map((phase, i) => {
    const floor = floorOf({
      tests: phase.tests,
      turnsGreen: turnsGreen(phases, i),
      integrity: config.integrity ?? 'block',
      criteria_ids: hasFailed(phases, i) ? (config.criteria_ids ?? 'ignore') : 'ignore',
      mutation_check: config.mutation_check ?? null,
      confirmations: config.confirmations ?? null,
      review: config.review !== undefined,
    });
    const gate_1 = compile(phase.gate_1, measured);
    // Gate 2 may ask for metrics too. It always needs the signal (rule 1.1).
    const gate_2 = compile(phase.gate_2, { ...measured, exit_signal: 'boolean' });
    const wanted = [gate_1, ...floor.map(({ condition }) => condition)].map(({ ast }) =>
      ast === undefined ? 0 : leastWanted(ast, 'consecutive_green_runs'),
    );
    return { phase, floor, gate_1, gate_2, greenRunsWanted: Math.max(1, ...wanted), metrics };
  });
};

/** Red turns into green here: its tests must pass, and had to fail in the phase before it, or there is none. */
const turnsGreen = (phases: readonly Phase[], i: number): boolean =>
  phases[i]?.tests === 'must_pass' && (phases[i - 1]?.tests ?? 'must_fail') === 'must_fail';

/** Tests are written for criteria in a phase whose tests must fail: this one, or one before it. */
const hasFailed = (phases: readonly Phase[], i: number): boolean =>
  phases.slice(0, i + 1).some(({ tests }) => tests === 'must_fail');

const compile = (gate: GateDefinition, vocabulary: Vocabulary): Judge =>
  typeof gate.condition === 'string' ? compileCondition(gate.condition, vocabulary) : ofFunction(gate, gate.condition);

const ofFunction = (gate: GateDefinition, judge: GateFunction): Judge => ({
  source: describeCondition(gate),
  metrics: [],
  judge,
});

/** The floor clauses that apply to a record with these metrics. Pure. */
export const floorAsked = <C extends Pick<CompiledGate['floor'][number], 'onlyWith'>>(
  floor: readonly C[],
  metrics: Metrics,
): readonly C[] => floor.filter(({ onlyWith }) => onlyWith === undefined || metrics[onlyWith] !== undefined);

/** The least number with which no comparison can be the unmet one (rule 1.3). Skips sums and comparisons of metrics. */
export const leastWanted = (ast: Expression, metric: string): number => leastIn(ast, metric, true);

/** @param wanted - the value that the expression should have; false under a NOT */
const leastIn = (expression: Expression, metric: string, wanted: boolean): number => {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return Math.max(...expression.parts.map((part) => leastIn(part, metric, wanted)));
    case 'not':
      return leastIn(expression.operand, metric, !wanted);
    case 'comparison':
      return leastOf(expression, metric, wanted);
    case 'literal':
    case 'metric':
    case 'sum':
      return 0;
  }
};

const leastOf = ({ left, operator, right }: Comparison, metric: string, wanted: boolean): number => {
  const asked = wanted ? operator : OPPOSITE[operator];
  if (isMetric(left, metric) && right.kind === 'literal') return leastFor(asked, right.value);
  if (isMetric(right, metric) && left.kind === 'literal') return leastFor(MIRRORED[asked], left.value);
  return 0;
};

const isMetric = (expression: Expression, metric: string): boolean =>
  expression.kind === 'metric' && expression.name === metric;

const leastFor = (operator: ComparisonOperator, value: number | boolean): number => {
  if (typeof value === 'boolean') return 0;
  if (operator === '>=' || operator === '==') return value;
  if (operator === '>') return value + 1;
  // `!= 0` is the only inequality that asks for more than 0.
  return operator === '!=' && value === 0 ? 1 : 0;
};
