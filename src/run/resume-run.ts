/**
 * Resumes a run that ended, was interrupted or was killed: no result of a gate is carried over (rule 1.1).
 *
 * @module
 */
import { recordBreaker } from '../loop/breaker/record-breaker.ts';
import { catchUp } from './catch-up.ts';
import { refuseElsewhere } from '../loop/commits/own-repository.ts';
import { endFormerRuns } from './end-former-runs.ts';
import type { HeldRun } from './hold-run.ts';
import { lookAtSources } from '../loop/look-at-sources.ts';
import { RunError } from '../records/run-error.ts';
import type { RunContext } from '../loop/run-context.ts';
import { readLedger } from '../ledger/read-ledger.ts';
import { describeChangedConfig, readLastConfig } from '../records/config-changes.ts';
import { isConfigOf } from '../records/hash-config.ts';
import type { RunMove } from '../records/run-branch.ts';
import { VERSIONS } from '../version.ts';

/**
 * Ends the processes that a killed loop left running, grants new iterations, and resumes halted work.
 *
 * @param given.automatic - a killed run resumes by itself: it gets no new iterations, and its breaker stays as it is
 * @param given.moved - it comes from another machine: its place on this one
 * @throws {RunError} when the work is over, or the config differs from the one that the run began with
 */
export const recordResume = async (
  context: RunContext,
  {
    tornLine,
    unanchored,
    by,
    automatic = false,
    moved,
  }: Pick<HeldRun, 'tornLine' | 'unanchored'> & {
    readonly by: string;
    readonly automatic?: boolean;
    readonly moved?: RunMove | undefined;
  },
): Promise<void> => {
  const { config, journal, emit } = context;
  if (journal.phase() === null)
    throw new RunError(`Cannot resume the run ${context.run}: its work is over. Start a new one with dualgate run.`);
  await checkConfig(context);
  if (tornLine !== null)
    emit({
      type: 'notice',
      text: 'The last record of the ledger was left incomplete by a crash. It was cut off and kept beside the ledger.',
    });
  if (unanchored !== null) emit({ type: 'notice', text: unanchored });
  const ended = await endFormerRuns(context);
  await catchUp(context);
  // An operator was completing it by force when the loop was killed.
  if (journal.phase() === null) return;
  const { branch, breaker } = journal.state();
  await refuseElsewhere(config, branch === null ? null : { ...branch, ...moved }, `resume the run ${context.run}`);
  const { tree } = await lookAtSources(config, journal.state());
  journal.write('run.resumed', {
    tree,
    ended,
    versions: VERSIONS,
    ...(automatic && { automatic }),
    ...(context.exitThreshold == null ? {} : { exit_threshold: context.exitThreshold }),
    ...(moved !== undefined && { moved }),
  });
  if (journal.state().sums.position.state === 'halted') journal.write('operator.resumed', { by });
  recordBreaker(context, breaker);
  const remaining = automatic ? 'its remaining iterations' : 'the full number of iterations again';
  emit({ type: 'notice', text: `Resumed with ${remaining}; green runs start at 0.` });
};

const checkConfig = async ({ run, config, journal, folders }: RunContext): Promise<void> => {
  if (isConfigOf(journal.state().configHash, config)) return;
  throw new RunError(
    `Cannot resume the run ${run}: ${describeChangedConfig((await readLastConfig(readLedger(folders.ledger)))?.config ?? null, config)}`,
  );
};
