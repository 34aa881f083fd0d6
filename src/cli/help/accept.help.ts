/**
 * The help of `dualgate accept`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { REASON_OPTION, ORDER_OPTIONS, RUN_OPTION, ORDER_NOTE, NOT_TAKEN } from './shared-options.ts';

export const acceptHelp: CommandHelp = {
  operands: '[FILE...]',
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    tests: { type: 'boolean', help: 'accept that the tests are gone that the last iteration missed' },
    writes: { type: 'boolean', help: 'FILE is a glob of what the suite writes itself: no source from then on' },
    all: { type: 'boolean', help: 'accept everything that is listed but renames: they need no order' },
    ...REASON_OPTION,
    ...RUN_OPTION,
    ...ORDER_OPTIONS,
  },
  notes: [
    'Without FILE, --tests and --all it lists what was changed and what the suite was seen to write, and accepts nothing.',
    ORDER_NOTE,
    'Files are accepted as they are when the order is given: what changes again before it is taken is refused.',
  ],
  exits: { 0: 'accepted, or listed', ...NOT_TAKEN },
};
