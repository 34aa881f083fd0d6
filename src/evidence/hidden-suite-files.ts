/** The files that the command of the hidden suite names: frozen from the start, as they are outside the fingerprint. */
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { isWithin } from '../base/files/folders.ts';

export interface HiddenSuiteFiles {
  /** Words that are there and lie in the workspace. */
  readonly inside: readonly string[];
  /** Absolute paths of the others. */
  readonly outside: readonly string[];
  /** The same as they are frozen; a folder as everything in it. */
  readonly frozen: readonly string[];
}

/** @param command - program and arguments, with the workspace as working directory */
export const findHiddenSuiteFiles = async (
  workspace: string,
  command: readonly string[],
): Promise<HiddenSuiteFiles> => {
  const inside: string[] = [];
  const outside: string[] = [];
  const frozen: string[] = [];
  for (const word of command.slice(1).map(valueOf)) {
    const named = await findNamed(workspace, word);
    if (named === null) continue;
    const { path, found } = named;
    if (isWithin(workspace, path)) inside.push(word);
    else {
      outside.push(path);
      frozen.push(found.isDirectory() ? join(path, '**') : path);
    }
  }
  return { inside, outside, frozen };
};

/** A glob names the folder that it looks through. */
const findNamed = async (
  workspace: string,
  word: string,
): Promise<{ readonly path: string; readonly found: Stats } | null> => {
  const { base, isGlob } = picomatch.scan(word);
  for (const name of [word, ...(isGlob ? [base] : [])]) {
    const path = resolve(workspace, name);
    const found = name === '' ? null : await stat(path).catch(() => null);
    if (found !== null) return { path, found };
  }
  return null;
};

/** `--root=/srv/hidden` names a folder too. */
const valueOf = (word: string): string => (word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word);

/** Not those that the other suite needs too, and no installed program. @param command - of the other suite */
export const listSecret = (
  { outside }: Pick<HiddenSuiteFiles, 'outside'>,
  command: readonly string[],
): readonly string[] => outside.filter((path) => !command.includes(path) && !path.split(sep).includes('node_modules'));
