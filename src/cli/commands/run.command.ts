/**
 * `dualgate run`: starts a run, or resumes one that was cut off.
 *
 * @module
 */
import { chooseRun } from '../../operator/choose-run.ts';
import type { Config } from '../../config/shape-config.ts';
import { EXIT_CODES } from '../../records/run-events.ts';
import { findUnfinished, type Unfinished } from '../../view/find-unfinished.ts';
import { followWorktree } from '../../run/follow-worktree.ts';
import { openWorktree } from '../../run/open-worktree.ts';
import type { Inspector } from '../../inspector/server/serve-inspector.ts';
import { planRun } from '../../run/plan-run.ts';
import { checkDetach, detach } from '../background/detach.ts';
import { checkPullRequest, openPullRequest } from '../github/open-pull-request.ts';
import { takeIssue } from '../github/take-issue.ts';
import { type Command, text, type Values } from '../command.ts';
import { readThreshold } from '../exit-threshold.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openConfig, openOwnConfig } from '../open-config.ts';
import { renderPlan } from '../render/plan.ts';
import { UsageError } from '../usage-error.ts';
import { checkAsk, refuseAskOfList, watchAndAsk } from '../watch/watch-and-ask.ts';
import { withInspector } from '../watch/with-inspector.ts';
import { planList, readWorkers, watchList } from '../work-list.ts';
import { giveOperatorCommand } from '../give-operator-command.ts';
import { checkWork, takeWork } from '../read-spec.ts';
import { operatorName } from '../operator-name.ts';
import { readReason } from '../read-reason.ts';
import { plain } from '../render/text/paint.ts';
import { nameStatus } from '../../records/events/words.ts';

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
