/**
 * The coverage that node:test reports, of the code that is tested: without the test files, which later Nodes leave out by
 * themselves, and without what dualgate itself loads into the processes of tests.
 */
import { dirname, isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const OURS = new Set(
  ['.', '../report'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)).replace(/[\\/]$/, '')),
);

/**
 * @typedef {{ path: string, totalLineCount: number, coveredLineCount: number }} CoveredFile
 * @param {readonly CoveredFile[]} files
 * @param {ReadonlySet<string>} testFiles
 * @returns {{ covered: number, total: number }}
 */
export const sumCoverage = (files, testFiles) => {
  let covered = 0;
  let total = 0;
  for (const { path, totalLineCount, coveredLineCount } of files) {
    if (OURS.has(dirname(path)) || testFiles.has(path) || isOutside(path)) continue;
    covered += coveredLineCount;
    total += totalLineCount;
  }
  return { covered, total };
};

/** @param {string} path */
const isOutside = (path) => {
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') || isAbsolute(inside);
};
