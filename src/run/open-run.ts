/** A run that is open in this process: its workspace locked, its journal on the ledger, its context made. */
import { randomBytes } from 'node:crypto';
import { tightenFolder } from '../ledger/tighten.ts';
import { stateFolder } from '../ledger/state-folder.ts';
import { createRunContext } from '../loop/create-run-context.ts';
import { type RunContext, lookAtSources } from '../loop/run-context.ts';
import { removeKeptSources } from '../loop/turn/kept-exit.ts';
import { endMarked } from '../base/processes/find-processes.ts';
import type { Watchdog } from '../base/processes/watchdog.ts';
import { EVENTS_VERSION, type RunEvent, type RunEventBody } from '../records/run-events.ts';
import { createRedactData } from '../base/redact-text.ts';
import { endFormerRuns, watchOver } from './end-killed-run.ts';
import { type LockedRun, lockRun, catchUp } from './lock-run.ts';
import { type OpenChannels, openChannels } from '../base/channel-folder.ts';
import type { RunOptions } from './run-options.ts';
import { recordBreaker } from '../loop/limits.ts';
import { refuseElsewhere } from '../loop/commits/own-repository.ts';
import { RunError } from '../records/run-error.ts';
import { readLedger } from '../ledger/ledger-record.ts';
import { describeChangedConfig } from '../records/config-changes.ts';
import { readLastConfig } from '../records/ruling-config.ts';
import { isConfigOf } from '../records/hash-config.ts';
import type { RunMove } from '../records/run-branch.ts';
import { VERSIONS } from '../base/version.ts';

export interface OpenRun {
  readonly held: LockedRun;
  readonly context: RunContext;
  readonly channels: OpenChannels;
  readonly resumed: boolean;
  readonly onNotice: (text: string) => void;
  /** From now on, a kill of this process ends what the run started. */
  readonly watch: () => void;
  /** Records the resume of a run; ends what a former run left. */
  readonly begin: () => Promise<void>;
  readonly finish: () => Promise<void>;
  readonly giveBack: () => void;
}

/**
 * @param options - checked @param receive - every event, after `onEvent`
 * @throws {LedgerError} when the ledger of the run to resume is broken
 * @throws {LockError} when another run works in the same workspace @throws {RunError} when the run to resume does not exist
 */
export const openRun = (options: RunOptions, receive: (event: RunEvent) => void): OpenRun => {
  const { config, resume, until = null, now = () => new Date(), inspect, exitThreshold = null } = options;
  const { guidance = null, budget = null, by = 'operator', automatic = false, moved } = options;
  const run = resume ?? options.id ?? newRunId(now());
  const resumed = resume !== undefined;
  const redact = createRedactData(config, process.env);
  const emit = (event: RunEventBody) => {
    const whole: RunEvent = redact({ v: EVENTS_VERSION, at: now().toISOString(), run, ...event });
    budget?.follow(whole);
    options.onEvent?.(whole);
    receive(whole);
  };
  const onNotice = (text: string) => emit({ type: 'notice', text });
  const held = lockRun({
    config,
    run,
    as: resumed ? 'existing' : 'new',
    now,
    emit,
    onNotice,
    ...(inspect === undefined ? {} : { inspect }),
  });
  const { folders, journal, tornLine, unanchored } = held;
  let opened: OpenChannels | null = null;
  const giveBack = () => {
    opened?.close();
    held.close();
  };
  try {
    const channels = openChannels(run, config.folder);
    opened = channels;
    const context = createRunContext({
      run,
      config: held.config,
      folders,
      channels: channels.places,
      journal,
      until,
      emit,
      now,
      exitThreshold,
      guidance,
      budget,
      ...(options.beforeTurn === undefined ? {} : { beforeTurn: options.beforeTurn }),
      ...(options.agent === undefined ? {} : { agentFunction: options.agent }),
    });
    let watchdog: Watchdog | null = null;
    return {
      held,
      context,
      channels,
      resumed,
      onNotice,
      giveBack,
      watch: () => {
        watchdog = watchOver({ run, folder: config.folder }, onNotice);
      },
      begin: async () => {
        if (resumed) await recordResume(context, { tornLine, unanchored, by, automatic, moved });
        else await endFormerRuns(context);
        for (const folder of [folders.state, stateFolder(process.env)]) tightenFolder(folder);
      },
      finish: async () => {
        await context.kept.remove();
        if (journal.phase() === null) await removeKeptSources(run);
        await endMarked({ name: 'DUALGATE_RUN', value: run });
        giveBack();
        await watchdog?.end();
      },
    };
  } catch (error) {
    giveBack();
    throw error;
  }
};

/** Sorts by time, and two that begin in the same second differ: `20260113-103000-4f2a9c`. */
export const newRunId = (at: Date): string => {
  const [day = '', time = ''] = at.toISOString().replaceAll(/[-:]/g, '').split('T');
  return `${day}-${time.slice(0, 6)}-${randomBytes(3).toString('hex')}`;
};

/**
 * Ends the processes that a killed loop left running, grants new iterations, and resumes halted work.
 * @param given.automatic - a killed run resumes by itself: it gets no new iterations, and its breaker stays as it is
 * @param given.moved - it comes from another machine: its place on this one
 * @throws {RunError} when the work is over, or the config differs from the one that the run began with
 */
const recordResume = async (
  context: RunContext,
  {
    tornLine,
    unanchored,
    by,
    automatic = false,
    moved,
  }: Pick<LockedRun, 'tornLine' | 'unanchored'> & {
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
