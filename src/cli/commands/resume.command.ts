/** `dualgate resume`: resumes a run from its ledger. */
import { followWorktree } from '../../run/follow-worktree.ts';
import { readRunSummary } from '../../view/read-run.ts';
import { checkDetach, detach } from '../detach.ts';
import type { Config } from '../../project/config/config.ts';
import { acceptConfig } from '../../run/operator/accept-config.ts';
import { chooseRun } from '../../run/operator/choose-run.ts';
import { renderConfigChanges } from '../../records/config-change.ts';
import { findBegunRun } from '../../queue/list/read-work-list.ts';
import { type Command, type Values, UsageError } from '../command.ts';
import { operatorName, readReason, checkAsk, refuseAskOfList } from '../watch/options-of-run.ts';
import { plain } from '../render/paint.ts';
import type { CommandIo } from '../terminal/io.ts';
import { openOwnConfig } from '../open-config.ts';
import { isLikeRun, readRunOption } from '../run-id.ts';
import { watchAndAsk, withInspector } from '../watch/watch-and-ask.ts';
import { watchList } from '../work-list.ts';

export const resumeCommand: Command = {
  run: async (given, [operand], io) => {
    const { 'accept-config': _accept, reason: _reason, ...values } = given;
    checkDetach(values);
    checkAsk(values, io);
    const reason = readAcceptance(given);
    const own = openOwnConfig(values, io);
    const named = await readRunOption(values, io);
    const task = readTask(named, operand, own.list !== null);
    if (own.list !== null) refuseAskOfList(values);
    if (reason !== null) await accept(own, task ?? named, reason, io);
    if (values['detach'] === true)
      return detach({ command: 'resume', operands: operand === undefined ? [] : [operand], config: own }, values, io);
    if (own.list !== null)
      return withInspector(own, values, io, (receive) => watchList(own, values, io, task, receive));
    const config = followWorktree(own);
    const { run } = await readRunSummary(config, named);
    return withInspector(own, values, io, (receive) => watchAndAsk(config, { resume: run }, values, io, receive));
  },
};

/** The reason for `--accept-config`; null without the option. @throws {UsageError} for one without the other */
const readAcceptance = (values: Values): string | null => {
  if (values['accept-config'] === true) return readReason(values);
  if (values['reason'] !== undefined) throw new UsageError("Option '--reason' needs --accept-config");
  return null;
};

const accept = async (own: Config, named: string | undefined, reason: string, io: CommandIo): Promise<void> => {
  const { config, run } = own.list === null ? findRun(followWorktree(own), named) : await findBegunRun(own, named);
  const say = (text: string): void => io.complain(plain(text));
  const onChanges: Parameters<typeof acceptConfig>[0]['onChanges'] = (changed) =>
    say(`Changes of the config: ${changed.length === 0 ? 'no key changed' : renderConfigChanges(changed)}.`);
  await acceptConfig({ config, run, by: operatorName(), reason, onChanges });
  say('Accepted the config.');
};

const findRun = (config: Config, named: string | undefined) => ({ config, run: named ?? chooseRun(config) });

/** A task of a list by its operand or by its run; a run without a list has none. */
const readTask = (run: string | undefined, operand: string | undefined, isList: boolean): string | undefined => {
  if (operand === undefined) return isList ? run : undefined;
  if (run !== undefined) throw new UsageError('Give TASK or --run, not both');
  if (isLikeRun(operand)) throw new UsageError(`Unexpected argument '${operand}'. Name a run with --run ${operand}`);
  if (!isList) throw new UsageError(`TASK needs a task list in the config: work.specs (got ${operand})`);
  return operand;
};
