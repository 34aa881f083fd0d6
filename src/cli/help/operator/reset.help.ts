/**
 * The help of `dualgate reset`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import { REASON_OPTION, RUN_OPTION, OPERATOR_OPTIONS, OPERATOR_NOTE, NOT_TAKEN } from '../../shared-options.ts';

export const resetHelp: CommandHelp = {
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    OPERATOR_NOTE,
    'Resets the counters of iterations, minutes, cost, tokens and provider limits.',
    'Closes the circuit breaker, which stops a run without progress. Satisfies no gate.',
    'To continue a stopped run, also run dualgate resume.',
  ],
  examples: ['dualgate reset -m "the test server is up again"'],
  exits: { 0: 'the counters are 0', ...NOT_TAKEN },
};
