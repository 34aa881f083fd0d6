/**
 * dualgate: the loop, the config, the ledger. The chart alone is `dualgate/machines`, the gates alone `dualgate/gates`.
 *
 * @module
 */
export { type Config, parseConfig, type ParseConfigOptions } from './read-config/parse-config.ts';
export { ConfigError, type ConfigProblem } from './project/config/find-config.ts';
export { CONFIG_PRESETS, type ConfigPresetName } from './signals/systems/systems.ts';
export type { ReadConfigOptions } from './project/config/find-config.ts';
export { measure, type MeasuredNow, type MeasureOptions } from './run/measure.ts';
export { readConfig } from './read-config/parse-config.ts';
export type { ProgramMeasure } from './read-config/added-measures.ts';
export type { MeasureFunction, MeasureQuestion } from './project/config/own-measure.ts';
export { DualgateError } from '../gates/errors.ts';
export type { CheckResult, Turn, TurnUsage } from '../gates/iteration.ts';
export type {
  ChartEdge,
  ChartEdgeKind,
  ChartGates,
  ChartNode,
  ChartNodeKind,
  ChartPicture,
} from './page/graph/chart-picture.ts';
export { drawSvg, type DrawSvgOptions } from './page/graph/draw-svg.ts';
export { pictureOf } from './page/graph/picture-of.ts';
export { renderMermaid, type RenderMermaidOptions } from './page/graph/render-mermaid.ts';
export type { SvgTheme } from './page/graph/draw-svg.ts';
export { InspectorError } from './page/inspector/local-server.ts';
export { type Inspector, type InspectorOptions, serveInspector } from './page/inspector/server/serve-inspector.ts';
export { LedgerError, LockError } from './ledger/ledger-error.ts';
export { type Verification, verifyLedger } from './ledger/verify-ledger.ts';
export { ProofError } from './commits/commit-trailers.ts';
export type { Claim, Proof } from './prove/claim.ts';
export { prove, type ProveOptions } from './prove/prove.ts';
export type { ChangeProof } from './prove/prove-change.ts';
export type { ListProof } from './prove/prove-list.ts';
export type { RunProof } from './prove/prove-run.ts';
export { readReport } from './page/report/render-list.ts';
export type { Report } from './page/report/report.ts';
export { createRun, type Run } from './run/create-run.ts';
export type { RunOptions } from './run/run-options.ts';
export type { AgentAnswer, AgentFunction, AgentTurn } from './agents/agent-function.ts';
export { type HostLedger, openLedger, type OpenLedgerOptions } from './run/actors/host-ledger.ts';
export { createBudget } from './loop/shared-budget.ts';
export type { BudgetLimits, SharedBudget } from './loop/shared-budget.ts';
export { OptionError } from './base/check-options.ts';
export { type WatchOptions, watchRun } from './run/feed/watch-run.ts';
export type { OperatorCommand } from './run/operator-commands/operator-command.ts';
export {
  type OperatorCommandOutcome,
  sendOperatorCommand,
  type SendOperatorCommandOptions,
} from './run/operator/send-operator-command.ts';
export { readRun, type RunReading } from './view/read-run.ts';
export { FaultError, RunError } from './records/run-error.ts';
export type { ReplayConfig } from './records/recorded-config.ts';
export { type Replay, type ReplayedIteration, replayRun } from './doctor/replay/replay-run.ts';
export { EXIT_CODES, type RunEvent } from './records/run-events.ts';
export type { RunStatus } from './view/run-status.ts';
export type { Ended } from './run/end-run.ts';
export { createWorkList, type WorkList, type WorkListOptions } from './queue/list/create-work-list.ts';
export type { ListEvent } from './queue/list/list-events.ts';
export { DUALGATE_VERSION } from './base/version.ts';
