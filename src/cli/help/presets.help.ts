/**
 * The help of `dualgate presets`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { JSON_OPTION } from './shared-options.ts';

export const presetsHelp: CommandHelp = {
  operands: '[NAME]',
  maxOperands: 1,
  options: { ...JSON_OPTION },
  notes: ['Without NAME: lists them. A config names one with `preset: NAME`, and stands over it key by key.'],
  exits: { 0: 'printed' },
};
