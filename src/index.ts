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
export { type Examination, examine, type ExamineOptions } from './doctor/examine.ts';
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
export { type CommitProblem, type CommitsVerification, verifyCommits } from './loop/commits/verify-commits.ts';
export { type CheckedNow, checkNow, type CheckOptions } from './run/check-now.ts';
export { followWorktree, openWorktree } from './run/open-worktree.ts';
export { configOfRun } from './records/config-of-run.ts';
export { createRun, type Run, type RunOptions } from './run/create-run.ts';
export { renderAcceptance } from './loop/tests/describe-calibration.ts';
export { checkThreshold, findThresholdProblem } from './run/given-threshold.ts';
export type { GivenThreshold } from './records/beginning.ts';
export { explainUndecided, type VoidAttempt } from './view/explain/find-attempts.ts';
export { type QuotedLine, quoteTranscript } from './view/explain/quote-transcript.ts';
export { type Explained, explainIteration } from './view/explain/explain-iteration.ts';
export { type WatchOptions, watchRun } from './run/feed/watch-run.ts';
export { type Glance, glanceAtRun } from './view/glance.ts';
export { locateRun, type RunPlace } from './view/locate-run.ts';
export { describeLuck, type GreenLuck, luckOf } from './view/green-luck.ts';
export { findLeftRunning, type LeftRunning } from './run/left-running.ts';
export { listRuns } from './view/list-runs.ts';
export { chooseRun } from './operator/choose-run.ts';
export { type Changes, describeAcceptance, findChanges } from './operator/find-changes.ts';
export type { Order } from './orders/order.ts';
export { type OrderOutcome, sendOrder, type SendOrderOptions } from './operator/send-order.ts';
export { findUnfinished, type Unfinished } from './view/find-unfinished.ts';
export { type NextStep, type StepFacts, stepsAfter } from './view/next-steps.ts';
export { planRun, type RunPlan } from './run/plan-run.ts';
export { readRecords, type RunRecords } from './records/read-records.ts';
export { readRunChart, type RunChart } from './view/read-run-chart.ts';
export { readRun, readStanding, type RunReading, type Standing } from './view/read-run.ts';
export { RunError } from './records/run-error.ts';
export type { ReplayConfig } from './records/recorded-config.ts';
export { type Replay, type ReplayedIteration, replayRun } from './replay/replay-run.ts';
export { EXIT_CODES, type RunEvent } from './records/run-events.ts';
export { readCurrentRun, runFolders, type RunFolders } from './records/run-folders.ts';
export { standSince } from './view/stand-since.ts';
export type { RunStatus } from './view/run-status.ts';
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
