/**
 * Changed files that other changed code or a test uses: in a test, a replacement may stand in the place of one. A program's
 * entry is used by nothing. Pure.
 *
 * @module
 */
import { posix } from 'node:path';
import type { ChangedFile } from '../find-changes.ts';

/** Names of whole folders. */
const OF_FOLDER = /^(?:index|__init__|mod|lib|main)$/;
const DECLARES = /^\s*(?:pub(?:\([\w ]*\))?\s+)?(?:func(?:\s*\([^)]*\))?|fn)\s+(\w{3,})/gm;

/** @param others - texts of the tests and of the other changed files */
export const isUsed = ({ path, text }: Pick<ChangedFile, 'path' | 'text'>, others: readonly string[]): boolean => {
  const base = posix.basename(path).replace(/\..*$/, '');
  const name = OF_FOLDER.test(base) ? posix.basename(posix.dirname(path)) : base;
  if (!/\.(?:go|rs)$/.test(path)) {
    return others.some((other) => other.split('\n').some((row) => LOADS.test(row) && hasWord(row, name)));
  }
  // A package of Go or a crate is one name for all of its files.
  const names = [...text.matchAll(DECLARES)].map((found) => found[1] ?? '').filter((each) => !COMMON.test(each));
  return others.some((other) => names.some((each) => hasWord(other, each)));
};

/** A line that loads a file, or replaces it in a test. */
const LOADS = /\b(?:import|from|require|mock|doMock|patch|setattr|module|include|use)\b/;
const COMMON = /^(?:main|init|new|New|String|Error|default|from|into|fmt)$/;

export const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w$])${word.replaceAll(/[^\w]/g, '\\$&')}(?![\\w$])`).test(text);
