/**
 * `approval`: how a person is asked whether a phase may be exited.
 *
 * @module
 */
import { duration } from './duration.ts';
import { command, map } from './fields.ts';

export const approvalSchema = map({
  command: command('/usr/local/bin/ask-me')
    .optional()
    .describe(
      'Asks a person elsewhere, and prints the answer as one line on stdout: `approve CODE`, with the code of the command that it gets, or `reject: REASON`. It gets one JSON object on stdin. No shell; a program on PATH, or an absolute path outside the workspace. Any other output is no answer.',
    ),
  timeout: duration()
    .prefault('24h')
    .describe('How long a run waits for an answer, and `command` may run. Then the run ends: it needs human input.'),
});
