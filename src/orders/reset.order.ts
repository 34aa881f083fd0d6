/**
 * `reset`: iterations used, iterations without progress, crashes, limits of the provider, minutes, cost and
 * tokens count from 0 again, the breaker is closed, and halted work goes on (RULES 4.4). What a gate looks at is not touched.
 *
 * @module
 */
import type { CarryOut } from './order-site.ts';

export const carryOutReset: CarryOut<'reset'> = async ({ journal }, { by, reason }, phase) => {
  journal.write('operator.reset', { phase, by, reason });
  return { recorded: ['operator.reset'], says: `${phase} goes on with all counts that halt it at 0.` };
};
