/**
 * Carries an order out on a run that somebody holds: the loop between two turns, or a command while no loop goes on. One
 * way for both, so that an order has the same effect and the same records whenever it is given.
 *
 * @module
 */
import { recordBreaker } from '../loop/breaker/record-breaker.ts';
import { RunError } from '../records/run-error.ts';
import { carryOutAbort } from './abort.order.ts';
import { carryOutAccept } from './accept.order.ts';
import { carryOutGuide } from './guide.order.ts';
import { type Order, ORDER_WORDS } from './order.ts';
import { carryOutReset } from './reset.order.ts';
import { carryOutRollback } from './rollback.order.ts';
import type { CarriedOut, OrderSite } from './order-site.ts';
import { carryOutSkip } from './skip.order.ts';

/**
 * Also writes down what became of the breaker by it.
 *
 * @throws {RunError} when the work is over, or the order cannot be carried out; then nothing was recorded
 * @throws {LedgerError} when it could not be recorded
 */
export const carryOut = async (site: OrderSite, order: Order): Promise<CarriedOut> => {
  const phase = site.journal.phase();
  if (phase === null) {
    const { run } = site.journal.state();
    throw new RunError(`Cannot ${ORDER_WORDS[order.order]} of the run ${run}: its work is over.`);
  }
  const before = site.journal.state().breaker;
  const carried = await carryOutIn(site, order, phase);
  return recordBreaker(site, before) ? { ...carried, recorded: [...carried.recorded, 'breaker.changed'] } : carried;
};

const carryOutIn = (site: OrderSite, order: Order, phase: string): Promise<CarriedOut> => {
  switch (order.order) {
    case 'skip':
      return carryOutSkip(site, order, phase);
    case 'abort':
      return carryOutAbort(site, order, phase);
    case 'reset':
      return carryOutReset(site, order, phase);
    case 'accept':
      return carryOutAccept(site, order, phase);
    case 'rollback':
      return carryOutRollback(site, order, phase);
    case 'guide':
      return carryOutGuide(site, order, phase);
  }
};
