/**
 * The frozen tests choose the mutants. So the same sources give the same mutants, and an agent that adds an empty test
 * draws no others (rule 2.10); each mutant adds its own text of the sources. Pure.
 *
 * @module
 */
import { createHash } from 'node:crypto';

/**
 * @param tests - the test files of now
 * @param files - the words of all sources, by their paths
 * @param frozen - those of frozen files; without a frozen test, all tests count
 */
export const seedOfTests = (
  tests: Iterable<string>,
  files: ReadonlyMap<string, string>,
  frozen: Readonly<Record<string, string>>,
): string => {
  const all = [...tests].sort();
  const kept = all.filter((path) => Object.hasOwn(frozen, path));
  const hash = createHash('sha256');
  for (const path of kept.length > 0 ? kept : all) hash.update(`${frozen[path] ?? files.get(path) ?? ''}\t${path}\0`);
  return hash.digest('hex').slice(0, 16);
};
