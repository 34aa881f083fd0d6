/**
 * The share of killed mutants counts for each used file, too: if a test replaces one, no mutant of it is noticed however
 * many of other files are.
 *
 * @module
 */
import type { MutantsOfFile } from '../find-mutants.ts';
import { plant } from '../mutant.ts';
import { TRIES } from '../mutation-question.ts';
import type { FileKills, TestedMutant } from '../mutation-report.ts';
import type { Trials } from '../trials.ts';

/** Only files without a killed mutant cost test runs. */
const MOST_FILES = 8;

/** @param tried - the mutants of all files so far; a file in which one was killed needs no other */
export const askFiles = async (
  trials: Trials,
  used: readonly MutantsOfFile[],
  tried: readonly TestedMutant[],
  { at_least }: { readonly at_least: number },
): Promise<readonly FileKills[]> => {
  const files: FileKills[] = [];
  let asked = 0;
  for (const source of used) {
    const { path } = source.file;
    const killed = tried.filter((each) => each.path === path && each.end === 'killed').length;
    if (killed > 0) files.push({ path, tested: killed, killed });
    else if (asked < MOST_FILES) {
      asked += 1;
      const answer = await askFile(trials, source, at_least);
      if (answer === null) return files;
      if (answer.killed > 0 || answer.tested >= at_least) files.push({ path, ...answer });
    }
  }
  return files;
};

/** Earlier tests may look at what no new one does. @returns `null` when the time is over */
const askFile = async (
  trials: Trials,
  { file, mutants, values, isParseable }: MutantsOfFile,
  most: number,
): Promise<Pick<FileKills, 'tested' | 'killed'> | null> => {
  let tested = 0;
  let tries = 0;
  for (const mutant of [...values.map((value) => value.inForm('other')), ...mutants]) {
    if (tested >= most || tries >= most * TRIES) break;
    if (!isParseable(mutant)) continue;
    tries += 1;
    const text = plant(file.text, mutant);
    const first = await trials.run(file, text, trials.first);
    const last = first?.end === 'survived' && trials.first === 'new' ? await trials.run(file, text, 'whole') : first;
    if (last === null) return null;
    if (last.end === 'killed') return { tested: tested + 1, killed: 1 };
    if (last.end === 'survived') tested += 1;
  }
  return { tested, killed: 0 };
};
