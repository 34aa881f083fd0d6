/**
 * Whether a project tests itself with node:test, seen from its test files alone.
 *
 * @module
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDERS = ['test', 'tests', '__tests__', 'src', '.'];
const TEST_FILE = /\.(?:test|spec)\.[cm]?[jt]s$|^test[-.].*\.[cm]?js$/;
const IMPORTS_NODE_TEST = /\b(?:from|require\(|import)\s*\(?\s*['"]node:test['"]/;
/** One is enough, and none of the first few means no. */
const MOST_FILES = 20;

/** `true` when one of the first test files of `folder` imports `node:test`. */
export const findNodeTests = async (folder: string): Promise<boolean> => {
  for (const name of FOLDERS) {
    const entries = await readdir(join(folder, name)).catch((): string[] => []);
    for (const entry of entries.filter((entry) => TEST_FILE.test(entry)).slice(0, MOST_FILES)) {
      const text = await readFile(join(folder, name, entry), 'utf8').catch(() => '');
      if (IMPORTS_NODE_TEST.test(text)) return true;
    }
  }
  return false;
};
