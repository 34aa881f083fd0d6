/** Reads a script of the scripted agent and reports all problems at once, each with its line. */
import { z } from 'zod';
import { DIALECT_NAMES, WORK_PHASES } from '../signals/systems/dialects.ts';
import { duration } from '../project/config/schema/duration.ts';
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
} from '../project/config/schema/fields.ts';
import { DualgateError } from '../../gates/errors.ts';
import { type ConfigProblem, renderProblem } from '../project/config/find-config.ts';
import { wordIssues } from '../project/config/word-issues.ts';
import { readYaml, type YamlDocument } from '../project/config/read-yaml.ts';
import { toJsonSchema } from '../project/config/schema/json-schema.ts';

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

export const scriptSchema = map({ turns: listOf(turn, 'turns', 1) });

/** A script as it is played: durations in milliseconds, commands as lists of words. */
export type Script = z.output<typeof scriptSchema>;

/** The turn of one iteration of a phase, or of all iterations without their own turn. */
export type ScriptedTurn = Script['turns'][number];

/** Makes the error for a problem of the turn at hand. */
export type Refuse = (problem: string, cause?: unknown) => ScriptError;

/** The scripted agent's file is invalid. Fix: docs/how-to/scripted-agent.md. */
export class ScriptError extends DualgateError {
  override readonly name = 'ScriptError';
  readonly code = 'E_SCRIPT';
  /** In the order of the file, at least one. */
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly [ConfigProblem, ...ConfigProblem[]], options?: ErrorOptions) {
    super(`Cannot play ${problems.map(renderProblem).join('\n  ')}`, options);
    this.problems = problems;
  }
}

/** @param path - as shown to people @throws {ScriptError} when it is not YAML, not one document, or not a script */
export const readScript = (text: string, path: string): Script => {
  const { documents, problems } = readYaml(text, path);
  const [document, second] = documents;
  const refuse = (found: readonly ConfigProblem[]): ScriptError => {
    const [first, ...rest] = found;
    return new ScriptError([first ?? { path, line: null, column: null, message: 'is not a script' }, ...rest]);
  };
  if (document === undefined) {
    throw refuse(problems.length > 0 ? problems : [{ path, line: null, column: null, message: 'is empty' }]);
  }
  if (second !== undefined) {
    throw refuse([
      { path, ...second.placeOf([]), message: 'a second document starts here: keep one document in the script' },
    ]);
  }
  const { data, error } = scriptSchema.safeParse(document.value);
  if (data === undefined) {
    throw refuse(
      wordIssues(error.issues, { document, path, schema: () => toJsonSchema(scriptSchema), name: 'the script' }),
    );
  }
  const rivals = findRivals(data, document, path);
  if (rivals.length > 0) throw refuse(rivals);
  return data;
};

// zod's type covers all of JSON Schema; JsonSchema is the part that messages need.
/** A second turn for the same iteration would never be played. */
const findRivals = ({ turns }: Script, document: YamlDocument, path: string): readonly ConfigProblem[] =>
  turns.flatMap(({ phase, iteration }, position) => {
    const first = turns.findIndex((turn) => turn.phase === phase && turn.iteration === iteration);
    if (first === position) return [];
    const place = document.placeOf(['turns', position]);
    const which = iteration === undefined ? 'any other iteration' : `iteration ${iteration}`;
    const { line } = document.placeOf(['turns', first]);
    return [{ path, ...place, message: `line ${line} already has a turn for ${phase}, ${which}` }];
  });
