/**
 * The help of `dualgate status`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, RUN_OPTION } from './shared-options.ts';

export const statusHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    ...RUN_OPTION,
    verify: { type: 'boolean', help: 'verify and read the whole ledger' },
    watch: { type: 'boolean', help: 'watch an active run to its end; Ctrl+C ends only the watching' },
    json: { type: 'boolean', help: 'print one JSON object; with --watch, events as NDJSON' },
  },
  notes: [
    'Uses the cached status if it matches the end of the ledger; otherwise reads the whole ledger.',
    'With --watch, a task list is shown run by run (docs/how-to/watch-a-run.md).',
  ],
  examples: ['dualgate status', 'dualgate status --watch'],
  exits: { 0: 'shown' },
};
