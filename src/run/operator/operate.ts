/** An operator command on an inactive run (rule 1.6): the code of a live one, and never from inside an agent's process tree. */
import type { Ending } from '../../../machines/index.ts';
import type { Config } from '../../project/config/config.ts';
import { removeKeptSources } from '../../loop/turn/kept-exit.ts';
import { processTable } from '../../base/processes/find-processes.ts';
import { catchUp, lockRun } from '../lock-run.ts';
import { configOfRun } from '../../records/hash-config.ts';
import type { Journal } from '../../records/journal.ts';
import { carryOut } from '../operator-commands/carry-out.ts';
import { refuseInsideTurn } from '../operator-commands/refuse-inside-turn.ts';
import { type CarriedOut, type OperatorCommand, COMMAND_WORDS } from '../operator-commands/operator-command.ts';
import { RunError } from '../../records/run-error.ts';
import { describeEnd } from '../end-run.ts';
import { findNotEnded } from '../../loop/limits.ts';

/**
 * Locks the run while the command is carried out. @throws {LockError} when the run is active
 * @throws {RunError} when the command comes from inside a turn, the work is over, or it cannot be carried out
 */
export const operate = async (given: {
  readonly config: Config;
  readonly run: string;
  readonly command: OperatorCommand;
}): Promise<CarriedOut> => {
  const { run, command } = given;
  const config = await configOfRun(given.config, run);
  const what = COMMAND_WORDS[command.command];
  refuseInsideTurn(what, null);
  const { journal, unanchored, close } = lockRun({ config, run, as: 'existing', now: () => new Date(), isLoop: false });
  try {
    refuseDuringTurn(what, run);
    // The steps that a killed loop did not complete.
    await catchUp({ config, journal, emit: () => {} });
    if (end(journal) === 'completed' && command.command === 'skip' && command.whole === true)
      return { recorded: ['run.ended'], says: 'The interrupted steps are done. The work is complete.' };
    const { recorded, says } = await carryOut({ config, journal, emit: () => {} }, command);
    return {
      recorded: end(journal) === null ? recorded : [...recorded, 'run.ended'],
      says: unanchored === null ? says : `${says} ${unanchored}`,
    };
  } finally {
    if (journal.phase() === null) await removeKeptSources(run);
    close();
  }
};

/** Records that the work is over. @returns how it ended; null when it continues, or that was already recorded */
const end = (journal: Journal): Ending['status'] | null => {
  const over = findNotEnded(journal);
  if (over !== null) journal.write('run.ended', describeEnd(journal, over));
  return over?.status ?? null;
};

/** An agent that removed lock and mark is found by the mark that its own process, or the loop's tests, still have. */
const refuseDuringTurn = (what: string, run: string): void => {
  const atWork = processTable.list().find(({ carries }) => carries({ name: 'DUALGATE_RUN', value: run }));
  if (atWork === undefined) return;
  throw new RunError(
    `Cannot ${what} while the run ${run} is active (got process ${atWork.pid}). Wait until it ends; dualgate resume ends the processes that a killed loop left running.`,
  );
};
