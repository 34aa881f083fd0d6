/** A run of the loop: binds the gates of the config to the chart, the chart to the ledger, and the loop to its surroundings. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { createActor, type SnapshotFrom, toPromise } from 'xstate';
import type { RunEvent } from '../records/run-events.ts';
import { runMachine, type RunOutput } from '../../machines/index.ts';
import { ChannelError, type LineServer, serveLines } from '../base/line-server.ts';
import { findNotEnded } from '../loop/limits.ts';
import type { RunContext } from '../loop/run-context.ts';
import { openCommandQueue, type CommandQueue } from './operator-commands/command-queue.ts';
import { endMarked } from '../base/processes/find-processes.ts';
import { removeSessionNote } from '../loop/session/session-binding.ts';
import { createStepActors, createTracker } from './actors/step-actors.ts';
import { catchUp } from './lock-run.ts';
import { type Ended, endRun, reportEnd } from './end-run.ts';
import { createFeed, type Feed } from './feed/feed.ts';
import { describeThreshold, checkRunOptions, type RunOptions } from './run-options.ts';
import { type OpenRun, openRun } from './open-run.ts';

interface RunEventStream {
  readonly push: (event: RunEvent) => void;
  readonly end: () => void;
  /** Ends when the run has. */
  readonly events: AsyncIterable<RunEvent>;
}

interface Reader {
  readonly unread: RunEvent[];
  wake: () => void;
}

/**
 * The events of a run as an async iterable. A reader, however slow, receives every event from the moment it begins to
 * read. Without a reader it costs no memory, and no reader delays the loop.
 */
export const createRunEventStream = (): RunEventStream => {
  const readers = new Set<Reader>();
  let ended = false;
  async function* read(reader: Reader): AsyncGenerator<RunEvent, void> {
    try {
      for (;;) {
        const event = reader.unread.shift();
        if (event !== undefined) yield event;
        else if (ended) return;
        else
          await new Promise<void>((resolve) => {
            reader.wake = resolve;
          });
      }
    } finally {
      readers.delete(reader);
    }
  }
  return {
    push: (event) => {
      for (const reader of readers) {
        reader.unread.push(event);
        reader.wake();
      }
    },
    end: () => {
      ended = true;
      for (const { wake } of readers) wake();
    },
    events: {
      [Symbol.asyncIterator]: () => {
        const reader: Reader = { unread: [], wake: () => {} };
        readers.add(reader);
        return read(reader);
      },
    },
  };
};

export interface Run {
  readonly id: string;
  /** The ledger's file; it exists once the run has started. */
  readonly ledger: string;
  /** Every event from the first read on; begin to read before awaiting anything else. */
  readonly events: AsyncIterable<RunEvent>;
  /** @throws when dualgate or its surroundings fail: nothing is decided without the facts. */
  readonly ended: Promise<Ended>;
  /**
   * Lets the iteration finish and be recorded, then ends the run. The second call ends everything at once (rule 4.8),
   * and a third kills the processes that did not end after the request.
   */
  readonly interrupt: () => void;
}

/**
 * Begins or resumes a run.
 * @throws {OptionError} when an option is unknown, missing or of another kind; nothing is written
 * @throws {LockError} when another run works in the same workspace
 * @throws {RunError} when the run to resume does not exist, is over, or has another config; when the threshold is invalid
 * @throws {LedgerError} when its ledger is broken
 */
export const createRun = (options: RunOptions): Run => {
  checkRunOptions('createRun', options);
  loadWholeProgram();
  const events = createRunEventStream();
  const feed = createFeed();
  const open = openRun(options, (event) => {
    events.push(event);
    feed.send(event);
  });
  const { context, onNotice } = open;
  const { run, config, folders, journal, now } = context;
  try {
    const loop = createLoop(open, options.inspect);
    const toTheEnd = async (): Promise<Ended> => {
      try {
        const ending = live(open, loop, feed, options);
        return await reportEnd(ending, { run, config, folders, journal, now, onNotice });
      } finally {
        events.end();
        await feed.close();
      }
    };
    const ended = toTheEnd();
    // A program that reads the events first must not be killed by a rejection that it will observe.
    ended.catch(() => {});
    return { id: run, ledger: folders.ledger, events: events.events, ended, interrupt: interrupterOf(run, loop) };
  } catch (error) {
    open.giveBack();
    throw error;
  }
};

/**
 * The built command line loads its parts when they are first used. A run loads them before the first turn: an agent
 * that can write the program's folder would decide with what it writes there.
 */
const loadWholeProgram = (): void => {
  if (!import.meta.url.endsWith('.cjs')) return;
  const load = createRequire(import.meta.url);
  for (const file of readdirSync(new URL('.', import.meta.url))) if (/^cli-.*\.cjs$/.test(file)) load(`./${file}`);
};

type Loop = ReturnType<typeof createLoop>;

const createLoop = ({ context, resumed }: OpenRun, inspect: RunOptions['inspect']) => {
  const work = createTracker();
  const queue = openCommandQueue(context, () => describeLoop(actor.getSnapshot()));
  const machine = runMachine.provide({ actors: createStepActors(context, { track: work.track, queue }) });
  const actor = createActor(machine, { input: { resumed }, ...(inspect === undefined ? {} : { inspect }) });
  return { actor, queue, work };
};

/** An accepted change may name many files. */
const MAX_COMMAND_BYTES = 1_048_576;

/** Listens for operator commands; without a socket the run continues, and reports it. */
const listenForCommands = async (
  { channels, emit }: RunContext,
  { receive }: CommandQueue,
): Promise<LineServer | null> => {
  if (channels === null) return null;
  try {
    return await serveLines({ path: channels.operatorSocket, answer: receive, maxBytes: MAX_COMMAND_BYTES });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    emit({ type: 'notice', text: `${error.message} The run continues without operator commands.` });
    return null;
  }
};

/** From the first listener to the end of the run. */
const live = async (open: OpenRun, { actor, queue, work }: Loop, feed: Feed, options: RunOptions): Promise<Ended> => {
  const { context, channels, resumed, onNotice } = open;
  const { config, journal } = context;
  // A caller that begins to read the events now misses none.
  await turnOfTheEventLoop();
  if (options.says !== undefined) onNotice(options.says);
  let commands: LineServer | null = null;
  let ending: Ended | null = null;
  const end = async (output: RunOutput): Promise<Ended> => (ending = await endRun(context, output));
  open.watch();
  try {
    const over = resumed ? findNotEnded(journal) : null;
    if (over !== null) {
      await catchUp(context);
      return await end(over);
    }
    await context.session?.listen(channels.places);
    commands = await listenForCommands(context, queue);
    await openFeed(context, feed);
    await open.begin();
    const done = resumed ? findNotEnded(journal) : null;
    if (done !== null) return await end(done);
    const phases = config.phases.map(({ phase }) => phase);
    context.emit({ type: 'run.started', phases, phase: journal.phase() ?? '', resumed, folder: config.folder });
    if (options.exitThreshold != null) onNotice(describeThreshold(options.exitThreshold));
    if (channels.problem !== null) onNotice(channels.problem);
    const output = await toPromise(actor.start());
    await work.done();
    await queue.close();
    // An operator command that came as the loop ended counts: it may have ended the work.
    return await end(output.status === 'failed' ? output : (findNotEnded(journal) ?? output));
  } finally {
    const state = journal.state();
    await context.session?.close({ ...state, ending: state.ending ?? ending });
    // It never began: its hooks have nothing to continue.
    if (state.run === '') removeSessionNote(context.run, process.env);
    await commands?.close();
    await open.finish();
  }
};

const interrupterOf = (run: string, { actor }: Loop): Run['interrupt'] => {
  let interrupts = 0;
  return () => {
    interrupts += 1;
    if (interrupts > 2) void endMarked({ name: 'DUALGATE_RUN', value: run }, { graceMs: 0 });
    else if (actor.getSnapshot().status === 'active') actor.send({ type: interrupts === 1 ? 'INTERRUPT' : 'STOP' });
  };
};

const describeLoop = (snapshot: SnapshotFrom<typeof runMachine>): string => {
  const { iteration } = snapshot.context;
  const at = iteration === null ? '' : ` (${iteration.phase}, iteration ${iteration.iteration})`;
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
