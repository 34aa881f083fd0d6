/** `approve` and `reject`: a person answers whether a phase may be exited that both gates agree on. */
import { hashApprovalCode } from '../../loop/approval.ts';
import { approveCommand, rejectCommand, shortTree, type OpenApproval } from '../../records/fold/open-approval.ts';
import { RunError } from '../../records/run-error.ts';
import { lookAtSources } from '../../loop/run-context.ts';
import { type CarryOut, type OperatorCommandContext, type OperatorCommand, COMMAND_WORDS } from './operator-command.ts';

export const carryOutApprove: CarryOut<'approve'> = async (context, command) => {
  const { tree } = await lookAtSources(context.config, context.journal.state());
  const { phase, iteration, attempt, tree: measured, by } = command;
  // Last: another answer may have come meanwhile.
  checkCode(checkOpen(context, command), command.code);
  context.journal.write('operator.approved', { phase, iteration, attempt, tree: measured, by });
  const at = `${phase} ${iteration} with the sources ${shortTree(measured)}`;
  return {
    recorded: ['operator.approved'],
    says:
      tree === measured
        ? `Approved ${at}.`
        : `Approved ${at}, but they have changed since: the next iteration measures them, and asks again if both gates agree.`,
  };
};

export const carryOutReject: CarryOut<'reject'> = async (context, command) => {
  checkOpen(context, command);
  const { phase, iteration, attempt, tree, by, reason } = command;
  context.journal.write('operator.rejected', { phase, iteration, attempt, tree, by, reason });
  return { recorded: ['operator.rejected'], says: `Rejected ${phase} ${iteration}. The next prompt has the reason.` };
};

type Answer = OperatorCommand & { readonly command: 'approve' | 'reject' };

const checkOpen = ({ journal }: OperatorCommandContext, command: Answer): OpenApproval => {
  const { openEnds, run } = journal.state();
  const what = COMMAND_WORDS[command.command];
  const open: OpenApproval | undefined = openEnds.approval;
  if (open === undefined)
    throw new RunError(
      `Cannot ${what}: the run ${run} waits for no approval. dualgate status shows its state; a phase asks when it has confirm: true and both its gates agree.`,
    );
  const { phase, iteration, attempt, tree } = open.asked.record;
  const isSame =
    command.phase === phase &&
    command.iteration === iteration &&
    command.attempt === attempt &&
    command.tree === tree.after;
  if (!isSame)
    throw new RunError(
      `Cannot ${what}: ${command.phase} ${command.iteration} with the sources ${shortTree(command.tree)} is not the newest. ${phase} ${iteration} waits now. Look at it, then use ${approveCommand(tree.after)} or ${rejectCommand(tree.after)}.`,
    );
  if (open.answer !== undefined)
    throw new RunError(
      `Cannot ${what}: ${open.answer.by} has ${open.answer.approved ? 'approved' : 'rejected'} it already. Continue with dualgate resume.`,
    );
  return open;
};

/** @throws {RunError} for another code: only the operator is shown the code of a wait */
const checkCode = ({ asked, codeHash }: OpenApproval, code: string | undefined): void => {
  if (code !== undefined && codeHash !== undefined && hashApprovalCode(code) === codeHash) return;
  const what = code === undefined ? 'the code is missing' : 'the code is not that of this wait';
  throw new RunError(
    `Cannot ${COMMAND_WORDS.approve}: ${what}. The terminal of the run, its page and the message of notify.needs_human show it: ${approveCommand(asked.record.tree.after)}. If you see none, stop the run and use dualgate resume in your terminal: it shows a new one.`,
  );
};
