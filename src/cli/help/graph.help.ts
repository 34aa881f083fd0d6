/**
 * The help of `dualgate graph`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION } from '../shared-options.ts';

export const graphHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    run: {
      type: 'string',
      value: 'RUN',
      help: 'draw this run, with its current phase and its skipped phases',
    },
    format: { type: 'string', value: 'mermaid|svg|json', help: 'format; default: from the name of FILE, else mermaid' },
    json: { type: 'boolean', help: 'the same as --format json' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write the chart to FILE' },
  },
  notes: [
    'Without --run, draws the phases of the config.',
    'An SVG is one file for light and dark pages. JSON is the chart with its layout.',
  ],
  examples: ['dualgate graph -o chart.svg', 'dualgate graph --run 20260113-0714'],
  exits: { 0: 'drawn' },
};
