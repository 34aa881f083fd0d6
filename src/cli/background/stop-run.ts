/**
 * Ends an active run from another terminal: by the signals that its own terminal would send, so that both have the same
 * effect (rule 4.8).
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../config/shape-config.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { readProcessTable } from '../../ledger/process-start.ts';
import { refuseInsideTurn } from '../../operator-commands/refuse-inside-turn.ts';
import { processTable } from '../../processes/find-processes.ts';
import { RunError, FaultError } from '../../records/run-error.ts';
import { findHolder, type Holder } from './find-holder.ts';
import { hasCode } from '../../text/describe-cause.ts';

const PAUSE_MS = 100;
/** An ending at once takes seconds: longer than this, something prevents it. */
const AT_ONCE_MS = 60_000;
/** Start times of `ps` are full seconds. */
const ROUNDED_MS = 1_000;

interface Stopping {
  /** At once, instead of after the iteration. */
  readonly now: boolean;
  /** Id of a run. @default the active list or run */
  readonly run?: string;
}

/**
 * Sends the signal. @returns the process; `null` if none works on the run
 *
 * @throws {RunError} from inside a turn, and when the process is elsewhere or of another user
 */
export const stopRun = async (config: Config, { now, run }: Stopping): Promise<Holder | null> => {
  refuseInsideTurn('stop the run', null);
  const holder = await findHolder(config, run);
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
