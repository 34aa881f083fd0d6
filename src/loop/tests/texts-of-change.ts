/**
 * The texts of test files before a phase and now, and which of them has a test: some runners name no files.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BeforeAndAfter, isOfFile, mayHaveTests, snapshotsOf } from '../../evidence/changing/judge-change.ts';
import { readText } from '../../files/open-plain.ts';
import { makeTemporaryFolder } from '../../temporary/temporary-folder.ts';
import type { KeptExit } from '../turn/kept-exit.ts';

export const readTexts = async (
  folder: string,
  start: KeptExit | null,
  files: readonly string[],
): Promise<ReadonlyMap<string, BeforeAndAfter>> => {
  if (files.length === 0) return new Map();
  // Without the name of its file, a test can be in any file of tests.
  const others = files.includes('') ? [...(start?.files.keys() ?? [])].filter(mayHaveTests) : [];
  const read = new Set([...files, ...others].filter((file) => file !== ''));
  const to = await makeTemporaryFolder('turn');
  const readAll = async (paths: ReadonlySet<string>): Promise<[string, BeforeAndAfter][]> => {
    await start?.restore(to, (path) => paths.has(path));
    return [...paths].map((file) => {
      const now = join(folder, file);
      // A file that is there and cannot be read is not gone.
      return [file, { before: readText(join(to, file)), after: existsSync(now) ? (readText(now) ?? '') : null }];
    });
  };
  try {
    const texts = await readAll(read);
    return new Map([...texts, ...(await readAll(new Set(texts.flatMap(([file, each]) => snapshotsOf(file, each)))))]);
  } finally {
    await rm(to, { recursive: true, force: true });
  }
};

/** The one file that has the test, or the one of several that is named; otherwise empty. */
export const findFile = (id: string, texts: ReadonlyMap<string, BeforeAndAfter>, said: string): string => {
  const files = [...texts].flatMap(([path, { before }]) => (isOfFile(id, path, before) ? [path] : []));
  const [file, ...others] = files.includes(said) ? [said] : files;
  return file !== undefined && others.length === 0 ? file : '';
};
