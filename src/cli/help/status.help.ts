/**
 * The help of `dualgate status`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION } from './shared-options.ts';

export const statusHelp: CommandHelp = {
  operands: '[RUN]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    verify: { type: 'boolean', help: 'verify the whole ledger first, and fold it anew' },
    watch: {
      type: 'boolean',
      help: 'follow what goes on in another terminal, to its end; Ctrl+C ends only the watching',
    },
    json: { type: 'boolean', help: 'print one JSON object; with --watch events as NDJSON (docs/reference/records.md)' },
  },
  notes: [
    'What the loop noted outside the workspace is told, where the end of the ledger bears it out; else all is read.',
    '--watch shows a run as dualgate run does, and of a list of work one run after another (docs/how-to/watch-a-run.md).',
  ],
  exits: { 0: 'said' },
};
