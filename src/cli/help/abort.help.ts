/**
 * The help of `dualgate abort`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { REASON_OPTION, RUN_OPTION, ORDER_OPTIONS, ORDER_NOTE, NOT_TAKEN } from './shared-options.ts';

export const abortHelp: CommandHelp = {
  options: { ...REASON_OPTION, ...RUN_OPTION, ...ORDER_OPTIONS },
  notes: [ORDER_NOTE, 'An aborted run cannot be resumed.'],
  examples: ['dualgate abort -m "the spec is wrong"'],
  exits: { 0: 'the run is aborted', ...NOT_TAKEN },
};
