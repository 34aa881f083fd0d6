/**
 * From the phases of a config to gates that can be asked: conditions compiled once, the floor laid under each.
 *
 * @module
 */
import { type Condition, compileCondition } from './conditions/compile-condition.ts';
import { type FloorClause, floorOf } from './floor.ts';
import { type MetricDefinitions, METRICS, type Metrics, type Vocabulary, vocabularyOf } from './metrics.ts';
import { checkPhases, describeCondition, type GateDefinition, type GateFunction, type Phase } from './phase.ts';
import { type ComparisonOperator, MIRRORED, OPPOSITE } from './conditions/comparison-operators.ts';
import type { Comparison, Expression } from './conditions/expression.ts';

/** What `createTddMachine` and `bindGates` are built from; a config read from `dualgate.yaml` fits as it is. */
export interface TddConfig {
  /** In the order in which they are worked through. */
  readonly phases: readonly Phase[];
  /** @default 'block' */
  readonly integrity?: 'block' | 'warn';
  /** How many faults the probe of the suite has to plant before it counts; `null` where there is none. @default null */
  readonly probe?: { readonly at_least: number } | null;
  /** Green runs in a row that each phase wants whose tests must pass, 2 or more; `null`: two in the first of them. @default null */
  readonly confirmations?: number | null;
  /** What conditions may name besides METRICS; a name of those keeps its own meaning. @default none */
  readonly metrics?: MetricDefinitions;
}

/** A condition of the config, or an embedder's function in its place: then there is nothing to look into. */
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
  /** Everything that its conditions may name. */
  readonly metrics: MetricDefinitions;
}

/**
 * The gates of a list of phases, in its order.
 *
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
      faultsNeeded: config.probe?.at_least ?? null,
      confirmations: config.confirmations ?? null,
    });
    const gate_1 = compile(phase.gate_1, measured);
    // It may ask for metrics too; it never does without the signal (RULES 1.1).
    const gate_2 = compile(phase.gate_2, { ...measured, exit_signal: 'boolean' });
    const wanted = [gate_1, ...floor.map(({ condition }) => condition)].map(({ ast }) =>
      ast === undefined ? 0 : leastWanted(ast, 'consecutive_green_runs'),
    );
    return { phase, floor, gate_1, gate_2, greenRunsWanted: Math.max(1, ...wanted), metrics };
  });
};

/** Tests that must fail before it, or nothing at all, and must pass from here on: here red turns into green. */
const turnsGreen = (phases: readonly Phase[], i: number): boolean =>
  phases[i]?.tests === 'must_pass' && (phases[i - 1]?.tests ?? 'must_fail') === 'must_fail';

const compile = (gate: GateDefinition, vocabulary: Vocabulary): Judge =>
  typeof gate.condition === 'string' ? compileCondition(gate.condition, vocabulary) : ofFunction(gate, gate.condition);

const ofFunction = (gate: GateDefinition, judge: GateFunction): Judge => ({
  source: describeCondition(gate),
  metrics: [],
  judge,
});

/** The clauses of a floor that are asked of a record with these metrics. Pure. */
export const floorAsked = <C extends Pick<CompiledGate['floor'][number], 'onlyWith'>>(
  floor: readonly C[],
  metrics: Metrics,
): readonly C[] => floor.filter(({ onlyWith }) => onlyWith === undefined || metrics[onlyWith] !== undefined);

/**
 * How much of a metric a condition asks for, so that the loop knows how many green runs a phase wants (RULES 1.3).
 *
 * The least value of `metric`, a whole number, with which no comparison of it with a number could be the unmet one; 0 when
 * none asks for more. Sums and comparisons with other metrics are passed over.
 *
 * @example
 * leastWanted(compileCondition('consecutive_green_runs > 2', vocabularyOf()).ast, 'consecutive_green_runs'); // 3
 */
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
  // The only value to stay away from that lies below all others.
  return operator === '!=' && value === 0 ? 1 : 0;
};
