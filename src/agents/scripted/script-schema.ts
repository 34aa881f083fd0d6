/**
 * The form of a script: a list of turns, each with the actions and the output of the agent.
 *
 * @module
 */
import { z } from 'zod';
import { DIALECT_NAMES, WORK_PHASES } from '../../systems/dialects.ts';
import { duration } from '../../config/schema/duration.ts';
import {
  anyText,
  command,
  flag,
  listOf,
  map,
  oneOf,
  pathInside,
  text,
  wholeNumber,
} from '../../config/schema/fields.ts';

const edit = map({ file: pathInside(), find: text(), replace: anyText() });

/** In the order in which a turn carries them out. */
const turn = map({
  phase: text('the name of a phase').describe('Required: the name of the phase.'),
  iteration: wholeNumber(1).optional().describe('A number from 1; default: any.'),
  wait: duration().optional().describe('Waits: `2s`, `500ms`, `1m30s`.'),
  write: z
    .record(pathInside(), anyText(), { error: 'must be a map of paths to contents' })
    .optional()
    .describe('Writes files: a map of paths to contents; creates folders.'),
  edit: listOf(edit, 'edits')
    .optional()
    .describe('Replaces text: a list of `{ file, find, replace }`; `find` must match exactly once.'),
  delete: listOf(pathInside(), 'paths').optional().describe('Deletes the listed files and folders.'),
  run: command('npm install').optional().describe('Runs a program (list or one line); ignores output and exit code.'),
  leave_running: command('npm start')
    .optional()
    .describe('Starts a program in its own process session; dualgate ends and reports it.'),
  quote_prompt: flag().optional().describe('`true`: prints the prompt.'),
  say: anyText().optional().describe('Prints the text.'),
  signal: flag().optional().describe('`true` or `false`: prints a status block last; default: none.'),
  dialect: oneOf(DIALECT_NAMES)
    .optional()
    .describe('The form of the block, as in `signals.dialect`; default `prp`. `apm2` has no `signal: false`.'),
  work_phase: oneOf(WORK_PHASES).optional().describe('The work phase in an `apm2` signal; default IMPLEMENTATION.'),
  refactoring_complete: flag().optional().describe('`true`: adds it to the block.'),
  nonce: text('a nonce').optional().describe('Uses this nonce, to imitate a replayed signal.'),
  exit_code: wholeNumber(0, 255).optional().describe('0 to 255; default 0.'),
});

/** A complete script. */
export const scriptSchema = map({ turns: listOf(turn, 'turns', 1) });

/** A script as it is played: durations in milliseconds, commands as lists of words. */
export type Script = z.output<typeof scriptSchema>;

/** The turn of one iteration of a phase, or of all iterations without their own turn. */
export type ScriptedTurn = Script['turns'][number];
