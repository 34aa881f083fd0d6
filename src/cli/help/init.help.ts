/**
 * The help of `dualgate init`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';

export const initHelp: CommandHelp = {
  options: {
    preset: { type: 'string', value: 'NAME', help: 'for one of the specified systems; dualgate presets lists them' },
    print: { type: 'boolean', help: 'print it instead of writing it' },
    force: { type: 'boolean', short: 'f', help: 'write over one that is there' },
  },
  exits: { 0: 'written, or printed', 1: 'there is a config already' },
};
