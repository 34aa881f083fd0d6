/**
 * A run of the loop over a workspace: binds the gates of the config to the chart, the chart to the ledger, and the
 * loop to its surroundings.
 *
 * @module
 */
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { createActor, type SnapshotFrom, toPromise } from 'xstate';
import { runMachine } from '../../machines/index.ts';
import { ChannelError } from '../channels/channel-error.ts';
import type { LineServer } from '../channels/line-server.ts';
import { findNotEnded } from '../loop/ending.ts';
import type { RunContext } from '../loop/run-context.ts';
import { listenForCommands, openCommandQueue } from '../operator-commands/operator-socket.ts';
import { endMarked } from '../processes/find-processes.ts';
import type { RunEvent } from '../records/run-events.ts';
import { createStepActors } from './actors/step-actors.ts';
import { catchUp } from './catch-up.ts';
import { type Ended, endRun } from './end-run.ts';
import { createFeed, type Feed } from './feed/feed.ts';
import { describeThreshold } from './given-threshold.ts';
import { openRun } from './open/open-run.ts';
import { checkRunOptions, type RunOptions } from './open/run-options.ts';
import { reportEnd } from './report-end.ts';
import { createRunEventStream } from './run-event-stream.ts';
import { createTracker } from './tracker.ts';

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
 * @throws {OptionError} when an option is unknown, missing or of another kind; nothing is written
 * @throws {LockError} when another run works in the same workspace
 * @throws {RunError} when the run to resume does not exist, is over, or has another config; when the threshold is
 * invalid
 * @throws {LedgerError} when its ledger is broken
 */
export const createRun = (options: RunOptions): Run => {
  checkRunOptions('createRun', options);
  const { config, inspect, exitThreshold = null, now = () => new Date() } = options;
  const events = createRunEventStream();
  const feed = createFeed();
  const open = openRun(options, (event) => {
    events.push(event);
    feed.send(event);
  });
  const { context, channels, resumed, onNotice } = open;
  const { run, folders, journal } = context;
  try {
    const work = createTracker();
    const queue = openCommandQueue(context, () => describeLoop(loop.getSnapshot()));
    const machine = runMachine.provide({ actors: createStepActors(context, { track: work.track, queue }) });
    const loop = createActor(machine, { input: { resumed }, ...(inspect === undefined ? {} : { inspect }) });
    const live = async (): Promise<Ended> => {
      // A caller that begins to read the events now misses none.
      await turnOfTheEventLoop();
      if (options.says !== undefined) onNotice(options.says);
      let commands: LineServer | null = null;
      open.watch();
      try {
        const over = resumed ? findNotEnded(journal) : null;
        if (over !== null) {
          await catchUp(context);
          return await endRun(context, over);
        }
        await context.session?.listen(channels.places);
        commands = await listenForCommands(context, queue);
        await openFeed(context, feed);
        await open.begin();
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
        await context.session?.close(journal.state());
        await commands?.close();
        await open.finish();
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
        return await reportEnd(live(), { run, config: context.config, folders, journal, now, onNotice });
      } finally {
        events.end();
        await feed.close();
      }
    };
    const ended = toTheEnd();
    // A program that reads the events first must not be killed by a rejection that it will observe.
    ended.catch(() => {});
    return { id: run, ledger: folders.ledger, events: events.events, ended, interrupt };
  } catch (error) {
    open.giveBack();
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

const openFeed = async ({ channels, emit }: Pick<RunContext, 'channels' | 'emit'>, feed: Feed) => {
  if (channels === null) return;
  try {
    await feed.listen(channels.feedSocket);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    emit({ type: 'notice', text: `${error.message} The run cannot be watched from another terminal.` });
  }
};
