/**
 * The help of `dualgate graph`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION } from './shared-options.ts';

export const graphHelp: CommandHelp = {
  operands: '[RUN]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    run: { type: 'boolean', help: 'light the state in which RUN stands, or the current run' },
    format: { type: 'string', value: 'mermaid|svg|json', help: 'Mermaid, by default, or what the name of FILE says' },
    json: { type: 'boolean', help: 'the same as --format json' },
    out: { type: 'string', short: 'o', value: 'FILE', help: 'write it there, and print nothing' },
  },
  notes: [
    'Without --run and RUN: the chart of the config as it is. With them: the chart that the run goes by, out of its ledger.',
    'An SVG needs nothing else, and is light or dark as its reader has it. JSON is the chart laid out, for who draws it.',
  ],
  exits: { 0: 'made' },
};
