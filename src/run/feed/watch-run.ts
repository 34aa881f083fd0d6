/** Watches a run that is active in another process: its status, then its events, until it ends. */
import { StringDecoder } from 'node:string_decoder';
import { type Socket, createConnection } from 'node:net';
import { checkOptions, KINDS } from '../../base/check-options.ts';
import { refuseInsideTurn } from '../operator-commands/refuse-inside-turn.ts';
import { RunError, FaultError } from '../../records/run-error.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { type FeedEnd, readFeedLine } from './feed.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { ownChannelPlaces } from '../../base/channel-folder.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { runFolders } from '../../records/run-folders.ts';

export interface WatchOptions {
  /** The folder that the run works in. */
  readonly workspace: string;
  /** Its id. @default the active run there */
  readonly run?: string;
  /** Ends the watching, not the run: no further event comes, and nothing is thrown. */
  readonly signal?: AbortSignal;
}

/** Longer than any event that a loop would keep for a reader. */
const MAX_LINE_LENGTH = 16_777_216;

/**
 * Events of a run in another process. First come the few that describe its status, with their original times; then every
 * event as it happens, except the agent's output. A slow reader delays no one, and is cut off when it falls too far behind.
 * @throws {RunError} when the run is not active, when it is killed, and when this reader is cut off
 */
export async function* watchRun(options: WatchOptions): AsyncGenerator<RunEvent, void, undefined> {
  const { text, run: aRun, abortSignal } = KINDS;
  checkOptions('watchRun', options, { workspace: text, run: aRun, signal: abortSignal }, ['workspace']);
  const { workspace, signal } = options;
  const isAborted = () => signal?.aborted === true;
  if (isAborted()) return;
  refuseInsideTurn('watch a run', options.run ?? null);
  const reached = await reachFeed(workspace, options.run ?? null, signal);
  if (reached === null) return;
  const { run, socket } = reached;
  const leave = (): void => void socket.destroy();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    for await (const said of readLines(socket, run)) {
      if (!('feed' in said)) yield said;
      else if (said.feed === 'end') return;
      else
        throw new RunError(`Cannot watch the run ${run} any longer: ${said.says}. The run continues; watch it again.`);
    }
    if (!isAborted()) throw lost(run);
  } catch (error) {
    if (isAborted()) return;
    throw error instanceof RunError ? error : lost(run, error);
  } finally {
    signal?.removeEventListener('abort', leave);
    leave();
  }
}

async function* readLines(socket: Socket, run: string): AsyncGenerator<RunEvent | FeedEnd, void, undefined> {
  const decoder = new StringDecoder('utf8');
  let unread: string[] = [];
  let length = 0;
  for await (const chunk of socket) {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    unread.push(first);
    length += first.length;
    if (length > MAX_LINE_LENGTH) throw strange(run);
    for (const next of others) {
      const said = readFeedLine(unread.join(''), run);
      if (said === null) throw strange(run);
      yield said;
      unread = [next];
      length = next.length;
    }
  }
}

const strange = (run: string): RunError =>
  new RunError(
    `Cannot watch the run ${run}: its socket answers with another protocol version. Run dualgate status to see which process runs it.`,
  );

const lost = (run: string, cause?: unknown): RunError =>
  new FaultError(
    `Cannot watch the run ${run} any longer: it crashed, because its process ended without recording a result. Run dualgate status for its state; dualgate run resumes it.`,
    { cause },
  );

/** Finds the active loop of a run, and connects to its feed. */
interface ReachedFeed {
  readonly run: string;
  readonly socket: Socket;
}

/** Time for a loop to begin to listen: milliseconds. */
const PATIENCE_MS = 5_000;

const PAUSE_MS = 50;

/**
 * @param wanted - id of a run; `null`: the active one @returns `null` when the signal aborted
 * @throws {RunError} when no loop is active, or it does not listen
 */
const reachFeed = async (
  workspace: string,
  wanted: string | null,
  signal: AbortSignal | undefined,
): Promise<ReachedFeed | null> => {
  const patientUntil = performance.now() + PATIENCE_MS;
  for (;;) {
    if (signal?.aborted === true) return null;
    const holder = readLock(runFolders(workspace, wanted ?? 'none').lock);
    if (holder?.live !== true || (wanted !== null && holder.run !== wanted)) throw noActiveRun(workspace, wanted);
    const { run, pid } = holder;
    for (const { feedSocket } of ownChannelPlaces(run)) {
      const socket = await connect(feedSocket);
      if (socket !== null) return { run, socket };
    }
    if (performance.now() > patientUntil)
      throw new FaultError(
        `Cannot watch the run ${run}: process ${pid} runs it, but its socket does not answer. Run dualgate status for its state.`,
      );
    await wait(PAUSE_MS);
  }
};

const noActiveRun = (workspace: string, wanted: string | null): RunError =>
  new RunError(
    `Cannot watch ${wanted === null ? 'a run' : `the run ${wanted}`} in ${workspace}: it is not active. Run dualgate status for its state; dualgate run starts or resumes one.`,
  );

/** `null` when no process listens. */
const connect = (path: string): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => resolve(socket));
    // Later ones end the reading, which reports them.
    socket.once('error', () => resolve(null));
  });
