/**
 * The mutants of each file that a run changed, and its functions: in its language.
 *
 * @module
 */
import type { ChangedFile } from './find-changes.ts';
import { type ChangedFunction, functionsOf } from './reach/functions-of.ts';
import { languageOf, SCRIPT_AS_TEXT } from './languages.ts';
import type { Mutant } from './mutant.ts';
import { findScriptMutants, stillParses } from './script-mutants.ts';
import { parserFor } from './syntax-tree.ts';
import { findTextMutants } from './text-mutants.ts';
import { withoutPatches } from './without-patches.ts';

export interface MutantsOfFile {
  readonly file: ChangedFile;
  readonly mutants: readonly Mutant[];
  readonly functions: readonly ChangedFunction[];
  /** Whether the text is still valid with the mutant; where that is unknown, a run decides. */
  readonly isParseable: (mutant: Mutant) => boolean;
}

/** Files without any are left out. */
export const findMutants = async (changes: readonly ChangedFile[]): Promise<readonly MutantsOfFile[]> => {
  const found: MutantsOfFile[] = [];
  for (const file of changes) found.push(await findInFile(file));
  return found.filter(({ mutants }) => mutants.length > 0);
};

const findInFile = async (file: ChangedFile): Promise<MutantsOfFile> => {
  const { path, text } = file;
  const lines = withoutPatches(text, file.lines);
  const language = languageOf(path);
  const asText = (mutants: readonly Mutant[]): MutantsOfFile => ({
    file,
    mutants,
    functions: functionsOf(file, null),
    isParseable: () => true,
  });
  if (language === null) return asText([]);
  if (language !== 'script') return asText(findTextMutants(path, text, lines, language));
  const parse = await parserFor(path);
  try {
    const mutants = findScriptMutants(path, text, lines, parse);
    const isParseable = (mutant: Mutant): boolean => stillParses(text, mutant, parse);
    return { file, mutants, functions: functionsOf(file, parse), isParseable };
  } catch (error) {
    // Flow, or a proposal that the parser does not know.
    if (error instanceof SyntaxError) return asText(findTextMutants(path, text, lines, SCRIPT_AS_TEXT));
    throw error;
  }
};
