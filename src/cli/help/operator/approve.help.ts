/**
 * The help of `dualgate approve`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import { RUN_OPTION, OPERATOR_OPTIONS, NOT_TAKEN } from '../../shared-options.ts';

export const approveHelp: CommandHelp = {
  operands: '[SOURCES]',
  maxOperands: 1,
  options: {
    code: { type: 'string', value: 'CODE', help: 'the one-time code of the wait; required' },
    ...RUN_OPTION,
    ...OPERATOR_OPTIONS,
  },
  notes: [
    'For people, not for the agent. For a phase with confirm: true, which waits when both gates agree.',
    'CODE is shown in the terminal and the events of the run, on its page, and in the message of',
    'notify.needs_human, and kept nowhere. dualgate resume in your terminal shows a new one.',
    'SOURCES are the first characters of the fingerprint of the measured sources.',
    'With SOURCES, only this measurement is approved: a newer one is refused.',
    'If the sources have changed since, the next iteration measures them and asks again.',
    'Satisfies no gate. To continue a stopped run, also run dualgate resume.',
  ],
  examples: ['dualgate approve --code 4KQ7-M2XA-9TRD-HW5C', 'dualgate approve 3f2a9c1b4d5e --code 4KQ7-M2XA-9TRD-HW5C'],
  exits: { 0: 'the exit is approved', ...NOT_TAKEN },
};
