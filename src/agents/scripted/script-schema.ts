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

const turn = map({
  phase: text('the name of a phase'),
  iteration: wholeNumber(1).optional(),
  quote_prompt: flag().optional(),
  wait: duration().optional(),
  write: z.record(pathInside(), anyText(), { error: 'must be a map of paths to contents' }).optional(),
  edit: listOf(edit, 'edits').optional(),
  delete: listOf(pathInside(), 'paths').optional(),
  run: command('npm install').optional(),
  leave_running: command('npm start').optional(),
  say: anyText().optional(),
  dialect: oneOf(DIALECT_NAMES).optional(),
  work_phase: oneOf(WORK_PHASES).optional(),
  signal: flag().optional(),
  refactoring_complete: flag().optional(),
  nonce: text('a nonce').optional(),
  exit_code: wholeNumber(0, 255).optional(),
});

/** A complete script. */
export const scriptSchema = map({ turns: listOf(turn, 'turns', 1) });

/** A script as it is played: durations in milliseconds, commands as lists of words. */
export type Script = z.output<typeof scriptSchema>;

/** The turn of one iteration of a phase, or of all iterations without their own turn. */
export type ScriptedTurn = Script['turns'][number];
