/**
 * The help of `dualgate watchdog`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';

export const watchdogHelp: CommandHelp = {
  operands: 'RUN FOLDER',
  maxOperands: 2,
  options: {},
  examples: ['dualgate watchdog 20260113-071402-5c1f9a /home/ann/project'],
  exits: { 0: 'no process of the run is left' },
};
