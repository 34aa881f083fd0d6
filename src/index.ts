/**
 * dualgate: the loop, the config, the ledger. The chart alone is `dualgate/machines`, the gates alone `dualgate/gates`.
 *
 * @module
 */
export { type Config, parseConfig, type ParseConfigOptions } from './read-config/parse-config.ts';
export { ConfigError, type ConfigProblem } from './config/config-error.ts';
export { CONFIG_PRESETS, type ConfigPresetName } from './systems/systems.ts';
export type { ReadConfigOptions } from './config/find-config.ts';
export { measure, type MeasuredNow, type MeasureOptions } from './run/measure.ts';
export { readConfig } from './read-config/read-config.ts';
export type { ProgramMeasure } from './read-config/added-measures.ts';
export type { MeasureFunction, MeasureQuestion } from './checks/own-measure.ts';
export { DualgateError } from '../gates/errors.ts';
export type { CheckResult, Turn, TurnUsage } from '../gates/iteration.ts';
export type {
  ChartEdge,
  ChartEdgeKind,
  ChartGates,
  ChartNode,
  ChartNodeKind,
  ChartPicture,
} from './graph/chart-picture.ts';
export { drawSvg, type DrawSvgOptions } from './graph/draw-svg.ts';
export { pictureOf } from './graph/picture-of.ts';
export { renderMermaid, type RenderMermaidOptions } from './graph/render-mermaid.ts';
export type { SvgTheme } from './graph/svg-style.ts';
export { InspectorError } from './inspector/inspector-error.ts';
export { type Inspector, type InspectorOptions, serveInspector } from './inspector/server/serve-inspector.ts';
export { LedgerError, LockError } from './ledger/ledger-error.ts';
export { type Verification, verifyLedger } from './ledger/verify-ledger.ts';
export { ProofError } from './proof/proof-error.ts';
export type { Claim, Proof } from './proof/prove/claim.ts';
export { prove, type ProveOptions } from './proof/prove/prove.ts';
export type { ChangeProof } from './proof/prove/prove-change.ts';
export type { ListProof } from './proof/prove/list/prove-list.ts';
export type { RunProof } from './proof/prove/prove-run.ts';
export { readReport } from './report/read-report.ts';
export type { Report } from './report/report.ts';
export { createRun, type Run } from './run/create-run.ts';
export type { RunOptions } from './run/run-options.ts';
export type { AgentAnswer, AgentFunction, AgentTurn } from './agents/agent-function.ts';
export { type HostLedger, openLedger, type OpenLedgerOptions } from './run/actors/host-ledger.ts';
export { createBudget } from './loop/shared-budget.ts';
export type { BudgetLimits, SharedBudget } from './loop/shared-budget.ts';
export { OptionError } from './options/option-error.ts';
export { type WatchOptions, watchRun } from './run/feed/watch-run.ts';
export type { OperatorCommand } from './operator-commands/operator-command.ts';
export {
  type OperatorCommandOutcome,
  sendOperatorCommand,
  type SendOperatorCommandOptions,
} from './operator/send-operator-command.ts';
export { readRun, type RunReading } from './view/read-run.ts';
export { FaultError, RunError } from './records/run-error.ts';
export type { ReplayConfig } from './records/recorded-config.ts';
export { type Replay, type ReplayedIteration, replayRun } from './replay/replay-run.ts';
export { EXIT_CODES, type RunEvent } from './records/run-events.ts';
export type { RunStatus } from './view/run-status.ts';
export type { Ended } from './run/end-run.ts';
export { createWorkList, type WorkList, type WorkListOptions } from './work/create-work-list.ts';
export type { ListEvent } from './work/list-events.ts';
export { DUALGATE_VERSION } from './version.ts';
