/**
 * Finds the loop that goes on with a run, and takes up its feed.
 *
 * @module
 */
import { createConnection, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ownChannelPlaces } from '../../channels/channel-folder.ts';
import { readLock } from '../../ledger/lock.ts';
import { RunError } from '../../records/run-error.ts';
import { runFolders } from '../../records/run-folders.ts';

export interface ReachedFeed {
  readonly run: string;
  readonly socket: Socket;
}

/** For a loop that begins to listen: milliseconds. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 50;

/**
 * @param wanted - id of a run; `null`: whichever goes on
 * @returns `null` when the signal aborted
 * @throws {RunError} when no loop goes on with it, or it listens not
 */
export const reachFeed = async (
  workspace: string,
  wanted: string | null,
  signal: AbortSignal | undefined,
): Promise<ReachedFeed | null> => {
  const patientUntil = performance.now() + PATIENCE_MS;
  for (;;) {
    if (signal?.aborted === true) return null;
    const holder = readLock(runFolders(workspace, wanted ?? 'none').lock);
    if (holder?.live !== true || (wanted !== null && holder.run !== wanted)) throw nobodyGoesOn(workspace, wanted);
    const { run, pid } = holder;
    for (const { feedSocket } of ownChannelPlaces(run)) {
      const socket = await connect(feedSocket);
      if (socket !== null) return { run, socket };
    }
    if (performance.now() > patientUntil)
      throw new RunError(
        `Cannot watch the run ${run}: process ${pid} works on it, and nobody speaks on its socket. Look with dualgate status, where it stands.`,
      );
    await wait(PAUSE_MS);
  }
};

const nobodyGoesOn = (workspace: string, wanted: string | null): RunError =>
  new RunError(
    `Cannot watch ${wanted === null ? 'a run' : `the run ${wanted}`} in ${workspace}: no loop goes on with it. Look with dualgate status where it stands; dualgate run begins or goes on.`,
  );

/** `null` when nobody listens. */
const connect = (path: string): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => resolve(socket));
    // Later ones end the reading, which says so.
    socket.once('error', () => resolve(null));
  });
