/**
 * What the command of the held-out suite names: frozen from the start of a run, since it lies where no fingerprint looks.
 *
 * @module
 */
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { isWithin } from '../processes/is-within.ts';

export interface HeldOutFiles {
  /** Words that are there and lie in the workspace. */
  readonly inside: readonly string[];
  /** Absolute paths of the others. */
  readonly outside: readonly string[];
  /** The same as they are frozen; a folder as everything in it. */
  readonly frozen: readonly string[];
}

/** @param command - program and arguments, with the workspace as working directory */
export const findHeldOutFiles = async (workspace: string, command: readonly string[]): Promise<HeldOutFiles> => {
  const inside: string[] = [];
  const outside: string[] = [];
  const frozen: string[] = [];
  for (const word of command.slice(1).map(valueOf)) {
    const path = resolve(workspace, word);
    const found = await stat(path).catch(() => null);
    if (word === '' || found === null) continue;
    if (isWithin(workspace, path)) inside.push(word);
    else {
      outside.push(path);
      frozen.push(found.isDirectory() ? join(path, '**') : path);
    }
  }
  return { inside, outside, frozen };
};

/** `--root=/srv/held-out` names a folder too. */
const valueOf = (word: string): string => (word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word);

/**
 * What of it nobody but the suite itself may see, absolute: not what the other suite needs too, and no installed program.
 *
 * @param command of the other suite
 */
export const listSecret = ({ outside }: Pick<HeldOutFiles, 'outside'>, command: readonly string[]): readonly string[] =>
  outside.filter((path) => !command.includes(path) && !path.split(sep).includes('node_modules'));
