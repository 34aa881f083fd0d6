/**
 * The help of `dualgate abort`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import { REASON_OPTION, RUN_OPTION, OPERATOR_OPTIONS, OPERATOR_NOTE, NOT_TAKEN } from '../../shared-options.ts';

export const abortHelp: CommandHelp = {
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [OPERATOR_NOTE, 'An aborted run cannot be resumed. Its files and commits stay.'],
  examples: ['dualgate abort -m "the spec is wrong"'],
  exits: { 0: 'the run is aborted', ...NOT_TAKEN },
};
