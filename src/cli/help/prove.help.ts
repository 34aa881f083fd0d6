/**
 * The help of `dualgate prove`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { JSON_OPTION } from '../shared-options.ts';

export const proveHelp: CommandHelp = {
  operands: '[COMMIT | BASE..HEAD]',
  maxOperands: 1,
  options: {
    run: { type: 'string', value: 'RUN', help: 'prove the commits of this run, by its id' },
    base: {
      type: 'string',
      value: 'COMMIT',
      help: 'prove commits that dualgate did not make: the last commit before them',
    },
    head: { type: 'string', value: 'COMMIT', help: 'with --base: the last of these commits; default: HEAD' },
    tests: {
      type: 'string',
      value: 'GLOB',
      help: 'with --base: the test files; default: found by name or runner',
    },
    'test-command': {
      type: 'string',
      value: 'COMMAND',
      help: 'test command; default: as in the config of the first commit',
    },
    runner: {
      type: 'string',
      value: 'NAME',
      help: 'with --test-command: the test runner, if the command does not name it',
    },
    timeout: { type: 'string', value: 'DURATION', help: 'time limit of one test run' },
    setup: {
      type: 'string',
      value: 'COMMAND',
      help: "install dependencies, such as 'npm ci'; default: use installed ones",
    },
    'no-mutation-check': {
      type: 'boolean',
      help: 'for a run: do not test whether the tests detect small faults (mutants)',
    },
    seed: { type: 'string', value: 'SEED', help: 'choose the same mutants as an earlier proof; default: a new seed' },
    statement: {
      type: 'string',
      value: 'FILE',
      help: "write the result as an in-toto statement, signed by git; '-' prints it",
    },
    note: { type: 'boolean', help: 'attach the statement to the last commit (refs/notes/dualgate)' },
    ...JSON_OPTION,
  },
  notes: [
    'Claims of a run: RED tests failed, all tests passed later, no frozen file changed, and more',
    '(docs/how-to/prove.md). Default: the last run in the history of HEAD.',
    'Runs the suites in clean checkouts, from the commits alone. Only --note writes to the repository.',
    'Runs the code of the commits: if you do not trust their author, run dualgate in a sandbox.',
  ],
  examples: ['dualgate prove', 'dualgate prove main..feature --setup "npm ci"'],
  exits: { 0: 'every claim holds', 1: 'a claim does not hold', 3: 'interrupted' },
};
