/**
 * The help of `dualgate demo`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { INSPECT_OPTIONS, RUN_EXITS } from './shared-options.ts';

export const demoHelp: CommandHelp = {
  options: {
    folder: { type: 'string', value: 'FOLDER', help: 'where to lay it out; by default a new temporary folder' },
    ...INSPECT_OPTIONS,
    json: { type: 'boolean', help: 'print events as NDJSON (docs/reference/records.md)' },
  },
  notes: ['The kata is a real git repository with a real test runner; it is kept, so that you can look around in it.'],
  exits: RUN_EXITS,
};
