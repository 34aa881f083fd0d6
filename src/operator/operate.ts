/**
 * An operator's order on a run that is not going on (RULES 1.6): by the same ways as on a live one, and never from inside
 * an agent's process tree.
 *
 * @module
 */
import type { Settlement } from '../../machines/index.ts';
import type { Config } from '../config/shape-config.ts';
import { processTable } from '../processes/find-processes.ts';
import { catchUp } from '../run/catch-up.ts';
import { configOfRun } from '../records/config-of-run.ts';
import { holdRun } from '../run/hold-run.ts';
import type { Journal } from '../records/journal.ts';
import { carryOut } from '../orders/carry-out.ts';
import type { CarriedOut } from '../orders/order-site.ts';
import { type Order, ORDER_WORDS } from '../orders/order.ts';
import { refuseInsideTurn } from '../orders/refuse-inside-turn.ts';
import { RunError } from '../records/run-error.ts';
import { describeEnd } from '../run/settle-run.ts';
import { findUnsettled } from '../loop/settlement.ts';

/**
 * Holds the run for as long as the order takes.
 *
 * @throws {RunError} when the order comes from inside a turn, the work is over, or the order cannot be carried out
 * @throws {LockError} when the run is going on
 */
export const operate = async (given: {
  readonly config: Config;
  /** Id of the run. */
  readonly run: string;
  readonly order: Order;
}): Promise<CarriedOut> => {
  const { run, order } = given;
  const config = await configOfRun(given.config, run);
  const what = ORDER_WORDS[order.order];
  refuseInsideTurn(what, null);
  const { journal, unanchored, close } = holdRun({ config, run, as: 'begun', now: () => new Date(), isLoop: false });
  try {
    refuseDuringTurn(what, run);
    // What a killed loop did not come to.
    await catchUp({ config, journal, announce: () => {} });
    if (settle(journal) === 'completed' && order.order === 'skip' && order.whole === true)
      return { recorded: ['run.settled'], says: 'What a kill had cut off was done. The work is completed.' };
    const { recorded, says } = await carryOut({ config, journal, announce: () => {} }, order);
    return {
      recorded: settle(journal) === null ? recorded : [...recorded, 'run.settled'],
      says: unanchored === null ? says : `${says} ${unanchored}`,
    };
  } finally {
    close();
  }
};

/** Says in the ledger that the work is over. @returns how it ended; null when it goes on, or that was said before */
const settle = (journal: Journal): Settlement['status'] | null => {
  const over = findUnsettled(journal);
  if (over !== null) journal.write('run.settled', describeEnd(journal, over));
  return over?.status ?? null;
};

/** An agent that took lock and mark away is found out by the mark that its own process, or the loop's tests, still carry. */
const refuseDuringTurn = (what: string, run: string): void => {
  const atWork = processTable.list().find(({ carries }) => carries({ name: 'DUALGATE_RUN', value: run }));
  if (atWork === undefined) return;
  throw new RunError(
    `Cannot ${what} while the run ${run} is at work (got process ${atWork.pid}). Wait for it; dualgate resume ends what a killed loop left.`,
  );
};
