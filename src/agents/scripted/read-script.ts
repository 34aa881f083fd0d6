/**
 * Reads a script of the scripted agent and reports all problems at once, each with its line.
 *
 * @module
 */
import { z } from 'zod';
import type { ConfigProblem } from '../../config/config-error.ts';
import type { JsonSchema } from '../../config/schema/json-schema.ts';
import { wordIssues } from '../../config/word-issues.ts';
import { readYaml, type YamlDocument } from '../../config/yaml/read-yaml.ts';
import { ScriptError } from './script-error.ts';
import { type Script, scriptSchema } from './script-schema.ts';

/**
 * Parses the script in `text`.
 *
 * @param path - as shown to people
 * @throws {ScriptError} when it is not YAML, not one document, or not a script
 */
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
const toJsonSchema = (schema: z.core.$ZodType): JsonSchema =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  z.toJSONSchema(schema, { io: 'input', target: 'draft-07' }) as JsonSchema;

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
