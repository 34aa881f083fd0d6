/**
 * A run that is open in this process: its workspace locked, its journal on the ledger, its context made. The loop of
 * `createRun` and the ledger of a host begin with it, and end with it.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { tightenFolder } from '../../ledger/files/tighten.ts';
import { stateFolder } from '../../ledger/state-folder.ts';
import { createRunContext } from '../../loop/create-run-context.ts';
import type { RunContext } from '../../loop/run-context.ts';
import { removeKeptSources } from '../../loop/turn/kept-exit.ts';
import { endMarked } from '../../processes/find-processes.ts';
import type { Watchdog } from '../../processes/watchdog.ts';
import { EVENTS_VERSION, type RunEvent, type RunEventBody } from '../../records/run-events.ts';
import { createRedactData } from '../../redact/redact-data.ts';
import { endFormerRuns } from '../end-former-runs.ts';
import { watchOver } from '../end-killed-run.ts';
import { type HeldRun, holdRun } from '../hold-run.ts';
import { type OpenChannels, openChannels } from '../open-channels.ts';
import { recordResume } from '../resume-run.ts';
import type { RunOptions } from './run-options.ts';

export interface OpenRun {
  readonly held: HeldRun;
  readonly context: RunContext;
  readonly channels: OpenChannels;
  readonly resumed: boolean;
  readonly onNotice: (text: string) => void;
  /** From now on, a kill of this process ends what the run started. */
  readonly watch: () => void;
  /** Records the resume of a run; ends what a former run left. */
  readonly begin: () => Promise<void>;
  /** Ends what the run started, and releases everything. */
  readonly finish: () => Promise<void>;
  /** Releases everything, when nothing was started. */
  readonly giveBack: () => void;
}

/**
 * @param options - checked
 * @param receive - every event, after `onEvent`
 * @throws {LockError} when another run works in the same workspace
 * @throws {LedgerError} when the ledger of the run to resume is broken
 * @throws {RunError} when the run to resume does not exist
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
  const held = holdRun({
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
