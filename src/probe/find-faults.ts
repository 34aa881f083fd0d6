/**
 * Every fault that the changed lines of a run can have, file by file.
 *
 * @module
 */
import type { Fault } from './fault.ts';
import type { ChangedFile } from './find-changes.ts';
import { languageOf, SCRIPT_AS_TEXT } from './languages.ts';
import { withoutPatches } from './patches.ts';
import { findScriptFaults, stillParses } from './script-faults.ts';
import { parserFor } from './syntax-tree.ts';
import { findTextFaults } from './text-faults.ts';

export interface FaultsOfFile {
  readonly file: ChangedFile;
  readonly faults: readonly Fault[];
  /** Whether the text is still of its language with the fault in it; where nobody can tell, a run will. */
  readonly canStand: (fault: Fault) => boolean;
}

/** Files without any are left out. */
export const findFaults = async (changes: readonly ChangedFile[]): Promise<readonly FaultsOfFile[]> => {
  const found: FaultsOfFile[] = [];
  for (const file of changes) found.push(await findInFile(file));
  return found.filter(({ faults }) => faults.length > 0);
};

const findInFile = async (file: ChangedFile): Promise<FaultsOfFile> => {
  const { path, text } = file;
  const lines = withoutPatches(text, file.lines);
  const language = languageOf(path);
  const always = (): boolean => true;
  if (language === null) return { file, faults: [], canStand: always };
  if (language !== 'script') return { file, faults: findTextFaults(path, text, lines, language), canStand: always };
  const parse = await parserFor(path);
  try {
    const faults = findScriptFaults(path, text, lines, parse);
    return { file, faults, canStand: (fault) => stillParses(text, fault, parse) };
  } catch (error) {
    // Flow, or a proposal that the parser does not know.
    if (error instanceof SyntaxError) {
      return { file, faults: findTextFaults(path, text, lines, SCRIPT_AS_TEXT), canStand: always };
    }
    throw error;
  }
};
