/**
 * The help of `dualgate presets`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { JSON_OPTION } from '../shared-options.ts';

export const presetsHelp: CommandHelp = {
  operands: '[NAME]',
  maxOperands: 1,
  options: { ...JSON_OPTION },
  notes: ['A config uses a preset with `preset: NAME`. Keys of the config replace those of the preset.'],
  examples: ['dualgate presets'],
  exits: { 0: 'printed' },
};
