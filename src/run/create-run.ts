/**
 * A run of the loop over a workspace: binds the gates of the config to the chart, the chart to the ledger, and the
 * loop to its surroundings.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { createActor, type InspectionEvent, type SnapshotFrom, toPromise } from 'xstate';
import { removeKeptSources } from '../loop/turn/kept-exit.ts';
import type { runMachine } from '../../machines/index.ts';
import type { LineServer } from '../channels/line-server.ts';
import type { Config } from '../config/shape-config.ts';
import { stateFolder } from '../ledger/state-folder.ts';
import { tightenFolder } from '../ledger/files/tighten.ts';
import { endMarked } from '../processes/find-processes.ts';
import { createRedactData } from '../redact/redact-data.ts';
import { catchUp } from './catch-up.ts';
import { createRunContext } from '../loop/create-run-context.ts';
import { checkThreshold, describeThreshold } from './given-threshold.ts';
import type { GivenThreshold } from '../records/given-threshold.ts';
import { createFeed, type Feed } from './feed/feed.ts';
import { holdRun } from './hold-run.ts';
import { createRunEventStream } from './run-event-stream.ts';
import { type OpenChannels, openChannels } from './open-channels.ts';
import { refuseInsideTurn } from '../operator-commands/refuse-inside-turn.ts';
import { listenForCommands, openCommandQueue } from '../operator-commands/operator-socket.ts';
import { provideActors } from './provide-actors.ts';
import { endFormerRuns } from './end-former-runs.ts';
import { watchOver } from './end-killed-run.ts';
import { recordResume } from './resume-run.ts';
import { createTracker } from './tracker.ts';
import type { RunMove } from '../records/run-branch.ts';
import { RunError } from '../records/run-error.ts';
import { EVENTS_VERSION, type RunEvent, type RunEventBody } from '../records/run-events.ts';
import type { RunContext } from '../loop/run-context.ts';
import type { SharedBudget } from '../loop/shared-budget.ts';
import { type Ended, endRun } from './end-run.ts';
import { findNotEnded } from '../loop/ending.ts';
import { reportEnd } from './report-end.ts';
import { ChannelError } from '../channels/channel-error.ts';

export interface RunOptions {
  readonly config: Config;
  /** Id of a run to resume; otherwise a new one begins. */
  readonly resume?: string;
  /** Id of a new run. @default a new one, from the time of its start */
  readonly id?: string;
  /** Pause when this phase has been exited. */
  readonly until?: string;
  /** Receives every event as it happens; must not throw. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Receives the inspection events of XState for chart and loop. */
  readonly inspect?: (event: InspectionEvent) => void;
  /** @default the clock */
  readonly now?: () => Date;
  /** An operator's indicator threshold (spec 000). @default the config's, or that of the resumed run */
  readonly exitThreshold?: GivenThreshold;
  /** The operator to record when halted work resumes. @default 'operator' */
  readonly by?: string;
  /** It was killed and resumes by itself: with its remaining limits. @default false */
  readonly automatic?: boolean;
  /** It comes from another machine: its place on this one. @default it stays where it is */
  readonly moved?: RunMove;
  /** Awaited before each turn; the ledger has every record. A text ends the run as interrupted. @default no wait */
  readonly beforeTurn?: () => Promise<string | null>;
  /** Sent as a notice first, for example why this run resumes by itself. */
  readonly says?: string;
  /** Advice for the agent in each prompt of the first phase, recorded like that of an operator. */
  readonly guidance?: { readonly by: string; readonly text: string };
  /** Shared with other runs: when it is used up, the run pauses. */
  readonly budget?: SharedBudget;
}

export interface Run {
  readonly id: string;
  /** The ledger's file; it exists once the run has started. */
  readonly ledger: string;
  /** Every event from the first read on; begin to read before awaiting anything else. */
  readonly events: AsyncIterable<RunEvent>;
  /** @throws when dualgate or its surroundings fail: nothing is decided without the facts. */
  readonly ended: Promise<Ended>;
  /**
   * Lets the iteration finish and be recorded, then ends the run. The second call ends everything at once (rule
   * 4.8), and a third kills the processes that did not end after the request.
   */
  readonly interrupt: () => void;
}

/**
 * Begins or resumes a run.
 *
 * @throws {LockError} when another run works in the same workspace
 * @throws {RunError} when the run to resume does not exist, is over, or has another config; when the threshold is
 * invalid
 * @throws {LedgerError} when its ledger is broken
 */
export const createRun = (options: RunOptions): Run => {
  const { config, resume, until = null, now = () => new Date(), inspect, exitThreshold = null } = options;
  const { guidance = null, budget = null } = options;
  checkUntil(config, until);
  checkThreshold(config, exitThreshold);
  // A killed run continues with what it had: its own session may do that, too.
  if (resume !== undefined) refuseInsideTurn('resume the run', resume, { ofSessions: options.automatic !== true });
  if (config.list !== null)
    throw new RunError(
      'Cannot start a run: the config has a task list. Use createWorkList, or configOfTask for one of the tasks.',
    );
  const run = resume ?? options.id ?? newRunId(now());
  const events = createRunEventStream();
  const feed = createFeed();
  const redact = createRedactData(config, process.env);
  const emit = (event: RunEventBody) => {
    const whole: RunEvent = redact({ v: EVENTS_VERSION, at: now().toISOString(), run, ...event });
    options.onEvent?.(whole);
    events.push(whole);
    feed.send(whole);
  };
  const inspecting = inspect === undefined ? {} : { inspect };
  const onNotice = (text: string) => emit({ type: 'notice', text });
  const held = holdRun({
    config,
    run,
    as: resume === undefined ? 'new' : 'existing',
    now,
    emit,
    onNotice,
    ...inspecting,
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
    });
    const work = createTracker();
    const resumed = resume !== undefined;
    const queue = openCommandQueue(context, () => describeLoop(loop.getSnapshot()));
    const machine = provideActors(context, { track: work.track, queue });
    const loop = createActor(machine, { input: { resumed }, ...inspecting });
    const live = async (): Promise<Ended> => {
      // A caller that begins to read the events now misses none.
      await turnOfTheEventLoop();
      if (options.says !== undefined) onNotice(options.says);
      let commands: LineServer | null = null;
      const watchdog = watchOver({ run, folder: config.folder }, onNotice);
      try {
        const over = resumed ? findNotEnded(journal) : null;
        if (over !== null) {
          await catchUp(context);
          return await endRun(context, over);
        }
        await context.session?.listen(channels.places);
        commands = await listenForCommands(context, queue);
        await openFeed(context, feed);
        const { by = 'operator', automatic = false, moved } = options;
        if (resumed) await recordResume(context, { tornLine, unanchored, by, automatic, moved });
        else await endFormerRuns(context);
        for (const folder of [folders.state, stateFolder(process.env)]) tightenFolder(folder);
        const done = resumed ? findNotEnded(journal) : null;
        if (done !== null) return await endRun(context, done);
        const phases = config.phases.map(({ phase }) => phase);
        context.emit({ type: 'run.started', phases, phase: journal.phase() ?? '', resumed, folder: config.folder });
        if (exitThreshold !== null) onNotice(describeThreshold(exitThreshold));
        if (channels.problem !== null) onNotice(channels.problem);
        const output = await toPromise(loop.start());
        await work.done();
        await queue.close();
        // An operator command that came as the loop ended counts: it may have ended the work.
        return await endRun(context, output.status === 'failed' ? output : (findNotEnded(journal) ?? output));
      } finally {
        await context.session?.close(journal.state().ending);
        await commands?.close();
        await context.kept.remove();
        if (journal.phase() === null) await removeKeptSources(run);
        await endMarked({ name: 'DUALGATE_RUN', value: run });
        giveBack();
        await watchdog.end();
      }
    };
    let interrupts = 0;
    const interrupt = () => {
      interrupts += 1;
      if (interrupts > 2) void endMarked({ name: 'DUALGATE_RUN', value: run }, { graceMs: 0 });
      else if (loop.getSnapshot().status === 'active') loop.send({ type: interrupts === 1 ? 'INTERRUPT' : 'STOP' });
    };
    const toTheEnd = async (): Promise<Ended> => {
      try {
        return await reportEnd(live(), { run, config: held.config, folders, journal, now, onNotice });
      } finally {
        events.end();
        await feed.close();
      }
    };
    const ended = toTheEnd();
    return { id: run, ledger: folders.ledger, events: events.events, ended, interrupt };
  } catch (error) {
    giveBack();
    throw error;
  }
};

/** The text for an operator who has to wait. */
const describeLoop = (snapshot: SnapshotFrom<typeof runMachine>): string => {
  const { prepared } = snapshot.context;
  const at = prepared === null ? '' : ` (${prepared.phase}, iteration ${prepared.iteration})`;
  if (snapshot.hasTag('agent')) return `The agent is working${at}.`;
  return snapshot.hasTag('tests') ? `The tests are running${at}.` : `The loop is working${at}.`;
};

const checkUntil = ({ phases }: Config, until: string | null): void => {
  const names = phases.map(({ phase }) => phase);
  if (until !== null && !names.includes(until))
    throw new RunError(`Cannot run until ${until}: the config has no such phase. Choose one of ${names.join(', ')}.`);
};

/** Sorts by time, and two that begin in the same second differ: `20260113-103000-4f2a9c`. */
export const newRunId = (at: Date): string => {
  const [day = '', time = ''] = at.toISOString().replaceAll(/[-:]/g, '').split('T');
  return `${day}-${time.slice(0, 6)}-${randomBytes(3).toString('hex')}`;
};

const openFeed = async ({ channels, emit }: Pick<RunContext, 'channels' | 'emit'>, feed: Feed) => {
  if (channels === null) return;
  try {
    await feed.listen(channels.feedSocket);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    emit({ type: 'notice', text: `${error.message} The run cannot be watched from another terminal.` });
  }
};
