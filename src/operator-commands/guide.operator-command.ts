/**
 * `guide`: a person's guidance for the agent, in each prompt until the phase is exited. It changes no gate.
 *
 * @module
 */
import type { CarryOut } from './command-context.ts';

export const carryOutGuide: CarryOut<'guide'> = async ({ journal }, { by, text }, phase) => {
  journal.write('operator.guided', { phase, by, text });
  return { recorded: ['operator.guided'], says: `The agent reads it in each prompt until ${phase} is exited.` };
};
