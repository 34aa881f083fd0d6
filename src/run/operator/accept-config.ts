/**
 * `resume --accept-config`: an operator lets a stopped run continue under its changed config. The config is recorded
 * with who, when, why and every changed key; it is frozen as it is now, and its gates decide from here on.
 */
import { findHeldByCommands } from '../../evidence/integrity/suite-files.ts';
import { compileGates } from '../../../gates/compile-gates.ts';
import type { Config } from '../../project/config/config.ts';
import { freezeFiles, nameFrozen, readStates, type Freeze } from '../../evidence/integrity/freeze.ts';
import { findUnexpectedFiles } from '../../evidence/integrity/unexpected-files.ts';
import { lookAtSources } from '../../loop/look-at-sources.ts';
import { refuseInsideTurn } from '../operator-commands/refuse-inside-turn.ts';
import type { WorkRecord } from '../../records/records.ts';
import type { ConfigChange } from '../../records/config-change.ts';
import { configOfRun, describeConfig, hashConfig, isConfigOf } from '../../records/hash-config.ts';
import { findConfigChanges } from '../../records/config-changes.ts';
import { lastConfigOf } from '../../records/ruling-config.ts';
import { phaseAt } from '../../records/fold/work-position.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { readRecords } from '../../records/read-records.ts';
import { readRecordedConfig } from '../../records/recorded-config.ts';
import { RunError } from '../../records/run-error.ts';
import { breakerRulesOf } from '../take-baseline.ts';
import { lockRun } from '../lock-run.ts';

interface Accepting {
  /** As it is now. */
  readonly config: Config;
  /** Id of the run. */
  readonly run: string;
  readonly by: string;
  readonly reason: string;
  /** Receives the changed keys before they are recorded. */
  readonly onChanges?: (changed: readonly ConfigChange[]) => void;
}

const CANNOT = 'Cannot accept the config';

/**
 * Locks the run while the change is recorded. The caller resumes the run afterwards.
 *
 * @throws {RunError} inside a turn, without a reason, without a change, or for a change that a run cannot follow
 * @throws {LockError} when the run is active
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
