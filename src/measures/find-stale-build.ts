/**
 * Tests that ran against an old build: they import compiled code that git ignores, and no build is in front of the suite.
 *
 * @module
 */
import { relative, join } from 'node:path/posix';
import type { Finding } from '../../gates/iteration.ts';
import type { Config } from '../config/shape-config.ts';
import { finding } from '../findings/findings.ts';
import { isNamedLikeTest } from '../integrity/test-files.ts';
import { isWithin } from '../processes/is-within.ts';
import { findBuilt, findStale } from '../evidence/find-built.ts';
import { isGreen } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';

/** Nothing for tests that all pass. @param sources - all of them, relative to the workspace */
export const findStaleBuild = async (
  { folder: workspace, tests: { suites } }: Pick<Config, 'folder' | 'tests'>,
  run: TestRun,
  sources: Iterable<string>,
): Promise<readonly Finding[]> => {
  if (isGreen(run, new Set())) return [];
  const paths = [...sources];
  const reported = [...run.tests, ...run.load_failures].map(({ file }) => file).filter((file) => file !== '');
  const files = new Set([...reported, ...paths.filter(isNamedLikeTest)]);
  for (const { folder, before } of suites) {
    if (before !== undefined) continue;
    const inside = (all: Iterable<string>): readonly string[] =>
      [...all].flatMap((path) => (isWithin(`/${folder}`, `/${path}`) ? [relative(folder, path)] : []));
    const place = join(workspace, folder);
    const code = inside(paths).filter((path) => !files.has(join(folder, path)));
    const stale = await findStale(place, await findBuilt(place, inside(files)), code);
    if (stale !== null)
      return [
        finding('tests.stale_build', {
          path: join(folder, stale.test),
          built: join(folder, stale.path),
          newer: stale.newer === null ? '' : join(folder, stale.newer),
        }),
      ];
  }
  return [];
};
