/**
 * `accept`: changed files, and such that may not appear, are held fast as they are from now on, and tests may be gone (RULES
 * 2.7), and what the suite writes is no source any more. Only what the operator saw: what was changed again between the look and the order is refused.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { type Freeze, nameFrozen, readStates } from '../integrity/freeze.ts';
import { findIntruders } from '../integrity/intruders.ts';
import { lookAtSources } from '../loop/look-at-sources.ts';
import { readSpecCriteria } from '../measures/read-spec-criteria.ts';
import { RunError } from '../records/run-error.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import type { CarryOut } from './order-site.ts';
import { findNeeded } from '../integrity/needed-sources.ts';
import { createGlobTest } from '../records/fold/suite-writes.ts';

export const carryOutAccept: CarryOut<'accept'> = async ({ config, journal }, order, phase) => {
  const { by, reason, files: seen, tests, writes = [] } = order;
  const paths = Object.keys(seen);
  const files = await readStates(config.folder, paths);
  const intruders = await listIntruders(config, journal.state());
  const problems = [
    ...paths.flatMap((path) => refuseFile(path, { config, state: journal.state(), intruders, seen, files })),
    ...tests.filter((id) => !journal.state().gone.includes(id)).map((id) => `the last iteration did not miss "${id}"`),
    ...(await refuseWrites(writes, { config, state: journal.state() })),
    ...(paths.length + tests.length + writes.length === 0
      ? ['nothing is named. dualgate accept lists what was changed']
      : []),
  ];
  if (problems.length > 0) throw new RunError(`Cannot accept a change: ${problems.join('; ')}.`);
  // What the run counts has to be what the frozen spec says.
  const criteria = paths.includes(nameFrozen(config.folder, config.work.spec)) ? await readSpecCriteria(config) : null;
  const named = writes.length === 0 ? {} : { writes };
  const read = criteria === null ? {} : { criteria };
  journal.write('operator.accepted', { phase, by, reason, files, tests, ...named, ...read });
  return { recorded: ['operator.accepted'], says: `Accepted: ${[...paths, ...tests, ...writes].join(', ')}.` };
};

interface Looked {
  readonly config: Config;
  readonly state: WorkState;
  /** Paths. */
  readonly intruders: readonly string[];
  /** As the operator saw them, and as they are. */
  readonly seen: Freeze;
  readonly files: Freeze;
}

const listIntruders = async (config: Config, state: WorkState): Promise<readonly string[]> => {
  const { files } = await lookAtSources(config, state);
  return (await findIntruders(config.folder, files, state.frozen)).map(({ path }) => path);
};

const refuseFile = (path: string, looked: Looked): readonly string[] => {
  const { config, state, intruders, seen, files } = looked;
  const { frozen } = state;
  if (config.files.some((each) => nameFrozen(config.folder, each) === path))
    return [`${path} is the config, and a run keeps the one that it began with. Restore it, or begin a new run`];
  if (!Object.hasOwn(frozen, path) && !intruders.includes(path)) return [`${path} is not frozen`];
  if (!Object.hasOwn(files, path) || files[path] !== seen[path])
    return [`${path} was changed again since you looked at it. Look again, then give the order anew`];
  // A freeze of the link would hold nothing of what is in that folder.
  if (intruders.includes(path) && files[path]?.endsWith(':folder') === true)
    return [`${path} is a link to a folder that nobody measures. Put the folder itself in its place`];
  return files[path] === frozen[path] ? [`${path} is as it was when it was frozen`] : [];
};

const MAX_NAMED = 5;

/** One part of a sentence for each glob that cannot be accepted, with the way out. */
const refuseWrites = async (
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
