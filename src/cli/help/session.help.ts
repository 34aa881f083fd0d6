/**
 * The help of `dualgate session`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION, JSON_OPTION } from '../shared-options.ts';

export const sessionHelp: CommandHelp = {
  operands: 'start [SPEC]|status|end|verify',
  maxOperands: 2,
  options: {
    ...CONFIG_OPTION,
    ...JSON_OPTION,
    reason: { type: 'string', short: 'm', value: 'TEXT', help: 'with end: why; required, and recorded with the run' },
  },
  notes: [
    'A session is a run whose turns are those of the agent that you have open. Its hooks ask the run',
    'at each stop: dualgate hook install (docs/how-to/session.md).',
    'start begins or resumes it, with SPEC instead of work.spec. Inside an agent session, it prints',
    'the prompt of the turn.',
    'end ends it for good. An agent cannot do that.',
    'verify says whether the run completed: a hook that breaks lets the agent stop.',
  ],
  examples: [
    'dualgate session start',
    'dualgate session start specs/login.md',
    'dualgate session end -m "another way"',
    'dualgate session verify',
  ],
  exits: {
    0: 'it is active; with verify: the run completed',
    1: 'there is no active session; with verify: the run did not complete',
  },
};
