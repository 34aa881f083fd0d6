/** The gates: pure functions of one iteration. No XState, no files, no clocks. @module */
export { type CompiledGate, compileGates, type Judge, type TddConfig } from './compile-gates.ts';
export { type Condition, compileCondition } from './conditions/compile-condition.ts';
export { CLEAN_MEASUREMENT, createIteration, type Measured } from './create-iteration.ts';
export { decide, type Decision } from './decide.ts';
export { AWAITED_SIGNAL, MISSING_SIGNAL, PREMATURE_SIGNAL } from './gate-warnings.ts';
export { DEFAULT_PHASES } from './default-phases.ts';
export { ConditionError, DualgateError, IterationError, PhaseError } from './errors.ts';
export { type FloorClause, floorOf, type FloorQuestion } from './floor.ts';
export type { Approval, Guard, NamedGuard, NotStarted } from './record-parts.ts';
export type {
  CheckResult,
  FailingTest,
  FailureKind,
  Indicators,
  IterationRecord,
  Signal,
  Turn,
  TurnError,
  TurnOutcome,
  TurnUsage,
  WaitingCriteria,
} from './iteration.ts';
export {
  type MetricDefinition,
  type MetricDefinitions,
  type MetricName,
  METRICS,
  type Metrics,
  type MetricType,
  type Vocabulary,
  vocabularyOf,
} from './metrics.ts';
export {
  checkPhases,
  describeCondition,
  type GateAnswer,
  type GateDefinition,
  type GateFunction,
  type Phase,
  type TestsExpectation,
} from './phase.ts';
export { SIGNAL_REASONS, type SignalReason } from './signal-reasons.ts';
export { renderUnmet, type Unmet, type Verdict } from './verdict.ts';
