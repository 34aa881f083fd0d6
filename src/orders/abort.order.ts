/**
 * `abort`: the work ends for good. That the run ends with it is for whoever holds the run to write.
 *
 * @module
 */
import type { CarryOut } from './order-site.ts';

export const carryOutAbort: CarryOut<'abort'> = async ({ journal }, { by, reason }) => {
  journal.write('operator.aborted', { by, reason });
  return { recorded: ['operator.aborted'], says: `The work of ${journal.state().run} was aborted.` };
};
