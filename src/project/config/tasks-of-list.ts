/** The tasks of a list: which specs it means, their order, and the config of each. */
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { posix, join } from 'node:path';
import picomatch from 'picomatch';
import { parse } from 'yaml';
import type { Config, ListConfig } from './config.ts';
import { isPlainObject } from '../../ledger/json.ts';

/** A glob, or a folder written with its slash. Anything else is one file, unless a folder of that name exists. */
export const isPattern = (spec: string): boolean => spec.endsWith('/') || picomatch.scan(spec).isGlob;

/** A folder means the Markdown files directly in it. */
export const globOf = (spec: string): string =>
  picomatch.scan(spec).isGlob ? spec : `${spec.replace(/\/+$/, '')}/*.md`;

// Folders and globs are expanded in natural order. A spec that is named itself keeps its place, even if a glob matches it too.

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

/** `2.md` before `10.md`. */
export const inNaturalOrder = (paths: readonly string[]): readonly string[] =>
  paths.toSorted(new Intl.Collator('en', { numeric: true }).compare);

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
  return isFolder(posix.join(folder, base)) ? inNaturalOrder(walk(base)) : [];
};

const isPassedBy = (name: string, done: ListConfig['done']): boolean =>
  ['.git', '.dualgate', 'node_modules'].includes(name) || (done === 'move' && name === 'done');

// Its hash is the same whatever else is in the list: a run can be resumed after the list has grown.

/** @param frozen - specs of other tasks: they are frozen like the config (rule 2.7) */
export const configOfTask = (config: Config, spec: string, frozen: readonly string[] = []): Config => ({
  ...config,
  work: { spec },
  list: null,
  files: [...config.files, ...frozen.map((path) => join(config.folder, path))],
});

// The tasks that a Markdown spec names as `after` in its front matter: they have to be done before it. Pure.

type After = { readonly after: readonly string[] } | { readonly problem: string };

const NONE: After = { after: [] };

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|(?<=\n))(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** None for a spec without front matter, or with one that is no YAML: another program may have its own words there. */
export const readAfter = (spec: string): After => {
  const [, text = ''] = FRONT_MATTER.exec(spec) ?? [];
  if (!/^after\s*:/m.test(text)) return NONE;
  let found: unknown;
  try {
    found = parse(text);
  } catch {
    return { problem: 'its front matter is not valid YAML, so `after` cannot be read' };
  }
  const { after } = isPlainObject(found) ? found : {};
  const names: unknown = typeof after === 'string' ? [after] : (after ?? []);
  return Array.isArray(names) && names.every((name): name is string => typeof name === 'string' && name !== '')
    ? { after: names }
    : { problem: '`after` in its front matter must be a spec, a name, or a list of them' };
};

// The order of tasks: as given, but each after the tasks that it needs. Pure.

interface Node {
  /** Unique name of the task. */
  readonly spec: string;
  /** Specs of other tasks; one that is not in the list counts as done. */
  readonly needs: readonly string[];
}

type Order<T> =
  | { readonly is: 'order'; readonly tasks: readonly T[] }
  /** Specs, each of which needs the next one, and the last the first. */
  | { readonly is: 'cycle'; readonly specs: readonly string[] };

/** Stable: of the tasks that may come next, the first in the given order. */
export const orderTasks = <T extends Node>(tasks: readonly T[]): Order<T> => {
  const waiting = [...tasks];
  const ordered: T[] = [];
  const isWaiting = (spec: string) => waiting.some((task) => task.spec === spec);
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) => !needs.some(isWaiting));
    if (next < 0) return { is: 'cycle', specs: findCycle(waiting) };
    ordered.push(...waiting.splice(next, 1));
  }
  return { is: 'order', tasks: ordered };
};

/** Each of them needs another one, so following the needs reaches one of them twice. */
const findCycle = (tasks: readonly Node[]): readonly string[] => {
  const path: string[] = [];
  let at: Node | undefined = tasks[0];
  while (at !== undefined && !path.includes(at.spec)) {
    path.push(at.spec);
    const { needs } = at;
    at = tasks.find(({ spec }) => needs.includes(spec));
  }
  return path.slice(path.indexOf(at?.spec ?? ''));
};
