/**
 * `reset`: iterations used, iterations without progress, crashes, limits of the provider, minutes, cost and tokens
 * count from 0 again, the breaker is closed, and halted work resumes (rule 4.4). The evidence for the gates is
 * unchanged.
 *
 * @module
 */
import type { CarryOut } from './command-context.ts';

export const carryOutReset: CarryOut<'reset'> = async ({ journal }, { by, reason }, phase) => {
  journal.write('operator.reset', { phase, by, reason });
  return { recorded: ['operator.reset'], says: `${phase} continues; all counts that halt it are at 0.` };
};
