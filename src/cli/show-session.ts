/** Asks the session of a run for the prompt of its turn, or for the reason why it has none. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../project/config/config.ts';
import { readLock } from '../ledger/lock-file.ts';
import { runFolders } from '../records/run-folders.ts';
import { followRun } from '../queue/list/read-work-list.ts';
import { listFolders } from '../queue/list/list-folders.ts';
import { readProcessTable } from '../base/processes/process-start.ts';
import { refuseInsideTurn } from '../run/operator-commands/refuse-inside-turn.ts';
import { processTable } from '../base/processes/find-processes.ts';
import { RunError, FaultError } from '../records/run-error.ts';
import { hasCode } from '../base/text/describe-cause.ts';
import { askLine, ChannelError } from '../base/line-server.ts';
import { ownChannelPlaces } from '../base/channel-folder.ts';
import { readSessionAnswer, type SessionAnswer } from '../agents/hosts/session-protocol.ts';
import type { CommandIo } from './terminal/io.ts';

/** The process that works on the run, or on the task list, of a config; found by the lock that it holds. */
export type Holder = NonNullable<ReturnType<typeof readLock>> & {
  /** Path of the lock. */
  readonly lock: string;
};

/**
 * @param config - of the checkout @param named - id of a run; default: the active list, else the active run
 * @returns `null` if no process works on it
 */
export const findHolder = async (config: Config, named?: string): Promise<Holder | null> => {
  const ofList = config.list === null || named !== undefined ? null : read(listFolders(config.folder, 'none').lock);
  if (ofList !== null) return ofList;
  const { folder } = await followRun(config, named);
  return holderOf(runFolders(folder, 'none').lock, named);
};

/** By the locks of this folder alone: a run can be stopped although somebody broke its config. */
export const findHolderHere = (folder: string, named?: string): Holder | null =>
  holderOf(listFolders(folder, 'none').lock, named) ?? holderOf(runFolders(folder, 'none').lock, named);

const holderOf = (lock: string, named: string | undefined): Holder | null => {
  const holder = read(lock);
  return named === undefined || holder?.run === named ? holder : null;
};

const read = (lock: string): Holder | null => {
  const holder = readLock(lock);
  return holder?.live === true ? { ...holder, lock } : null;
};

const PAUSE_MS = 100;
/** An ending at once takes seconds: longer than this, something prevents it. */
const AT_ONCE_MS = 60_000;
/** Start times of `ps` are full seconds. */
const ROUNDED_MS = 1_000;

interface Stopping {
  /** At once, instead of after the iteration. */
  readonly now: boolean;
}

/**
 * Sends the signal. @returns the process; `null` if none works on the run
 * @throws {RunError} from inside a turn, and when the process is elsewhere or of another user
 */
export const stopRun = (holder: Holder | null, { now }: Stopping): Holder | null => {
  refuseInsideTurn('stop the run', null);
  if (holder === null || isLater(holder)) return null;
  if ((holder.table ?? null) !== readProcessTable())
    throw new RunError(
      `Cannot stop ${holder.run}: process ${holder.pid} runs it on another machine or in another container (${holder.host}). Run the command there.`,
    );
  try {
    // Unlike a second Ctrl+C, a second SIGHUP has no effect: stopping twice is no ending at once.
    process.kill(holder.pid, now ? 'SIGTERM' : 'SIGHUP');
    return holder;
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return null;
    throw new RunError(
      `Cannot stop ${holder.run}: process ${holder.pid} belongs to another user. Use the account that started it.`,
      { cause: error },
    );
  }
};

/** Without a start time in the lock: a process that is younger than the lock has only the number of its holder. */
const isLater = ({ pid, start, since }: Holder): boolean => {
  if (start !== null) return false;
  const started = Date.parse(processTable.read(pid)?.started ?? '');
  return started > Date.parse(since) + ROUNDED_MS;
};

/** Resolves when the process has given its lock back. @throws {RunError} if it should end at once and does not */
export const untilStopped = async ({ lock, token, run, pid }: Holder, { now }: Stopping): Promise<void> => {
  const until = performance.now() + AT_ONCE_MS;
  for (;;) {
    const there = readLock(lock);
    if (there?.live !== true || there.token !== token) return;
    if (now && performance.now() > until)
      throw new FaultError(`Cannot stop ${run}: process ${pid} has not ended within a minute. End it: kill -9 ${pid}.`);
    await wait(PAUSE_MS);
  }
};

interface Showing {
  /** The agent reads the answer. */
  readonly deliver: boolean;
  readonly timeoutMs: number;
}

/** The baseline is measured, or a long ledger read, first. `null` when the process has ended. */
export const untilShown = async (
  config: Config,
  options: Showing,
  io: CommandIo,
): Promise<{ readonly run: string; readonly answer: SessionAnswer } | null> => {
  for (;;) {
    const holder = await findHolder(config);
    if (holder === null) return null;
    const answer = await show(holder.run, options, io);
    if (answer !== null) return { run: holder.run, answer };
    await wait(PAUSE_MS);
  }
};

/** `null` when no session listens. */
const show = async (
  run: string,
  { deliver, timeoutMs }: Showing,
  { env }: Pick<CommandIo, 'env'>,
): Promise<SessionAnswer | null> => {
  for (const { sessionSocket: path } of ownChannelPlaces(run, env)) {
    try {
      return readSessionAnswer(await askLine({ path, line: JSON.stringify({ event: 'show', deliver }), timeoutMs }));
    } catch (error) {
      if (!(error instanceof ChannelError) || error.kind !== 'absent') throw error;
    }
  }
  return null;
};
