/** `resume --accept-config`: an operator lets a stopped run continue under its changed config. */
import { findHeldByCommands, findTestFilesOf } from '../../evidence/integrity/suite-files.ts';
import { compileGates } from '../../../gates/compile-gates.ts';
import type { Config } from '../../project/config/config.ts';
import { freezeFiles, nameFrozen, readStates, type Freeze, type Breach } from '../../evidence/integrity/freeze.ts';
import { findUnexpectedFiles } from '../../evidence/integrity/unexpected-files.ts';
import { lookAtSources } from '../../loop/run-context.ts';
import { refuseInsideTurn } from '../operator-commands/refuse-inside-turn.ts';
import type { OperatorCommand } from '../operator-commands/operator-command.ts';
import type { WorkRecord } from '../../records/records.ts';
import { findConfigChanges } from '../../records/config-changes.ts';
import type { ConfigChange } from '../../records/config-change.ts';
import { configOfRun, describeConfig, hashConfig, isConfigOf } from '../../records/hash-config.ts';
import { lastConfigOf } from '../../records/ruling-config.ts';
import { readRecordedConfig } from '../../records/recorded-config.ts';
import { phaseAt } from '../../records/fold/work-position.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { readRecords } from '../../records/read-records.ts';
import { RunError } from '../../records/run-error.ts';
import { breakerRulesOf } from '../take-baseline.ts';
import { lockRun } from '../lock-run.ts';
import { findRenamed } from '../../evidence/integrity/find-renamed.ts';
import { judgeFrozen } from '../../evidence/integrity/judge-frozen.ts';
import { findReformatted } from '../../evidence/integrity/edited-test.ts';
import { maySetUp } from '../../evidence/integrity/set-up-files.ts';
import { frozenReader } from '../../loop/turn/kept-exit.ts';
import { readRunSummary } from '../../view/read-run.ts';

interface Accepting {
  readonly config: Config;
  readonly run: string;
  readonly by: string;
  readonly reason: string;
  /** Receives the changed keys before they are recorded. */
  readonly onChanges?: (changed: readonly ConfigChange[]) => void;
}

const CANNOT = 'Cannot accept the config';

/**
 * Locks the run while the change is recorded; the caller resumes it afterwards. @throws {LockError} when the run is active
 * @throws {RunError} inside a turn, without a reason, without a change, or for a change that a run cannot follow
 */
export const acceptConfig = async ({ config: given, run, by, reason, onChanges }: Accepting): Promise<void> => {
  const config = await configOfRun(given, run);
  refuseInsideTurn('accept a config', null);
  if (reason.trim() === '')
    throw new RunError(`${CANNOT} without a reason: it is recorded permanently. Give one with --reason.`);
  compileGates(config);
  const { journal, close } = lockRun({ config, run, as: 'existing', now: () => new Date(), isLoop: false });
  try {
    const { records } = await readRecords(config.folder, run);
    // By the recorded decisions, not by the gates of the new config.
    const phase = phaseAt(journal.state().sums.position);
    if (phase === null) throw new RunError(`${CANNOT}: the work of the run ${run} is over.`);
    const recorded = lastConfigOf(records);
    const changed = findConfigChanges(recorded?.config, config);
    const files = await readStates(
      config.folder,
      config.files.map((path) => nameFrozen(config.folder, path)),
    );
    const state = journal.state();
    const isFrozen = Object.entries(files).every(([path, content]) => state.frozen[path] === content);
    if (isConfigOf(state.configHash, config) && isFrozen)
      throw new RunError(`${CANNOT}: it is unchanged. Continue with dualgate resume.`);
    const problems = [...findUnfollowed(changed), ...findLostPhases(records, config, phase)];
    if (problems.length > 0)
      throw new RunError(`${CANNOT}: ${problems.join('; ')}. Restore that part, or start a new run.`);
    onChanges?.(changed);
    journal.write('operator.accepted', {
      phase,
      by,
      reason,
      files,
      tests: [],
      config: {
        config: describeConfig(config),
        config_hash: hashConfig(config),
        changed,
        frozen: await freezeNew(config, state),
        breaker: breakerRulesOf(config),
      },
    });
  } finally {
    close();
  }
};

/** The parts that the run measured or made at its start. */
const UNFOLLOWED = /^(work|plans|tests|commits|workspace)(\.|\[|$)/;
const FOLLOWED = /\.timeout_ms$|^tests\.(fast_first|max_runs|memory_bytes)$/;

const findUnfollowed = (changed: readonly ConfigChange[]): readonly string[] =>
  changed
    .filter(({ key }) => UNFOLLOWED.test(key) && !FOLLOWED.test(key))
    .map(({ key }) => `${key} cannot change during a run, which began with it`);

/** A phase that was never exited must not look exited: up to the current one, the phases stay. */
const findLostPhases = (records: readonly WorkRecord[], config: Config, phase: string): readonly string[] => {
  const recorded = lastConfigOf(records);
  const before = recorded === null ? [] : readRecordedConfig(recorded).phases.map((each) => each.phase);
  const now = config.phases.map((each) => each.phase);
  if (!now.includes(phase)) return [`it removes ${phase}, the phase of the run`];
  const past = before.slice(0, before.indexOf(phase) + 1);
  return past.every((name, at) => now[at] === name)
    ? []
    : [`it changes the phases up to ${phase}, the phase of the run`];
};

/** Files that new checks depend on: what is frozen already stays as it was, and what may not exist is not frozen. */
const freezeNew = async (config: Config, state: WorkState): Promise<Freeze> => {
  const { files } = await lookAtSources(config, state);
  const unexpected = new Set((await findUnexpectedFiles(config.folder, files, state.frozen)).map(({ path }) => path));
  const held = await findHeldByCommands(config, config.folder, files.keys());
  const frozen = await freezeFiles(config.folder, held);
  return Object.fromEntries(
    Object.entries(frozen).filter(([path]) => !Object.hasOwn(state.frozen, path) && !unexpected.has(path)),
  );
};

// The changes that an operator can accept: changed frozen files, unexpected files, and tests that the last iteration missed.

interface Change extends Breach {
  /** The present path of the content of a removed test file. A rename is no loss once its tests are reported from there. */
  readonly renamed_to?: string;
}

export interface Changes {
  /** In path order. */
  readonly files: readonly Change[];
  readonly tests: readonly string[];
  /** Globs of files that each test run wrote, and that match no other file. */
  readonly writes: readonly string[];
}

/** Reads the workspace and the ledger; changes nothing. @throws {RunError} when there is no such run */
export const findChanges = async (config: Config, run: string): Promise<Changes> => {
  const { state, phase } = await readRunSummary(config, run);
  const { folder, tests } = config;
  const { files: sources } = await lookAtSources(config, state);
  const isSettingUp = maySetUp(
    config,
    config.phases.find((each) => each.phase === phase),
  );
  const { breaches, unexpected } = await judgeFrozen({
    workspace: folder,
    frozen: state.frozen,
    base: state.base,
    sources,
    reported: null,
    isSettingUp,
  });
  const testFiles = findTestFilesOf(tests.suites, sources.keys(), []).filter((path) => sources.has(path));
  const renamed = await findRenamed(folder, state.frozen, breaches, testFiles);
  const { reformatted, added } = await findReformatted({
    workspace: folder,
    frozen: state.frozen,
    breaches,
    tests: testFiles,
    readFrozen: frozenReader(config, state, phase ?? ''),
  });
  const appeared = unexpected.map(({ path }): Change => ({ path, what: 'appeared' }));
  const broken = breaches.filter(({ path }) => !reformatted.has(path) && !added.has(path));
  const files = [...broken.map((breach) => withRename(breach, renamed.get(breach.path))), ...appeared];
  return {
    files: files.sort((one, other) => (one.path < other.path ? -1 : 1)),
    tests: state.gone,
    writes: state.writes.proposed,
  };
};

const withRename = ({ path, what }: Breach, place: string | undefined): Change => ({
  path,
  what,
  ...(place === undefined ? {} : { renamed_to: place }),
});

/**
 * The command to accept these changes in their current state: a file that changes again before it is carried out is refused.
 * @param paths - of frozen files, or of unexpected ones, relative to the workspace or absolute
 * @throws {WorkspaceError} when one of them cannot be read
 */
export const describeAcceptance = async (
  config: Config,
  {
    paths,
    tests,
    writes = [],
  }: { readonly paths: readonly string[]; readonly tests: readonly string[]; readonly writes?: readonly string[] },
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<OperatorCommand> => ({
  command: 'accept',
  by,
  reason,
  files: await readStates(config.folder, paths),
  tests,
  writes,
});
