/**
 * Carries out an operator command on a locked run: by the loop between two turns, or by a command while no loop is
 * active. Both use the same code, so that a command has the same effect and the same records at any time.
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
import type { CarriedOut, OrderContext } from './order-context.ts';
import { carryOutSkip } from './skip.order.ts';

/**
 * Also records any change of the breaker.
 *
 * @throws {RunError} when the work is over, or the command cannot be carried out; then nothing was recorded
 * @throws {LedgerError} when it could not be recorded
 */
export const carryOut = async (context: OrderContext, order: Order): Promise<CarriedOut> => {
  const phase = context.journal.phase();
  if (phase === null) {
    const { run } = context.journal.state();
    throw new RunError(`Cannot ${ORDER_WORDS[order.order]} of the run ${run}: its work is over.`);
  }
  const before = context.journal.state().breaker;
  const carried = await carryOutIn(context, order, phase);
  return recordBreaker(context, before) ? { ...carried, recorded: [...carried.recorded, 'breaker.changed'] } : carried;
};

const carryOutIn = (context: OrderContext, order: Order, phase: string): Promise<CarriedOut> => {
  switch (order.order) {
    case 'skip':
      return carryOutSkip(context, order, phase);
    case 'abort':
      return carryOutAbort(context, order, phase);
    case 'reset':
      return carryOutReset(context, order, phase);
    case 'accept':
      return carryOutAccept(context, order, phase);
    case 'rollback':
      return carryOutRollback(context, order, phase);
    case 'guide':
      return carryOutGuide(context, order, phase);
  }
};
