/**
 * The help of `dualgate guide`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { ORDER_OPTIONS, RUN_OPTION, ORDER_NOTE, NOT_TAKEN } from './shared-options.ts';

export const guideHelp: CommandHelp = {
  operands: 'TEXT',
  maxOperands: 1,
  options: { ...RUN_OPTION, ...ORDER_OPTIONS },
  notes: [
    ORDER_NOTE,
    "TEXT stands in each prompt until the phase is left; '-' reads it from stdin. It changes no gate.",
  ],
  exits: { 0: 'the agent will read it', ...NOT_TAKEN },
};
