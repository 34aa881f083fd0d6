/**
 * The mutants of each file that a run changed, and its functions: in its language.
 *
 * @module
 */
import type { ChangedFile } from './find-changes.ts';
import { effectMutantsOf } from './criteria/effect-mutants.ts';
import { type ChangedFunction, functionsOf } from './reach/functions-of.ts';
import { languageOf, SCRIPT_AS_TEXT } from './languages.ts';
import type { Mutant } from './mutant.ts';
import { findScriptMutants, stillParses } from './script-mutants.ts';
import { type Parse, parserFor } from '../text/syntax-tree.ts';
import { findTextMutants } from './text-mutants.ts';
import { type ValueMutants, valueMutantsOf } from './values/value-mutants.ts';
import { withoutPatches } from './without-patches.ts';

export interface MutantsOfFile {
  readonly file: ChangedFile;
  readonly mutants: readonly Mutant[];
  readonly functions: readonly ChangedFunction[];
  /** Its functions with another answer, and mutants of what it prints: only criteria ask for them. */
  readonly values: readonly ValueMutants[];
  readonly effects: readonly Mutant[];
  /** `null` for another language than JavaScript. */
  readonly parse: Parse | null;
  /** Whether the text is still valid with the mutant; where that is unknown, a run decides. */
  readonly isParseable: (mutant: Mutant) => boolean;
}

/** One entry for each file, also without any. */
export const findMutants = async (changes: readonly ChangedFile[]): Promise<readonly MutantsOfFile[]> => {
  const found: MutantsOfFile[] = [];
  for (const file of changes) found.push(await findInFile(file));
  return found;
};

const findInFile = async (file: ChangedFile): Promise<MutantsOfFile> => {
  const { path, text } = file;
  const lines = withoutPatches(text, file.lines);
  const language = languageOf(path);
  const asText = (mutants: readonly Mutant[]): MutantsOfFile => ({
    file,
    mutants,
    functions: functionsOf(file, null),
    values: valueMutantsOf(file, lines, null),
    effects: effectMutantsOf(file, null),
    parse: null,
    isParseable: () => true,
  });
  if (language === null) return asText([]);
  if (language !== 'script') return asText(findTextMutants(path, text, lines, language));
  const parse = await parserFor(path);
  try {
    const mutants = findScriptMutants(path, text, lines, parse);
    const isParseable = (mutant: Mutant): boolean => stillParses(text, mutant, parse);
    const functions = functionsOf(file, parse);
    const values = valueMutantsOf(file, lines, parse);
    return { file, mutants, functions, values, effects: effectMutantsOf(file, parse), parse, isParseable };
  } catch (error) {
    // Flow, or a proposal that the parser does not know.
    if (error instanceof SyntaxError) return asText(findTextMutants(path, text, lines, SCRIPT_AS_TEXT));
    throw error;
  }
};
