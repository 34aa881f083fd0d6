/**
 * Carries out an operator command on a locked run: by the loop between two turns, or by a command while no loop is
 * active. Both use the same code, so that a command has the same effect and the same records at any time.
 */
import { recordBreaker } from '../../loop/breaker.ts';
import { RunError } from '../../records/run-error.ts';
import { carryOutAccept } from './accept.operator-command.ts';
import { carryOutApprove, carryOutReject } from './answer.operator-command.ts';
import {
  COMMAND_WORDS,
  type OperatorCommand,
  type OperatorCommandName,
  type CarriedOut,
  type OperatorCommandContext,
  type CarryOut,
} from './operator-command.ts';
import { carryOutReopen } from './reopen.operator-command.ts';
import { carryOutRollback } from './rollback.operator-command.ts';
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

const carryOutIn = <T extends OperatorCommandName>(
  context: OperatorCommandContext,
  command: OperatorCommand & { readonly command: T },
  phase: string,
): Promise<CarriedOut> => COMMANDS[command.command](context, command, phase);

const COMMANDS: { readonly [T in OperatorCommandName]: CarryOut<T> } = {
  skip: carryOutSkip,
  /** The work ends for good. The process that has locked the run records the end of the run. */
  abort: async ({ journal }, { by, reason }) => {
    journal.write('operator.aborted', { by, reason });
    return { recorded: ['operator.aborted'], says: `The work of ${journal.state().run} was aborted.` };
  },
  /**
   * Iterations used, iterations without progress, crashes, limits of the provider, minutes, cost and tokens count from 0
   * again, the breaker is closed, and halted work resumes (rule 4.4). The evidence for the gates is unchanged.
   */
  reset: async ({ journal }, { by, reason }, phase) => {
    journal.write('operator.reset', { phase, by, reason });
    return { recorded: ['operator.reset'], says: `${phase} continues; all counts that halt it are at 0.` };
  },
  accept: carryOutAccept,
  reopen: carryOutReopen,
  rollback: carryOutRollback,
  approve: carryOutApprove,
  reject: carryOutReject,
  /** A person's guidance for the agent, in each prompt until the phase is exited. It changes no gate. */
  guide: async ({ journal }, { by, text }, phase) => {
    journal.write('operator.guided', { phase, by, text });
    return { recorded: ['operator.guided'], says: `The agent reads it in each prompt until ${phase} is exited.` };
  },
};
