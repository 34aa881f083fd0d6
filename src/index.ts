/**
 * dualgate: the loop, the config, the ledger. The chart alone is `dualgate/machines`, the gates alone `dualgate/gates`.
 *
 * @module
 */
export { adviseTurn } from './agents/advise.ts';
export { findAgents, type FoundAgent } from './agents/find-agents.ts';
export { playScriptedTurn } from './agents/scripted/scripted-agent.ts';
export { type Config, parseConfig, type ParseConfigOptions } from './config/config.ts';
export { ConfigError, type ConfigProblem } from './config/config-error.ts';
export type { ListConfig } from './config/shape-config.ts';
export { configOfTask } from './config/tasks/config-of-task.ts';
export { detectProject } from './config/init/detect-project.ts';
export type { ProjectFacts } from './config/init/project-facts.ts';
export { renderConfig } from './config/init/render-config.ts';
export { CONFIG_PRESET_NAMES, CONFIG_PRESETS, type ConfigPresetName, isPresetName } from './config/presets/presets.ts';
export { CONFIG_NAMES, locateWorkspace, type ReadConfigOptions } from './config/find-config.ts';
export { readConfig } from './config/read-config.ts';
export { parseDuration } from './config/schema/duration.ts';
export type { Answer } from './conformance/answer-case.ts';
export { answerCases, type CaseNews, type CaseTally } from './conformance/answer-cases.ts';
export type { Difference } from './conformance/compare-answer.ts';
export { layOutDemo } from './demo/lay-out-demo.ts';
export type { DoctorNews } from './doctor/check.ts';
export { examine, type Examination, type ExamineOptions } from './doctor/examine.ts';
export type { Finding } from './doctor/finding.ts';
export { countFailing } from '../gates/count-failing.ts';
export { DualgateError } from '../gates/errors.ts';
export type { ClauseStanding } from '../gates/list-clauses.ts';
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
export { markForced } from './graph/mark-forced.ts';
export { pictureOf } from './graph/picture-of.ts';
export { renderMermaid, type RenderMermaidOptions } from './graph/render-mermaid.ts';
export type { SvgTheme } from './graph/svg-style.ts';
export { InspectorError } from './inspector/inspector-error.ts';
export { createRedactData, type RedactData } from './redact/redact-data.ts';
export { secretsOf } from './redact/secrets-of.ts';
export { type Inspector, type InspectorOptions, serveInspector } from './inspector/server/serve-inspector.ts';
export { createStatelyInspector } from './inspector/stately/create-stately-inspector.ts';
export { serveStately } from './inspector/stately/serve-stately.ts';
export { anchorFolder, readAnchor } from './ledger/anchor.ts';
export { LedgerError, LockError } from './ledger/ledger-error.ts';
export { readLock } from './ledger/lock-file.ts';
export { type Verification, verifyLedger } from './ledger/verify-ledger.ts';
export { plainLine } from './markdown/plain-line.ts';
export { ProofError } from './proof/proof-error.ts';
export type { Claim, Proof } from './proof/prove/claim.ts';
export { attachNote } from './proof/prove/attach-note.ts';
export { prove, type ProveOptions } from './proof/prove/prove.ts';
export type { ChangeProof, ProofStep } from './proof/prove/prove-change.ts';
export type { RunProof } from './proof/prove/prove-run.ts';
export { type Attestation, signStatement } from './proof/prove/sign-statement.ts';
export { createStatement, type Statement } from './proof/prove/statement.ts';
export { renderCount, renderDuration, renderTokens, renderUsage } from './report/amounts.ts';
export { makeReport } from './report/make-report.ts';
export { readReport } from './report/read-report.ts';
export { type LedgerOfRun, readPages } from './report/read-page.ts';
export { readPageList } from './report/read-page-list.ts';
export { renderHtmlReport } from './report/render-html.ts';
export { renderListReport } from './report/render-list.ts';
export { type ListReport, reportList } from './report/report-list.ts';
export { renderReports } from './report/render-reports.ts';
export type { Report } from './report/report.ts';
export { type CommitProblem, type CommitsVerification, verifyCommits } from './run/commits/verify-commits.ts';
export { type CheckedNow, type CheckOptions, checkNow } from './run/check-now.ts';
export { followWorktree, openWorktree } from './run/commits/open-worktree.ts';
export { configOfRun } from './run/config-of-run.ts';
export { createRun, type Run, type RunOptions } from './run/create-run.ts';
export { renderAcceptance } from './run/describe-calibration.ts';
export { checkThreshold, findThresholdProblem, type GivenThreshold } from './run/exit-gate/given-threshold.ts';
export { explainUndecided, type VoidAttempt } from './run/explain/find-attempts.ts';
export { type QuotedLine, quoteTranscript } from './run/explain/quote-transcript.ts';
export { type Explained, explainIteration } from './run/explain-iteration.ts';
export { watchRun, type WatchOptions } from './run/feed/watch-run.ts';
export { type Glance, glanceAtRun } from './run/glance.ts';
export { locateRun, type RunPlace } from './run/locate-run.ts';
export { describeLuck, type GreenLuck, luckOf } from './run/green-luck.ts';
export { findLeftRunning, type LeftRunning } from './run/left/left-running.ts';
export { listRuns } from './run/list-runs.ts';
export { chooseRun } from './run/orders/choose-run.ts';
export { type Changes, describeAcceptance, findChanges } from './run/orders/find-changes.ts';
export type { Order } from './run/orders/order.ts';
export { type OrderOutcome, sendOrder, type SendOrderOptions } from './run/orders/send-order.ts';
export { findUnfinished, type Unfinished } from './run/find-unfinished.ts';
export { type NextStep, type StepFacts, stepsAfter } from './run/next-steps.ts';
export { planRun, type RunPlan } from './run/plan-run.ts';
export { readRecords, type RunRecords } from './run/read-records.ts';
export { readRunChart, type RunChart } from './run/read-run-chart.ts';
export { readRun, readStanding, type RunReading, type Standing } from './run/read-run.ts';
export { RunError } from './run/run-error.ts';
export type { ReplayConfig } from './run/replay/recorded-config.ts';
export { type Replay, type ReplayedIteration, replayRun } from './run/replay/replay-run.ts';
export { EXIT_CODES, type RunEvent } from './run/run-events.ts';
export { readCurrentRun, type RunFolders, runFolders } from './run/run-folders.ts';
export { standSince } from './run/stand-since.ts';
export type { RunStatus } from './run/run-status.ts';
export type { Ended } from './run/settle-run.ts';
export { chooseTask } from './work/choose-task.ts';
export { createWorkList, type WorkList, type WorkListOptions } from './work/create-work-list.ts';
export { describeList, isOfNow, type ListStatus, type TaskStatus } from './work/describe-list.ts';
export type { ListEvent } from './work/list-events.ts';
export { followRun, followRuns } from './work/follow-run.ts';
export { listFolders, readCurrentList } from './work/list-folders.ts';
export { readTasks, type TasksFound } from './work/read-tasks.ts';
export { type ListReading, readListStatus, readWorkList } from './work/read-work-list.ts';
export { stepsOfList } from './work/steps-of-list.ts';
export { DUALGATE_VERSION } from './version.ts';
