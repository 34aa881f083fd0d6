/**
 * `abort`: the work ends for good. The process that has locked the run records the end of the run.
 *
 * @module
 */
import type { CarryOut } from './command-context.ts';

export const carryOutAbort: CarryOut<'abort'> = async ({ journal }, { by, reason }) => {
  journal.write('operator.aborted', { by, reason });
  return { recorded: ['operator.aborted'], says: `The work of ${journal.state().run} was aborted.` };
};
