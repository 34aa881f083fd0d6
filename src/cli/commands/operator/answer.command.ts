/** `dualgate approve` and `dualgate reject`: a person answers whether a phase may be exited. */
import { refuseInsideTurn } from '../../../run/operator-commands/refuse-inside-turn.ts';
import { COMMAND_WORDS } from '../../../run/operator-commands/operator-command.ts';
import { type Command, optional, text, UsageError } from '../../command.ts';
import { giveOperatorCommand, runFor } from '../../give-operator-command.ts';
import { operatorName, readReason } from '../../watch/options-of-run.ts';
import { openConfigOf } from '../../open-config.ts';
import { readRunOption } from '../../run-id.ts';
import type { Config } from '../../../project/config/config.ts';
import {
  approveCommand as nameApprove,
  rejectCommand as nameReject,
  shortTree,
} from '../../../records/fold/open-approval.ts';
import { RunError } from '../../../records/run-error.ts';
import { readRunSummary } from '../../../view/read-run.ts';

interface Question {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly tree: string;
}

/** Fewer characters could fit by chance. */
const LEAST = 8;

/**
 * @param named - the first characters of the sources that the operator saw; absent: those that wait now
 * @throws {RunError} when none is open, or it is about other sources
 */
const findQuestion = async (
  what: string,
  { config, run, named }: { readonly config: Config; readonly run: string; readonly named: string | undefined },
): Promise<Question> => {
  if (named !== undefined && !/^[0-9a-f]{8,64}$/.test(named))
    throw new UsageError(
      `SOURCES must be ${LEAST} characters or more of a fingerprint, as dualgate status shows it (got ${named})`,
    );
  // Not the status, which hides what looks like a secret.
  const { approval } = (await readRunSummary(config, run)).state.openEnds;
  if (approval === undefined)
    throw new RunError(
      `Cannot ${what}: the run ${run} waits for no approval. dualgate status shows its state; a phase asks when it has confirm: true and both its gates agree.`,
    );
  const { phase, iteration, attempt, tree } = approval.asked.record;
  if (named === undefined || tree.after.startsWith(named)) return { phase, iteration, attempt, tree: tree.after };
  throw new RunError(
    `Cannot ${what}: the sources ${shortTree(named)} are not the newest. ${phase} ${iteration} waits now. Look at it, then use ${nameApprove(tree.after)} or ${nameReject(tree.after)}.`,
  );
};

export const rejectCommand: Command = {
  run: async (values, [operand], io) => {
    refuseInsideTurn(COMMAND_WORDS.reject, null);
    const reason = readReason(values);
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const run = runFor(config, named);
    const question = await findQuestion(COMMAND_WORDS.reject, { config, run, named: operand });
    const command = { command: 'reject', by: operatorName(), reason, ...question } as const;
    return giveOperatorCommand({ config, run, command }, values, io);
  },
};

export const approveCommand: Command = {
  run: async (values, [operand], io) => {
    refuseInsideTurn(COMMAND_WORDS.approve, null);
    const named = await readRunOption(values, io);
    const config = await openConfigOf(named, values, io);
    const run = runFor(config, named);
    const question = await findQuestion(COMMAND_WORDS.approve, { config, run, named: operand });
    const command = {
      command: 'approve',
      by: operatorName(),
      ...question,
      ...optional('code', text(values, 'code')),
    } as const;
    return giveOperatorCommand({ config, run, command }, values, io);
  },
};
