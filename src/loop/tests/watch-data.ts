/**
 * Data that the suite reads on the sources of RED's exit, and whose values changed since: a golden file that no test
 * names, or that lies among the data of the product.
 */
import { join } from 'node:path';
import type { Freeze } from '../../evidence/integrity/freeze.ts';
import { languageOf } from '../../evidence/mutation-check/languages.ts';
import type { Fingerprint } from '../../project/sources/fingerprint.ts';
import { readBytes } from '../../base/files/open-plain.ts';
import { parse } from 'yaml';
import { isPlainObject } from '../../ledger/json.ts';
import { lstat, utimes } from 'node:fs/promises';

interface DataQuestion {
  /** Absolute: the workspace. */
  readonly folder: string;
  /** The sources of RED's exit, and those of now. */
  readonly before: Fingerprint['files'];
  readonly now: Fingerprint['files'];
  /** Changes of frozen files are found elsewhere. */
  readonly frozen: Freeze;
}

/** A larger file is not read. */
const MAX_BYTES = 1_000_000;

/** Only files that changed are watched: most runs change none. */
export const watchData = ({ folder, before, now, frozen }: DataQuestion) => {
  const changed: string[] = [];
  let listRead = (): Promise<readonly string[]> => Promise.resolve([]);
  const isWatched = ([path, word]: readonly [string, string]): boolean =>
    now.get(path) !== word && languageOf(path) === null && !Object.hasOwn(frozen, path) && !SETTINGS.test(path);
  const watched = [...before].filter(isWatched).map(([path]) => path);
  return {
    /** Whether there is anything to watch. */
    isAsked: watched.length > 0,
    before: async (copy: string): Promise<void> => {
      listRead = await watchReads(copy, watched);
    },
    after: async (copy: string): Promise<void> => {
      for (const path of await listRead()) {
        const [then, later] = [await read(join(copy, path)), await read(join(folder, path))];
        if (then !== null && (later === null || !keepsValues(path, then, later))) changed.push(path);
      }
    },
    /** Files that the run read, in path order. */
    changed: (): readonly string[] => changed.toSorted(),
  };
};

/** Manifests, which every runner reads. */
const SETTINGS =
  /(?:^|\/)(?:package(?:-lock)?\.json|tsconfig[\w.-]*\.json|[\w.-]+\.lock|go\.(?:mod|sum|work)|[\w.-]+\.toml|pom\.xml|Gemfile[\w.]*|\.[\w.-]+)$/;

const read = async (path: string): Promise<string | null> => {
  const bytes = readBytes(path);
  return bytes === null || bytes.length > MAX_BYTES ? null : bytes.toString('utf8');
};

/** Structured data is compared by value, other text without blanks at the ends of lines. */
export const keepsValues = (path: string, before: string, now: string): boolean => {
  if (!/\.(?:json|ya?ml)$/.test(path)) return textOf(before) === textOf(now);
  try {
    // YAML contains JSON.
    return isKept(parse(before), parse(now));
  } catch {
    return before === now;
  }
};

const textOf = (text: string): string => text.replaceAll(/[ \t\r]+$/gm, '').trim();

const isKept = (before: unknown, now: unknown): boolean => {
  if (Array.isArray(before)) return Array.isArray(now) && before.every((each, at) => isKept(each, now[at]));
  if (isPlainObject(before))
    return isPlainObject(now) && Object.entries(before).every(([key, each]) => isKept(each, now[key]));
  return Object.is(before, now);
};

/** Before every real time: with it a file system that updates access times only sometimes updates this one. */
const LONG_AGO = new Date(1000);

/**
 * To be called before the run.
 *
 * @param folder absolute
 * @param paths of files, relative to it; links and missing files are left out
 * @returns to be called after the run, before anything else reads the files: those that were read
 */
export const watchReads = async (
  folder: string,
  paths: Iterable<string>,
): Promise<() => Promise<readonly string[]>> => {
  const watched: string[] = [];
  for (const path of paths) {
    const stats = await lstat(join(folder, path)).catch(() => null);
    if (stats?.isFile() !== true) continue;
    await utimes(join(folder, path), LONG_AGO, stats.mtime);
    watched.push(path);
  }
  return async () => {
    const read: string[] = [];
    for (const path of watched) {
      const stats = await lstat(join(folder, path)).catch(() => null);
      if (stats !== null && stats.atimeMs !== LONG_AGO.getTime()) read.push(path);
    }
    return read;
  };
};
