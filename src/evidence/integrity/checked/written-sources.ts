/** Code among the files that the config says the suite writes (`tests.writes`): before a run. */
import { findNeeded, isCode } from '../needed-sources.ts';
import { matchLeftOut, takeFingerprint } from '../../../project/sources/fingerprint.ts';

interface Config {
  readonly folder: string;
  readonly tests: { readonly writes: readonly string[] };
}

const MAX_SOURCES = 5;

/** Code is no source of a run if the config says that the suite writes it: then nothing looks at it. */
export const findWrittenSources = async ({ folder, tests: { writes } }: Config): Promise<readonly string[]> => {
  if (writes.length === 0) return [];
  const { files } = await takeFingerprint(folder, { writes: [] });
  const isWritten = matchLeftOut(writes);
  const named = [...files.keys()].filter((path) => isWritten(path) && isCode(path));
  const needed = await findNeeded(folder, named, { sources: files.keys(), frozen: {}, isTest: isTestFile });
  if (needed.size === 0) return [];
  const paths = [...needed.keys()];
  const more = paths.length > MAX_SOURCES ? ` and ${paths.length - MAX_SOURCES} more` : '';
  return [
    `tests.writes names code, which would be measured no more: ${paths.slice(0, MAX_SOURCES).join(', ')}${more}. Name only files that the suite writes, by a narrower glob`,
  ];
};
/** A folder of tests may have code in it that the suite writes. */
const isTestFile = (path: string): boolean => /[._](?:test|spec)\.\w+$|(?:^|\/)test_[^/]+$/.test(path);
