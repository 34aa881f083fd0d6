/** The statecharts: XState and gates only. No files, clocks or processes; also for a browser or a durable engine. @module */
export { bindGates } from './bind-gates.ts';
export { circuitBreakerActor } from './circuit-breaker.actor.ts';
export {
  type Breaker,
  type BreakerCause,
  type BreakerEvent,
  type BreakerRules,
  type BreakerState,
  closedBreaker,
  DEFAULT_BREAKER_RULES,
  turnBreaker,
} from './circuit-breaker.ts';
export { describeBreaker } from './circuit-breaker.actor.ts';
export {
  countGreenRuns,
  type GreenRuns,
  type GreenRunsEvent,
  greenRunsActor,
  GreenRunsError,
  NO_GREEN_RUNS,
  wantsAnotherGreenRun,
} from './green-runs.actor.ts';
export type {
  Course,
  Ending,
  Iteration,
  MeasureInput,
  Preparation,
  TestRunInput,
  Wait,
  WaitReason,
} from './run.actors.ts';
export { type RunEvent, runMachine, type RunOutput } from './run.machine.ts';
export { createTddMachine, stateKey, type TddMachine } from './tdd.machine.ts';
export type { GateQuestion, PhaseMeta, TddEmitted, TddEvent, TddOutput, TddStateValue } from './tdd.setup.ts';
export {
  type WorkItemEmitted,
  type WorkItemInput,
  type WorkItemMachine,
  workItemMachine,
} from './work-item.machine.ts';
export {
  findWorkItemRefusal,
  type WorkItemContext,
  type WorkItemEvent,
  type WorkItemRefusal,
  type WorkItemSignal,
} from './work-item.refusals.ts';
export type { ExitReason, WorkPhase } from './work-item.refusals.ts';
