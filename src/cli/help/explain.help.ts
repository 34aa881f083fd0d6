/**
 * The help of `dualgate explain`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, JSON_OPTION } from './shared-options.ts';

export const explainHelp: CommandHelp = {
  operands: '[N]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    run: { type: 'string', value: 'RUN', help: 'of this run; by default the current one' },
    phase: { type: 'string', value: 'PHASE', help: 'iteration N of this phase; by default of the last one decided' },
    ...JSON_OPTION,
  },
  notes: [
    'N is the number of an iteration within its phase, from 1; by default the last one that was decided.',
    'Of one that was never decided: what came of each attempt at it.',
  ],
  exits: { 0: 'said' },
};
