/**
 * `accept`: changed files, and unexpected ones, are frozen as they are from now on, tests may be missing (rule 2.7), and files
 * that the suite writes are no sources any more. Only what the operator saw: a file that changed again in between is refused.
 */
import { type Config, specsOf } from '../../project/config/config.ts';
import { type Freeze, nameFrozen, readStates } from '../../evidence/integrity/freeze.ts';
import { judgeFrozen } from '../../evidence/integrity/judge-frozen.ts';
import { lookAtSources } from '../../loop/run-context.ts';
import { readSpecCriteria } from '../../evidence/measures/read-spec-criteria.ts';
import { RunError } from '../../records/run-error.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import type { CarryOut } from './operator-command.ts';
import { findNeeded } from '../../evidence/integrity/needed-sources.ts';
import { createGlobTest } from '../../base/files/glob-test.ts';

export const carryOutAccept: CarryOut<'accept'> = async ({ config, journal }, command, phase) => {
  const { by, reason, files: seen, tests, writes = [] } = command;
  const paths = Object.keys(seen);
  const files = await readStates(config.folder, paths);
  const unexpectedFiles = await listUnexpectedFiles(config, journal.state());
  const problems = [
    ...paths.flatMap((path) => refuseFile(path, { config, state: journal.state(), unexpectedFiles, seen, files })),
    ...tests
      .filter((id) => !journal.state().gone.includes(id))
      .map((id) => `"${id}" was not missing in the last iteration`),
    ...(await refuseWrites(writes, { config, state: journal.state() })),
    ...(paths.length + tests.length + writes.length === 0
      ? ['no change is named. Run dualgate accept to list the changes']
      : []),
  ];
  if (problems.length > 0) throw new RunError(`Cannot accept a change: ${problems.join('; ')}.`);
  // The run's counts have to match the frozen spec.
  const isSpec = specsOf(config.work).some((spec) => paths.includes(nameFrozen(config.folder, spec)));
  const criteria = isSpec ? await readSpecCriteria(config) : null;
  const named = writes.length === 0 ? {} : { writes };
  const read = criteria === null ? {} : { criteria };
  journal.write('operator.accepted', { phase, by, reason, files, tests, ...named, ...read });
  return { recorded: ['operator.accepted'], says: `Accepted: ${[...paths, ...tests, ...writes].join(', ')}.` };
};

interface Looked {
  readonly config: Config;
  readonly state: WorkState;
  readonly unexpectedFiles: readonly string[];
  /** As the operator saw them, and now. */
  readonly seen: Freeze;
  readonly files: Freeze;
}

const listUnexpectedFiles = async (config: Config, state: WorkState): Promise<readonly string[]> => {
  const { files: sources } = await lookAtSources(config, state);
  const place = { workspace: config.folder, frozen: state.frozen, base: state.base, sources, reported: null };
  return (await judgeFrozen({ ...place, isSettingUp: false })).unexpected.map(({ path }) => path);
};

const refuseFile = (path: string, looked: Looked): readonly string[] => {
  const { config, state, unexpectedFiles, seen, files } = looked;
  const { frozen } = state;
  if (config.files.some((each) => nameFrozen(config.folder, each) === path))
    return [
      `${path} is the config, which only dualgate resume --accept-config accepts. Restore it, or end the run first`,
    ];
  if (!Object.hasOwn(frozen, path) && !unexpectedFiles.includes(path))
    return [`${path} is not frozen (dualgate accept lists what changed)`];
  if (!Object.hasOwn(files, path) || files[path] !== seen[path])
    return [`${path} changed again after you checked it. Check it again, then repeat the command`];
  // Freezing the link would not freeze the files in that folder.
  if (unexpectedFiles.includes(path) && files[path]?.endsWith(':folder') === true)
    return [`${path} is a link to a folder that is not measured. Replace it with the folder itself`];
  return files[path] === frozen[path] ? [`${path} is unchanged since it was frozen`] : [];
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
      problems.push(`${glob} matches ${list(strange)}, which no test run wrote. Use a narrower glob`);
    else if (![...seen].some((path) => isNamed(path)))
      problems.push(
        `no test run wrote a file that matches ${glob}. Run dualgate accept to list the files that test runs wrote`,
      );
    problems.push(
      ...[...needed].slice(0, MAX_NAMED).map(([path, why]) => `${path} ${why}. Make the tests write elsewhere`),
    );
  }
  return problems;
};

const list = (paths: readonly string[]): string =>
  `${paths.slice(0, MAX_NAMED).join(', ')}${paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ''}`;
