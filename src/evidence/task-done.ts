/**
 * Was the task file moved to its done folder? Measured from the files: the spec is not where it was, and a file of its name
 * and of its very content lies in a done folder. The spec is frozen, so that a move shows as tampering, too (rule 2.7).
 *
 * @module
 */
import { basename } from 'node:path/posix';
import picomatch from 'picomatch';
import { readStates } from '../integrity/freeze.ts';

interface TaskQuestion {
  readonly folder: string;
  /** Relative to the folder, with `/`. */
  readonly spec: string;
  /** Its frozen content, a hash; undefined outside of a run. */
  readonly frozen: string | undefined;
  /** Paths of all sources. */
  readonly files: Iterable<string>;
  /** Globs of done folders. */
  readonly done: readonly string[];
}

/** Its place, or `null`. A copy beside the spec is no move, and neither is another file of its name. */
export const findMovedTask = async ({ folder, spec, frozen, files, done }: TaskQuestion): Promise<string | null> => {
  const paths = [...files];
  if (frozen === undefined || paths.includes(spec)) return null;
  const matches = picomatch([...done], { dot: true });
  const moved = paths.filter((path) => path !== spec && basename(path) === basename(spec) && matches(path));
  if (moved.length === 0) return null;
  const states = await readStates(folder, moved);
  return moved.find((path) => states[path] === frozen) ?? null;
};
