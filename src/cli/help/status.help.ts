/** The help of `dualgate status`: its options, examples and exit codes. */
import { type CommandHelp, CONFIG_OPTION, RUN_OPTION } from '../command.ts';

export const statusHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    ...RUN_OPTION,
    verify: { type: 'boolean', help: 'read and verify the whole ledger, the log of the run' },
    watch: { type: 'boolean', help: 'watch an active run to its end; Ctrl+C stops watching, and the run continues' },
    json: { type: 'boolean', help: 'print one JSON object; with --watch, events as NDJSON' },
  },
  notes: [
    'Reads the whole ledger only if the cached status is out of date, or with --verify.',
    'With --watch, shows the runs of a task list one after another (docs/how-to/watch-a-run.md).',
  ],
  examples: ['dualgate status', 'dualgate status --watch'],
  exits: { 0: 'the status was printed' },
};
