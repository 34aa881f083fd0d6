/** `dualgate run`: starts a run, or resumes one that was cut off. Code for some options only is loaded with them. */
import { join } from 'node:path';
import { type Config, configOfSpec } from '../../project/config/config.ts';
import { followWorktree } from '../../run/follow-worktree.ts';
import { UsageError, text, type Values, type Command } from '../command.ts';
import { openConfig, openOwnConfig } from '../open-config.ts';
import { hasBegun, checkWork, takeWork } from '../read-spec.ts';
import { renderPlan } from '../render/plan.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import {
  checkAsk,
  operatorName,
  readReason,
  readThreshold,
  readWorkers,
  refuseAskOfList,
} from '../watch/options-of-run.ts';

interface Taken {
  readonly config: Config;
  /** The same options, for another process: the issue is a file by now. */
  readonly values: Values;
}

/**
 * Writes the spec, except for a run that has begun with it.
 * @throws {UsageError} with a task list @throws {RunError} while a run on another spec has not completed
 */
const takeIssue = async (config: Config, values: Values, io: CommandIo): Promise<Taken> => {
  const named = text(values, 'issue');
  if (named === undefined) return { config, values };
  if (config.list !== null)
    throw new UsageError("Option '--issue' cannot be used with a task list: write the issue as one of its specs");
  const { folder } = config;
  const { describeWritten, importIssue, writeSpec } = await import('../github/import-issue.ts');
  const spec = await importIssue(named, io, folder);
  const taken = { config: configOfSpec(config, spec.path), values: { ...values, issue: join(folder, spec.path) } };
  if (values['new'] !== true && (await hasBegun(config, taken.config))) return taken;
  io.complain(describeWritten(spec, writeSpec(spec, folder)));
  return taken;
};

export const runCommand: Command = {
  run: async (values, operands, io) => {
    if (values['detach'] === true) (await import('../detach.ts')).checkDetach(values);
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
    if (isForReview) await (await import('../github/pull-request.ts')).checkPullRequest(config, io);
    const { config: ofIssue, values: given } = await takeIssue(config, values, io);
    const own = await takeWork(ofIssue, work, io);
    if (values['detach'] === true)
      return (await import('../detach.ts')).detach({ command: 'run', operands, config: own }, given, io);
    const isDry = values['dry-run'] === true;
    if (own.list !== null) {
      const { planList, watchList } = await import('../work-list.ts');
      if (isDry) return planList(own, values, io);
      const { withInspector } = await import('../watch/watch-and-ask.ts');
      return withInspector(own, values, io, (receive) => watchList(own, values, io, text(values, 'only'), receive));
    }
    if (isDry) return showPlan(own, values, io);
    const { hasCompleted, startRun } = await import('../watch/start-run.ts');
    const code = await startRun(own, values, io);
    if (isForReview && code === EXIT.ok && (await hasCompleted(own)))
      await (await import('../github/pull-request.ts')).openPullRequest(followWorktree(own), io);
    return code;
  },
};

const showPlan = async (own: Config, values: Values, io: CommandIo): Promise<number> => {
  const plan = await (await import('../../run/plan-run.ts')).planRun(own);
  io.print(values['json'] === true ? JSON.stringify(plan) : renderPlan(plan));
  return plan.missing.length === 0 ? EXIT.ok : EXIT.no;
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
  const { giveOperatorCommand, runFor } = await import('../give-operator-command.ts');
  return giveOperatorCommand({ config, run: runFor(config, undefined), command }, values, io);
};
