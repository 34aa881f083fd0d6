/** `dualgate run`: starts a run, or resumes one that was cut off. */
import { join } from 'node:path';
import { DualgateError } from '../../../gates/errors.ts';
import { type Config, configOfSpec } from '../../project/config/config.ts';
import { configOfRun } from '../../records/hash-config.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { readReport } from '../../page/report/render-list.ts';
import { renderReports } from '../../page/report/make-report.ts';
import { createRedactData } from '../../base/redact-text.ts';
import { runGit } from '../../project/sources/git.ts';
import { readRun } from '../../view/read-run.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { UsageError, text, type Values, type Command } from '../command.ts';
import { findOutside, runOutside, describeWritten, importIssue, writeSpec } from '../github/import-issue.ts';
import { hasBegun, checkWork, takeWork } from '../read-spec.ts';
import { chooseRun } from '../../run/operator/choose-run.ts';
import { EXIT_CODES } from '../../records/run-events.ts';
import { findUnfinished, type Unfinished } from '../../view/find-unfinished.ts';
import { followWorktree, openWorktree } from '../../run/open-worktree.ts';
import type { Inspector } from '../../page/inspector/server/serve-inspector.ts';
import { planRun } from '../../run/plan-run.ts';
import { checkDetach, detach } from '../detach.ts';
import { readThreshold, giveOperatorCommand, operatorName, readReason } from '../give-operator-command.ts';
import { openConfig, openOwnConfig } from '../open-config.ts';
import { renderPlan } from '../render/plan.ts';
import { checkAsk, refuseAskOfList, watchAndAsk, withInspector } from '../watch/watch-and-ask.ts';
import { planList, readWorkers, watchList } from '../work-list.ts';
import { plain } from '../render/paint.ts';
import { nameStatus } from '../../records/events/say-command.ts';

// `dualgate run --pr`: pushes the branch of a completed run and opens a draft pull request with its report. Nothing is pushed
// without that option.

/** `run --pr` cannot push or open it. Fix: by hand, as it says. */
class PullRequestError extends DualgateError {
  override readonly name = 'PullRequestError';
  readonly code = 'E_PULL_REQUEST';
}

const REMOTE = 'origin';

/** Before the run starts, and costs anything. @throws {UsageError} with the way out */
const checkPullRequest = async (config: Config, io: CommandIo): Promise<void> => {
  if (config.list !== null) throw new UsageError("Option '--pr' cannot be used with a task list");
  if (!config.commits) throw new UsageError("Option '--pr' needs commits: true in the config");
  if ((await findOutside('gh', { cwd: config.folder, env: io.env })) === null)
    throw new UsageError("Option '--pr' needs the program gh (GitHub CLI) on the PATH");
  if (!(await hasRemote(config.folder)))
    throw new UsageError(`Option '--pr' needs a Git remote named ${REMOTE}: git remote add ${REMOTE} URL`);
};

const hasRemote = (folder: string): Promise<boolean> =>
  runGit(folder, ['remote', 'get-url', REMOTE]).then(
    () => true,
    () => false,
  );

/** @throws {PullRequestError} when the branch cannot be pushed, or gh fails: the commits are there all the same */
const openPullRequest = async (config: Config, io: CommandIo): Promise<void> => {
  const at = { cwd: config.folder, env: io.env };
  const run = readCurrentRun(config.folder);
  const [gh, git] = [await findOutside('gh', at), await findOutside('git', at)];
  if (run === null || gh === null || git === null) return;
  const branch = (await readRun(config, run)).state.branch?.name;
  if (branch === undefined) throw new PullRequestError(`Cannot open a pull request: ${run} has no branch of its own.`);
  // Hooks of the repository may be the agent's.
  const refs = `refs/heads/${branch}:refs/heads/${branch}`;
  const push = ['-c', 'core.hooksPath=/dev/null', 'push', '--quiet', REMOTE, refs];
  const pushed = await runOutside({ program: git, args: push }, at);
  if ('problem' in pushed)
    throw new PullRequestError(
      `Cannot push ${branch} to ${REMOTE}: git failed (${pushed.problem}). Push it by hand: git push ${REMOTE} ${branch}.`,
    );
  const report = await readReport({ run, ledger: runFolders(config.folder, run).ledger });
  const body = renderReports([{ ...createRedactData(config, io.env)(report), next: [] }]);
  const { spec } = (await configOfRun(config, run)).work;
  const args = ['pr', 'create', '--draft', '--head', branch, '--title', `dualgate: ${spec}`];
  const made = await runOutside({ program: gh, args: [...args, '--body-file', '-'], input: body }, at);
  if ('problem' in made)
    throw new PullRequestError(
      `Cannot open a pull request: gh failed (${made.problem}). ${branch} is pushed. Open it by hand: gh pr create --draft --head ${branch}.`,
    );
  io.print(`Opened a draft pull request: ${made.stdout.trim().split('\n').at(-1) ?? ''}`);
};

interface Taken {
  readonly config: Config;
  /** The same options, for another process: the issue is a file by now. */
  readonly values: Values;
}

/**
 * Writes the spec, except for a run that has begun with it.
 *
 * @throws {UsageError} with a task list @throws {RunError} while a run on another spec has not completed
 */
const takeIssue = async (config: Config, values: Values, io: CommandIo): Promise<Taken> => {
  const named = text(values, 'issue');
  if (named === undefined) return { config, values };
  if (config.list !== null)
    throw new UsageError("Option '--issue' cannot be used with a task list: write the issue as one of its specs");
  const { folder } = config;
  const spec = await importIssue(named, io, folder);
  const taken = { config: configOfSpec(config, spec.path), values: { ...values, issue: join(folder, spec.path) } };
  if (values['new'] !== true && (await hasBegun(config, taken.config))) return taken;
  io.complain(describeWritten(spec, writeSpec(spec, folder)));
  return taken;
};

export const runCommand: Command = {
  run: async (values, operands, io) => {
    checkDetach(values);
    const shows = values['force-complete'] === true || values['dry-run'] === true;
    if (values['inspect'] === true && shows)
      throw new UsageError("Option '--inspect' cannot be used with --dry-run or --force-complete");
    if (values['pr'] === true && (values['detach'] === true || shows))
      throw new UsageError("Option '--pr' cannot be used with --detach, --dry-run or --force-complete");
    if (values['issue'] !== undefined && values['dry-run'] === true)
      throw new UsageError("Option '--issue' cannot be used with --dry-run");
    if (values['force-complete'] === true) return forceComplete(values, operands, io);
    if (values['reason'] !== undefined) throw new UsageError("Option '--reason' needs --force-complete");
    checkAsk(values, io);
    const config = openOwnConfig(values, io);
    const work = { values, operands };
    checkWork(config, work);
    // Checked first, whether the run is new or resumed.
    readThreshold(config, values, io);
    if (config.list !== null) refuseAskOfList(values);
    if (config.list === null && values['only'] !== undefined)
      throw new UsageError("Option '--only' needs a task list in the config: work.specs");
    if (config.list === null && values['workers'] !== undefined)
      throw new UsageError("Option '--workers' needs a task list in the config: work.specs");
    readWorkers(values);
    const isForReview = values['pr'] === true;
    if (isForReview) await checkPullRequest(config, io);
    const { config: ofIssue, values: given } = await takeIssue(config, values, io);
    const own = await takeWork(ofIssue, work, io);
    if (values['detach'] === true) return detach({ command: 'run', operands, config: own }, given, io);
    if (own.list !== null)
      return values['dry-run'] === true
        ? planList(own, values, io)
        : withInspector(own, values, io, (receive) => watchList(own, values, io, text(values, 'only'), receive));
    if (values['dry-run'] === true) {
      const plan = await planRun(own);
      io.print(values['json'] === true ? JSON.stringify(plan) : renderPlan(plan));
      return plan.missing.length === 0 ? EXIT.ok : EXIT.no;
    }
    const code = await withInspector(own, values, io, (receive) => start(own, values, io, receive));
    if (isForReview && code === EXIT.ok && (await hasCompleted(own))) await openPullRequest(followWorktree(own), io);
    return code;
  },
};

/** With `--until`, it may only have paused. */
const hasCompleted = async (own: Config): Promise<boolean> => (await findUnfinished(followWorktree(own))) === null;

type Receive = Inspector['receive'];

/** A new run, or the one that has not ended. */
const start = async (own: Config, values: Values, io: CommandIo, receive: Receive): Promise<number> => {
  const there = followWorktree(own);
  const unfinished = values['new'] === true ? null : await findUnfinished(there);
  if (unfinished !== null) return goOnWith(unfinished, there, { values, io, receive });
  const config = await openWorktree(own, { onProgress: (says) => io.complain(says) });
  return watchAndAsk(config, {}, values, io, receive);
};

const goOnWith = (
  unfinished: Unfinished,
  config: Config,
  { values, io, receive }: { readonly values: Values; readonly io: CommandIo; readonly receive: Receive },
): number | Promise<number> => {
  const { run, how } = unfinished;
  if (!unfinished.goes_on && how !== 'killed') {
    io.complain(renderHalted(unfinished));
    return EXIT_CODES[how];
  }
  const says = `Resuming the run ${run}, which ${nameUnfinished(how)}. dualgate run --new starts a new one instead.`;
  return watchAndAsk(
    config,
    { resume: run, says, automatic: how === 'killed' || how === 'interrupted' },
    values,
    io,
    receive,
  );
};

const GOES_WITH: ReadonlySet<string> = new Set(['force-complete', 'reason', 'config', 'json']);

/** @returns the exit code @throws {UsageError} without a reason, or with options of a run */
const forceComplete = async (values: Values, [spec]: readonly string[], io: CommandIo): Promise<number> => {
  if (spec !== undefined) throw new UsageError("Option '--force-complete' cannot be used with SPEC");
  const other = Object.keys(values).find((name) => !GOES_WITH.has(name));
  if (other !== undefined) throw new UsageError(`Option '--${other}' cannot be used with --force-complete`);
  const reason = readReason(values);
  const config = openConfig(values, io);
  const command = { command: 'skip', by: operatorName(), reason, whole: true } as const;
  return giveOperatorCommand({ config, run: chooseRun(config), command }, values, io);
};

/** How it ended: `which was killed`. */
const nameUnfinished = (how: Unfinished['how']): string => {
  switch (how) {
    case 'killed':
      return 'was killed or crashed';
    case 'interrupted':
    case 'paused':
    case 'aborted':
    case 'completed':
      return `was ${how}`;
    case 'stuck':
      return 'is stuck';
    case 'needs_human':
      return 'needs human input';
  }
};

/** Only a person resumes it. */
const renderHalted = ({ run, how, why }: Unfinished): string =>
  `Cannot start a run: ${run} has not completed (${how === 'killed' ? 'killed' : nameStatus(how)}: ${plain(why)}). Continue it with dualgate resume, or start a new one with dualgate run --new. dualgate status lists the other ways out.`;
