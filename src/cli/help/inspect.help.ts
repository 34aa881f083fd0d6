/**
 * The help of `dualgate inspect`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, JSON_OPTION, PORT_OPTION } from './shared-options.ts';

export const inspectHelp: CommandHelp = {
  operands: '[RUN]',
  maxOperands: 1,
  options: { ...CONFIG_OPTION, ...PORT_OPTION, ...JSON_OPTION },
  notes: [
    'Prints the address of the page and serves it, to this machine alone, until Ctrl+C. No browser is opened.',
    'Whoever has the address can look and give orders; resume goes on with a run in this very process.',
    'Without RUN: the one that goes on, else the last one; the page shows the others too.',
  ],
  exits: { 0: 'ended by Ctrl+C' },
};
