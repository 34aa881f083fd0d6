/**
 * The help of `dualgate prove`: what it takes and what its exit codes mean.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { JSON_OPTION } from './shared-options.ts';

export const proveHelp: CommandHelp = {
  operands: '[RUN | COMMIT | BASE..HEAD]',
  maxOperands: 1,
  options: {
    base: { type: 'string', value: 'COMMIT', help: 'of any change, not made by a run: the commit before it' },
    head: { type: 'string', value: 'COMMIT', help: 'with --base: the change; by default HEAD' },
    tests: {
      type: 'string',
      value: 'GLOB',
      help: 'with --base: the tests; by default what is named like tests, or run by the runner',
    },
    'test-command': {
      type: 'string',
      value: 'COMMAND',
      help: 'runs the tests; by default as dualgate.yaml of the first commit says',
    },
    runner: { type: 'string', value: 'NAME', help: 'with --test-command: its runner, where it does not tell' },
    timeout: { type: 'string', value: 'TIME', help: 'how long the suite may take, once' },
    setup: {
      type: 'string',
      value: 'COMMAND',
      help: "installs dependencies in a clean checkout, 'npm ci' say; by default yours are lent",
    },
    'no-probe': { type: 'boolean', help: 'of a run: put no faults into the code, and leave no change out' },
    seed: { type: 'string', value: 'SEED', help: 'chooses the faults, as a proof before did; by default a new one' },
    statement: {
      type: 'string',
      value: 'FILE',
      help: "write an in-toto statement, signed with your key of git; '-' prints it",
    },
    note: { type: 'boolean', help: 'attach the statement to the last commit, as a note of git (refs/notes/dualgate)' },
    ...JSON_OPTION,
  },
  notes: [
    'Without --base: the commits of a run, by default the newest in the history of HEAD.',
    'Runs the suites in clean checkouts, from the commits alone, and needs no ledger. Nothing is written but with --note.',
    "It runs the code of these commits: prove strangers' commits where they can do no harm.",
  ],
  exits: { 0: 'every claim holds', 1: 'one does not', 3: 'interrupted' },
};
