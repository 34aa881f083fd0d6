/**
 * The suites, set to run only the files of some tests.
 *
 * @module
 */
import { join, posix } from 'node:path';
import { leftOut } from '../../evidence/baseline.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import type { PlacedSuite } from '../../testing/run-suites.ts';
import { RUNNERS } from '../../testing/runners.ts';
import type { RunContext } from '../run-context.ts';

/**
 * Those whose runner can run single files and that have such a test; none if no runner can.
 *
 * @param ids - of the tests
 * @param sources - paths: a missing file is not run
 */
export const selectTests = (
  { config, suites }: Pick<RunContext, 'config' | 'suites'>,
  ids: Iterable<string>,
  sources: ReadonlyMap<string, string>,
): readonly PlacedSuite[] => {
  const wanted = [...ids];
  return suites.flatMap((suite) => {
    const files = filesOf(suite, suites.length > 1, wanted).filter((file) => sources.has(file));
    const folder = join(config.folder, suite.folder);
    const names = files.map((file) => posix.relative(suite.folder, file));
    const command = names.length === 0 ? null : (RUNNERS[suite.runner].select?.(suite.command, names, folder) ?? null);
    return command === null ? [] : [{ ...suite, command }];
  });
};

/** The tests that are new since the run began. @param tests - ids */
export const newTests = ({ baseline }: Pick<WorkState, 'baseline'>, tests: readonly string[]): readonly string[] => {
  const known = new Set([...baseline.passing, ...leftOut(baseline)]);
  return tests.filter((id) => !known.has(id));
};

const filesOf = ({ name }: PlacedSuite, isList: boolean, ids: readonly string[]): readonly string[] => {
  const files = ids.flatMap((id) => {
    const [file = '', suite] = id.split(' > ');
    return file !== '' && (!isList || suite === name) ? [file] : [];
  });
  return [...new Set(files)];
};
