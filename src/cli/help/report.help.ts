/**
 * The help of `dualgate report`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, RUN_OPTION } from '../shared-options.ts';

export const reportHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    ...RUN_OPTION,
    since: { type: 'string', value: 'DURATION', help: 'report every run of this period, for example 12h' },
    format: { type: 'string', value: 'md|json|html|otlp', help: 'format; default: from the name of FILE, else md' },
    json: { type: 'boolean', help: 'the same as --format json' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write the report to FILE' },
  },
  notes: [
    'With a task list and without --run, reports the last run of each task.',
    'HTML is one file with everything in it. It needs no network and no dualgate.',
    'otlp: the run, its turns and gates as spans, for any collector of OpenTelemetry.',
    'Uses only the ledger, the log of a run. Lists forced exits (skipped phases) first.',
    'If a ledger is broken, the report names it, covers the other runs, and exits with code 1.',
  ],
  examples: [
    'dualgate report',
    'dualgate report --since 12h -o night.html',
    'dualgate report --format otlp -o trace.json',
  ],
  exits: { 0: 'reported', 1: 'at least one of several runs has a broken ledger' },
};
