/**
 * What an operator may not have left out as written by the suite: what no test run was seen to write, and what the run
 * needs to look at.
 *
 * @module
 */
import type { Config } from '../config/config.ts';
import { findNeeded } from '../integrity/needed-sources.ts';
import { lookAtSources } from '../loop/look-at-sources.ts';
import { createGlobTest } from '../records/fold/suite-writes.ts';
import type { WorkState } from '../records/fold/work-state.ts';

const MAX_NAMED = 5;

/** One part of a sentence for each glob that cannot be accepted, with the way out. */
export const refuseWrites = async (
  globs: readonly string[],
  { config, state }: { readonly config: Config; readonly state: WorkState },
): Promise<readonly string[]> => {
  if (globs.length === 0) return [];
  const { files } = await lookAtSources(config, state);
  const seen = new Set(state.writes.seen);
  const problems: string[] = [];
  for (const glob of globs) {
    const isNamed = createGlobTest([glob]);
    const named = [...files.keys()].filter(isNamed);
    const strange = named.filter((path) => !seen.has(path));
    const written = named.filter((path) => seen.has(path));
    const needed = await findNeeded(config.folder, written, { sources: files.keys(), frozen: state.frozen });
    if (strange.length > 0)
      problems.push(`${glob} names ${list(strange)}, which no test run was seen to write. Name less`);
    else if (![...seen].some((path) => isNamed(path)))
      problems.push(`no test run was seen to write what ${glob} names. dualgate accept lists what was seen`);
    problems.push(
      ...[...needed].slice(0, MAX_NAMED).map(([path, why]) => `${path} ${why}. Have the tests write elsewhere`),
    );
  }
  return problems;
};

const list = (paths: readonly string[]): string =>
  `${paths.slice(0, MAX_NAMED).join(', ')}${paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ''}`;
