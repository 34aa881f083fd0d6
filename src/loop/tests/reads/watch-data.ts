/**
 * Data that the suite reads on the sources of RED's exit, and whose values changed since: a golden file that no test
 * names, or that lies among the data of the product.
 *
 * @module
 */
import { join } from 'node:path';
import type { Freeze } from '../../../integrity/freeze.ts';
import { languageOf } from '../../../mutation-check/languages.ts';
import type { Fingerprint } from '../../../sources/fingerprint.ts';
import { keepsValues } from './keeps-values.ts';
import { watchReads } from './watch-reads.ts';
import { readBytes } from '../../../files/open-plain.ts';

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
