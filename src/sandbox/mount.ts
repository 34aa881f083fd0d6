/**
 * The words of a sandbox's file system, and the order in which they are said.
 *
 * @module
 */
import { sep } from 'node:path';

/**
 * The new content of a place: `empty` a private folder that vanishes, `sealed` the same and read-only, `visible` the
 * existing one, read-only, `writable` the existing one, `blank` a file that cannot be read, `link` a link to somewhere.
 */
export interface Mount {
  /** Absolute, without links. */
  readonly at: string;
  readonly as: 'empty' | 'sealed' | 'visible' | 'writable' | 'blank' | 'link';
  /** For a `link`. */
  readonly to?: string;
}

/** Outer places first, each once: the last word about a place is the one that counts. */
export const orderMounts = (mounts: readonly Mount[]): readonly Mount[] => {
  const last = new Map(mounts.map((mount) => [mount.at, mount]));
  return [...last.values()].sort((one, other) => depthOf(one.at) - depthOf(other.at));
};

const depthOf = (path: string): number => path.split(sep).filter((step) => step !== '').length;
