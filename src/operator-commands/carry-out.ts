/**
 * Carries out an operator command on a locked run: by the loop between two turns, or by a command while no loop is
 * active. Both use the same code, so that a command has the same effect and the same records at any time.
 *
 * @module
 */
import { recordBreaker } from '../loop/breaker/record-breaker.ts';
import { RunError } from '../records/run-error.ts';
import { carryOutAbort } from './abort.operator-command.ts';
import { carryOutAccept } from './accept.operator-command.ts';
import { carryOutApprove, carryOutReject } from './answer.operator-command.ts';
import { carryOutGuide } from './guide.operator-command.ts';
import { type OperatorCommand, COMMAND_WORDS } from './operator-command.ts';
import { carryOutReopen } from './reopen.operator-command.ts';
import { carryOutReset } from './reset.operator-command.ts';
import { carryOutRollback } from './rollback.operator-command.ts';
import type { CarriedOut, OperatorCommandContext } from './command-context.ts';
import { carryOutSkip } from './skip.operator-command.ts';

/**
 * Also records any change of the breaker.
 *
 * @throws {RunError} when the work is over, or the command cannot be carried out; then nothing was recorded
 * @throws {LedgerError} when it could not be recorded
 */
export const carryOut = async (context: OperatorCommandContext, command: OperatorCommand): Promise<CarriedOut> => {
  const phase = context.journal.phase();
  if (phase === null) {
    const { run } = context.journal.state();
    throw new RunError(
      `Cannot ${COMMAND_WORDS[command.command]} of the run ${run}: its work is over. Start a new one with dualgate run.`,
    );
  }
  const before = context.journal.state().breaker;
  const carried = await carryOutIn(context, command, phase);
  return recordBreaker(context, before) ? { ...carried, recorded: [...carried.recorded, 'breaker.changed'] } : carried;
};

const carryOutIn = (context: OperatorCommandContext, command: OperatorCommand, phase: string): Promise<CarriedOut> => {
  switch (command.command) {
    case 'skip':
      return carryOutSkip(context, command, phase);
    case 'abort':
      return carryOutAbort(context, command, phase);
    case 'reset':
      return carryOutReset(context, command, phase);
    case 'accept':
      return carryOutAccept(context, command, phase);
    case 'reopen':
      return carryOutReopen(context, command, phase);
    case 'rollback':
      return carryOutRollback(context, command, phase);
    case 'approve':
      return carryOutApprove(context, command, phase);
    case 'reject':
      return carryOutReject(context, command, phase);
    case 'guide':
      return carryOutGuide(context, command, phase);
  }
};
