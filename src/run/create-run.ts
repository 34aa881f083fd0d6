/**
 * A run of the loop over a workspace: binds the config's gates to the chart, the chart to the ledger, the loop to the world.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { createActor, type InspectionEvent, type SnapshotFrom, toPromise } from 'xstate';
import type { runMachine } from '../../machines/index.ts';
import type { LineServer } from '../channels/line-server.ts';
import type { Config } from '../config/shape-config.ts';
import { stateFolder } from '../ledger/state-folder.ts';
import { tightenFolder } from '../ledger/files/tighten.ts';
import { endMarked } from '../processes/find-processes.ts';
import { createRedactData } from '../redact/redact-data.ts';
import { catchUp } from './catch-up.ts';
import { createSite } from '../loop/create-site.ts';
import { checkThreshold, describeThreshold } from './given-threshold.ts';
import type { GivenThreshold } from '../records/given-threshold.ts';
import { createFeed, type Feed } from './feed/feed.ts';
import { holdRun } from './hold-run.ts';
import { createNewsStream } from './news-stream.ts';
import { type OpenChannels, openChannels } from './open-channels.ts';
import { refuseInsideTurn } from '../orders/refuse-inside-turn.ts';
import { listenForOrders, openDesk } from '../orders/operator-socket.ts';
import { provideActors } from './provide-actors.ts';
import { endFormerRuns } from './end-former-runs.ts';
import { beginAgain } from './resume-run.ts';
import { RunError } from '../records/run-error.ts';
import { EVENTS_VERSION, type RunEvent, type RunNews } from '../records/run-events.ts';
import type { RunSite } from '../loop/run-site.ts';
import { type Ended, settleRun } from './settle-run.ts';
import { findUnsettled } from '../loop/settlement.ts';
import { tellEnd } from './tell-end.ts';
import { ChannelError } from '../channels/channel-error.ts';

export interface RunOptions {
  readonly config: Config;
  /** Id of a run to go on with; a new one begins otherwise. */
  readonly resume?: string;
  /** Id of a new run. @default a fresh one, of its beginning */
  readonly id?: string;
  /** Pause when this phase has been left. */
  readonly until?: string;
  /** Hears every event as it happens; must not throw. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Hears what XState says of chart and loop: for inspectors. */
  readonly inspect?: (event: InspectionEvent) => void;
  /** @default the clock */
  readonly now?: () => Date;
  /** An operator's indicator threshold, over the config's (spec 000). @default the config's, or that of the run that goes on */
  readonly exitThreshold?: GivenThreshold;
  /** Who is recorded when work that was halted goes on. @default 'operator' */
  readonly by?: string;
  /** It was killed and goes on without being asked to: with what is left of its allowance. @default false */
  readonly unasked?: boolean;
  /** Told as a notice before anything else: why this run goes on without being asked to, say. */
  readonly says?: string;
}

export interface Run {
  readonly id: string;
  /** The ledger's file; it is there once the run has begun. */
  readonly ledger: string;
  /** Everything from the moment of reading on; begin to read before anything else is awaited. */
  readonly events: AsyncIterable<RunEvent>;
  /** @throws when dualgate itself or the outside broke: nothing is decided on what could not be done. */
  readonly ended: Promise<Ended>;
  /**
   * Lets the iteration finish and be recorded, then ends the run; the second call ends everything at once (RULES 4.8), and
   * a third kills at once what was asked to end and has not yet.
   */
  readonly interrupt: () => void;
}

/**
 * Begins a run, or goes on with one.
 *
 * @throws {LockError} when another run works in the same workspace
 * @throws {RunError} when the run to go on with is not there, is over, or belongs to another config; when the threshold is none
 * @throws {LedgerError} when its ledger is broken
 */
export const createRun = (options: RunOptions): Run => {
  const { config, resume, until = null, now = () => new Date(), inspect, exitThreshold = null } = options;
  checkUntil(config, until);
  checkThreshold(config, exitThreshold);
  if (resume !== undefined) refuseInsideTurn('resume the run', resume);
  if (config.list !== null)
    throw new RunError(
      'Cannot begin a run: the config names a list of tasks. Use createWorkList, or configOfTask for one of them.',
    );
  const run = resume ?? options.id ?? newRunId(now());
  const news = createNewsStream();
  const feed = createFeed();
  const redact = createRedactData(config, process.env);
  const announce = (event: RunNews) => {
    const whole: RunEvent = redact({ v: EVENTS_VERSION, at: now().toISOString(), run, ...event });
    options.onEvent?.(whole);
    news.push(whole);
    feed.tell(whole);
  };
  const inspecting = inspect === undefined ? {} : { inspect };
  const onNotice = (text: string) => announce({ type: 'notice', text });
  const held = holdRun({
    config,
    run,
    as: resume === undefined ? 'new' : 'begun',
    now,
    announce,
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
    const site = createSite({
      run,
      config,
      folders,
      channels: channels.places,
      journal,
      until,
      announce,
      now,
      exitThreshold,
    });
    const work = createTracker();
    const resumed = resume !== undefined;
    const desk = openDesk(site, () => describeLoop(loop.getSnapshot()));
    const machine = provideActors(site, { track: work.track, desk });
    const loop = createActor(machine, { input: { resumed }, ...inspecting });
    const live = async (): Promise<Ended> => {
      // So that whoever begins to read the events now misses none.
      await turnOfTheEventLoop();
      if (options.says !== undefined) onNotice(options.says);
      let orders: LineServer | null = null;
      try {
        const over = resumed ? findUnsettled(journal) : null;
        if (over !== null) {
          await catchUp(site);
          return await settleRun(site, over);
        }
        orders = await listenForOrders(site, desk);
        await openFeed(site, feed);
        const { by = 'operator', unasked = false } = options;
        if (resumed) await beginAgain(site, { tornLine, unanchored, by, unasked });
        else await endFormerRuns(site);
        for (const folder of [folders.state, stateFolder(process.env)]) tightenFolder(folder);
        const done = resumed ? findUnsettled(journal) : null;
        if (done !== null) return await settleRun(site, done);
        announceStart(site, resumed);
        if (exitThreshold !== null) onNotice(describeThreshold(exitThreshold));
        if (channels.problem !== null) onNotice(channels.problem);
        const output = await toPromise(loop.start());
        await work.done();
        await desk.close();
        // An order that came as the loop ended counts: the work may be over by it.
        return await settleRun(site, output.status === 'failed' ? output : (findUnsettled(journal) ?? output));
      } finally {
        await orders?.close();
        await endMarked({ name: 'DUALGATE_RUN', value: run });
        giveBack();
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
        return await tellEnd(live(), { run, config, folders, journal, now, onNotice });
      } finally {
        news.end();
        await feed.close();
      }
    };
    const ended = toTheEnd();
    return { id: run, ledger: folders.ledger, events: news.events, ended, interrupt };
  } catch (error) {
    giveBack();
    throw error;
  }
};

/** What an operator who has to wait is told. */
const describeLoop = (snapshot: SnapshotFrom<typeof runMachine>): string => {
  const { prepared } = snapshot.context;
  const at = prepared === null ? '' : ` (${prepared.phase}, iteration ${prepared.iteration})`;
  if (snapshot.hasTag('agent')) return `The agent is at work${at}.`;
  return snapshot.hasTag('tests') ? `The tests are running${at}.` : `The loop is at work${at}.`;
};

/** Work that was begun and may outlive the state that began it: a run has not ended before it has. */
const createTracker = () => {
  const going = new Set<Promise<unknown>>();
  const track = async <T>(work: Promise<T>): Promise<T> => {
    going.add(work);
    try {
      return await work;
    } finally {
      going.delete(work);
    }
  };
  return { track, done: () => Promise.allSettled(going) };
};

const checkUntil = ({ phases }: Config, until: string | null): void => {
  const names = phases.map(({ phase }) => phase);
  if (until === null || names.includes(until)) return;
  throw new RunError(`Cannot run until ${until}: the config has no such phase. Choose one of ${names.join(', ')}.`);
};

const announceStart = ({ announce, journal, config }: RunSite, resumed: boolean): void => {
  const phases = config.phases.map(({ phase }) => phase);
  announce({ type: 'run.started', phases, phase: journal.phase() ?? '', resumed, folder: config.folder });
};

/** Sorts by time, and two that begin in one second differ: `20260113-103000-4f2a9c`. */
export const newRunId = (at: Date): string => {
  const [day = '', time = ''] = at.toISOString().replaceAll(/[-:]/g, '').split('T');
  return `${day}-${time.slice(0, 6)}-${randomBytes(3).toString('hex')}`;
};

/** Listens in the folder of the run's sockets, where it has one. */
const openFeed = async ({ channels, announce }: Pick<RunSite, 'channels' | 'announce'>, feed: Feed) => {
  if (channels === null) return;
  try {
    await feed.listen(channels.feedSocket);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    announce({ type: 'notice', text: `${error.message} Nobody can watch the run from another terminal.` });
  }
};
