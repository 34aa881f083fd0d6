/**
 * The coverage of one test run, from the file that the suite writes. Only what this very run wrote counts (RULES 2.2): the
 * file is removed before the run.
 *
 * @module
 */
import { lstat, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { readCoverage } from './read-coverage.ts';
import type { LineCoverage, TestRun } from '../test-run.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The test run with its coverage; as it is where no file is asked for, or none was written.
 *
 * @param file relative to the workspace; `null`: none
 */
export const withCoverage = async (
  workspace: string,
  file: string | null,
  measure: () => Promise<TestRun>,
): Promise<TestRun> => {
  if (file === null) return measure();
  await removeFile(workspace, file);
  const run = await measure();
  const coverage = await readFresh(workspace, file);
  if (coverage !== null) return { ...run, coverage };
  const { coverage: _reported, ...rest } = run;
  return rest;
};

/** What a link leads to is not ours to remove, and not of this run. */
const removeFile = async (workspace: string, file: string): Promise<void> => {
  if (await isPlain(workspace, file)) await rm(join(workspace, file), { force: true });
};

const readFresh = async (workspace: string, file: string): Promise<LineCoverage | null> => {
  try {
    const path = join(workspace, file);
    const found = await lstat(path);
    if (!found.isFile() || found.size > MAX_BYTES || !(await isPlain(workspace, file))) return null;
    return readCoverage(file, await readFile(path, 'utf8'));
  } catch {
    return null;
  }
};

/** A regular file, or nothing, and no folder on the way is a link. */
const isPlain = async (workspace: string, file: string): Promise<boolean> => {
  const folder = dirname(file);
  const [root, place] = await Promise.all([realpath(workspace), realpath(join(workspace, folder)).catch(() => null)]);
  if (place === null || relative(root, place) !== (folder === '.' ? '' : join(folder))) return false;
  const found = await lstat(join(workspace, file)).catch(() => null);
  return found === null || found.isFile();
};
