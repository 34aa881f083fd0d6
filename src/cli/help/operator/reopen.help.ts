/**
 * The help of `dualgate reopen`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import { REASON_OPTION, RUN_OPTION, OPERATOR_OPTIONS, OPERATOR_NOTE, NOT_TAKEN } from '../../shared-options.ts';

export const reopenHelp: CommandHelp = {
  operands: 'TEST',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    'For a frozen test with a wrong expectation. TEST is a test file, or "FILE > NAME" for one test.',
    OPERATOR_NOTE,
    'You or the agent edit the lines of one test; its name and all other tests stay as they are.',
    'The next iteration runs the edited test on the code before this phase: it must fail there.',
    'Then it is frozen again; any other edit holds the phase. Reports show who reopened it, and why.',
  ],
  examples: ['dualgate reopen "test/cart.test.js > AC-2: adds tax" -m "the tax is 19 %"'],
  exits: { 0: 'the test can be edited', ...NOT_TAKEN },
};
