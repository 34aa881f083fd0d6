/**
 * The help of `dualgate verify`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION } from '../shared-options.ts';

export const verifyHelp: CommandHelp = {
  operands: '[FILE]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    run: { type: 'string', value: 'RUN', help: 'id of the run or task list to verify; default: the current run' },
    all: { type: 'boolean', help: 'verify all runs, the task list and the work items of this project' },
    json: { type: 'boolean', help: 'print one JSON object per ledger' },
  },
  notes: [
    'If the run made commits, dualgate also compares commits, branch and git notes with the ledger.',
    'FILE is a ledger file in any folder. With FILE, only its records are verified, not the commits.',
  ],
  examples: [
    'dualgate verify',
    'dualgate verify --all',
    'dualgate verify .dualgate/runs/20260113-071402-5c1f9a/ledger.jsonl',
  ],
  exits: { 0: 'no problem', 1: 'at least one problem' },
};
