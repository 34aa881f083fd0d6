/**
 * From the entries of a list to the specs that exist: folders and globs are expanded in natural order. A spec that the list
 * names directly keeps its own place, even if a glob also matches it.
 *
 * @module
 */
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import picomatch from 'picomatch';
import type { Config, ListConfig } from '../shape-config.ts';
import { globOf, isPattern } from './is-pattern.ts';

export interface ListedSpec {
  /** Relative to the workspace, with `/`. */
  readonly spec: string;
  /** Its path if it has no other. */
  readonly name: string;
  /** As it was written. */
  readonly needs: readonly string[];
  /** Position of its entry in the list. */
  readonly entry: number;
  /** Whether the file exists: a spec that was named may be absent. */
  readonly isThere: boolean;
}

/** Every spec of the list, in the order of its entries; none if the config has no list. */
export const expandList = ({ folder, list }: Pick<Config, 'folder' | 'list'>): readonly ListedSpec[] => {
  if (list === null) return [];
  const stands = (spec: string): boolean => isPattern(spec) || isFolder(posix.join(folder, spec));
  const named = new Set(list.entries.flatMap(({ spec }) => (stands(spec) ? [] : [spec])));
  const found = new Set<string>();
  return list.entries.flatMap(({ spec, name, needs }, entry): readonly ListedSpec[] => {
    if (!stands(spec))
      return [{ spec, name: name ?? spec, needs, entry, isThere: existsSync(posix.join(folder, spec)) }];
    const fresh = listFiles(folder, globOf(spec), list).filter((path) => !named.has(path) && !found.has(path));
    for (const path of fresh) found.add(path);
    return fresh.map((path) => ({ spec: path, name: path, needs, entry, isThere: true }));
  });
};

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const natural = new Intl.Collator('en', { numeric: true });

/** Links are not followed; files in `done/` are done. */
const listFiles = (folder: string, glob: string, { done }: ListConfig): readonly string[] => {
  const matches = picomatch(glob);
  const walk = (at: string): readonly string[] =>
    readdirSync(posix.join(folder, at), { withFileTypes: true }).flatMap((entry) => {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) return isPassedBy(entry.name, done) ? [] : walk(path);
      return entry.isFile() && matches(path) ? [path] : [];
    });
  const { base } = picomatch.scan(glob);
  return isFolder(posix.join(folder, base)) ? [...walk(base)].sort(natural.compare) : [];
};

const isPassedBy = (name: string, done: ListConfig['done']): boolean =>
  ['.git', '.dualgate', 'node_modules'].includes(name) || (done === 'move' && name === 'done');
