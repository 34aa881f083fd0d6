/**
 * The help of `dualgate doctor`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, JSON_OPTION, SMOKE_TEST_TIMEOUT } from '../shared-options.ts';

export const doctorHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    'try-agent': { type: 'boolean', help: 'also run one short turn of the agent here; it may cost a little' },
    timeout: {
      type: 'string',
      value: 'DURATION',
      help: `with --try-agent: time limit of that turn; default: ${SMOKE_TEST_TIMEOUT}`,
    },
    'write-known-failing': {
      type: 'boolean',
      help: 'list the failing tests under tests.known_failing in the config',
    },
    'number-criteria': { type: 'boolean', help: 'write an id in front of each criterion of the spec that has none' },
    ...JSON_OPTION,
  },
  notes: [
    'Runs the suite once, and changes nothing in the workspace.',
    'With --write-known-failing, the suite runs twice more, and only the config is changed.',
    'With --number-criteria, only the spec is changed.',
    'With --try-agent, removes the two files that the turn creates, and lists other changes.',
  ],
  examples: ['dualgate doctor', 'dualgate doctor --try-agent', 'dualgate doctor --write-known-failing'],
  exits: { 0: 'no problem; there may be warnings', 1: 'at least one problem', 3: 'interrupted' },
};
