/**
 * The gates: pure questions put to one iteration. No XState, no files, no clocks.
 *
 * @module
 */
export { type CompiledGate, compileGates, type Judge, type TddConfig } from './compile-gates.ts';
export { type Condition, compileCondition, type Vocabulary } from './conditions/compile-condition.ts';
export { METRIC_VOCABULARY } from './conditions/metric-vocabulary.ts';
export { CLEAN_MEASUREMENT, createIteration, type Measured } from './create-iteration.ts';
export { decide, type Decision, MISSING_SIGNAL, PREMATURE_SIGNAL } from './decide.ts';
export { DEFAULT_PHASES } from './default-phases.ts';
export { ConditionError, DualgateError, PhaseError } from './errors.ts';
export { type FloorClause, floorOf, type FloorQuestion } from './floor.ts';
export type {
  CheckName,
  CheckResult,
  FailingTest,
  Indicators,
  IterationRecord,
  Signal,
  Turn,
  TurnError,
  TurnOutcome,
  TurnUsage,
  WaitingCriteria,
} from './iteration.ts';
export { type MetricDefinition, type MetricName, METRICS, type Metrics, type MetricType } from './metrics.ts';
export {
  checkPhases,
  describeCondition,
  type GateDefinition,
  type GateFunction,
  type Phase,
  type TestsExpectation,
} from './phase.ts';
export { SIGNAL_REASONS, type SignalReason } from './signal-reasons.ts';
export { renderUnmet, type Unmet, type Verdict } from './verdict.ts';
