/** Whether tests reach the changed files: if a test replaces one, no mutant of it is noticed. */
import type { ChangedFunction } from './stubs.ts';
import { type TestedMutant, type MutationQuestion, TRIES, type FileKills } from '../mutation-report.ts';
import type { Reach } from './reach.ts';
import { type Trials, runBoth } from '../trials.ts';
import { listEarlier, openEarlier } from '../../../project/sources/earlier-state.ts';
import type { ChangedFile } from '../find-changes.ts';
import { languageOf } from '../languages.ts';
import type { MutantsOfFile } from '../find-mutants.ts';
import { plant } from '../mutant.ts';

// Functions that can fail at once while every test stays green. Unknown for code outside of functions.

/** Each takes a test run or two. As many are a sample, if tests reach the wanted share of them. */
const SAMPLE = 12;

/** Asks no more than is needed. @param percent - the wanted share @returns `null` without a function */
export const measureReach = async (
  trials: Trials,
  functions: readonly ChangedFunction[],
  tried: readonly TestedMutant[],
  percent: number,
): Promise<Reach | null> => {
  const total = sumOf(functions);
  if (total === 0) return null;
  const isProven = ({ file, from, to }: ChangedFunction): boolean =>
    tried.some(({ end, path, line }) => end === 'killed' && path === file.path && line >= from && line <= to);
  const open = functions.filter((each) => !isProven(each)).toSorted((one, other) => other.lines - one.lines);
  const unreached: ChangedFunction[] = [];
  const isShare = (lines: number, of: number): boolean => lines * 100 >= of * percent;
  const proven = total - sumOf(open);
  let reached = 0;
  let why: 'enough' | 'sample' | 'no_time' = 'enough';
  for (const [asked, each] of open.entries()) {
    const dead = sumOf(unreached);
    if (isShare(proven + reached, total) || !isShare(total - dead, total)) break;
    const end =
      asked >= SAMPLE && isShare(reached, reached + dead)
        ? 'sample'
        : ((await runBoth(trials, each.file, each.failing))?.end ?? null);
    if (end === null || end === 'sample') {
      why = end ?? 'no_time';
      break;
    }
    if (end === 'survived') unreached.push(each);
    else reached += each.lines;
  }
  const dead = sumOf(unreached);
  const left = total - proven - reached - dead;
  return {
    lines: total,
    lines_unreached: dead,
    unreached: unreached.map(({ file, from, to }) => ({ path: file.path, line: from, lines: to - from + 1 })),
    ...(left === 0 ? {} : { not_asked: { lines: left, why } }),
  };
};

const sumOf = (functions: readonly ChangedFunction[]): number => functions.reduce((sum, { lines }) => sum + lines, 0);

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

/** Only files without a killed mutant cost test runs. */
const MOST_ASKED_FILES = 8;

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
    else if (asked < MOST_ASKED_FILES) {
      asked += 1;
      const answer = await askFile(trials, source, at_least);
      if (answer === null) return files;
      if (answer.killed > 0 || answer.tested >= at_least) files.push({ path, ...answer });
    }
  }
  return files;
};

/** @returns `null` when the time is over */
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
    const last = await runBoth(trials, file, plant(file.text, mutant));
    if (last === null) return null;
    if (last.end === 'killed') return { tested: tested + 1, killed: 1 };
    if (last.end === 'survived') tested += 1;
  }
  return { tested, killed: 0 };
};
