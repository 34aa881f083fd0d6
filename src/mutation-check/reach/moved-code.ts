/**
 * Code that a run only moved: it stood in a file that is gone, or among the lines that others replaced.
 *
 * @module
 */
import { listEarlier, openEarlier } from '../../sources/earlier-state.ts';
import type { ChangedFile } from '../find-changes.ts';
import { languageOf } from '../languages.ts';
import type { MutationQuestion } from '../mutation-question.ts';

/** More files are removed by no refactoring. */
const MOST_FILES = 200;

/** Returns whether these lines of a file stood together before, elsewhere. */
export const findMovedCode = async (
  { workspace, base, files }: Pick<MutationQuestion, 'workspace' | 'base' | 'files'>,
  changes: readonly ChangedFile[],
): Promise<(file: ChangedFile, from: number, to: number) => boolean> => {
  const present = new Set(files);
  const gone = (await listEarlier(workspace, base)).filter((path) => !present.has(path) && languageOf(path) !== null);
  const readEarlier = await openEarlier(workspace, base);
  const texts = changes.flatMap(({ hunks }) => hunks.map(({ before }) => before));
  for (const path of gone.slice(0, MOST_FILES)) {
    const earlier = await readEarlier(path, Buffer.alloc(0));
    if (earlier !== null && earlier !== 'same') texts.push(earlier.text);
  }
  const before = texts.map(withoutBlanks);
  return ({ text }, from, to) => {
    const moved = withoutBlanks(
      text
        .split('\n')
        .slice(from - 1, to)
        .join('\n'),
    );
    return before.some((each) => each.includes(moved));
  };
};

/** At another depth it is the same code. */
const withoutBlanks = (text: string): string => text.replaceAll(/\s+/g, '');
