/** `dualgate status --watch`: shows an active run, and only reads: events of the loop, and the end from the ledger. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../project/config/config.ts';
import { followRun, readListStatus, readWorkList } from '../../queue/list/read-work-list.ts';
import { listFolders } from '../../queue/list/list-folders.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { readRunSummary } from '../../view/read-run.ts';
import { RunError } from '../../records/run-error.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { runFolders } from '../../records/run-folders.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { statusNow } from '../../view/next-steps.ts';
import { watchRun } from '../../run/feed/watch-run.ts';
import { chooseScreen } from './choose-screen.ts';
import type { Values } from '../command.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openOwnConfig } from '../open-config.ts';
import { renderListStatus } from '../render/list-lines.ts';
import { sayEnding } from '../../records/events/say-command.ts';
import { renderSteps } from '../render/ending.ts';
import { plain } from '../render/paint.ts';

interface RunScreen {
  readonly show: (event: RunEvent) => void;
  readonly say: (line: string) => void;
}

type Ending = NonNullable<RunStatus['ending']>;

/** Between two tasks of a list, milliseconds. */
const LOOK_MS = 200;

/** @param named - id of a run; default: the active one @returns the exit code; `null` if no run is active */
export const watchStatus = async (values: Values, named: string | undefined, io: CommandIo): Promise<number | null> => {
  const config = openOwnConfig(values, io);
  if ((await findGoing(config, named)) === null) return null;
  const stop = new AbortController();
  const screen = chooseScreen(values, io);
  // Until the process ends: it ends the watching, and nothing else.
  io.onInterrupt(() => stop.abort());
  io.onOutputLost(() => stop.abort());
  io.onSuspend(() => screen.say('Not suspended. Ctrl+C ends the watching; the run continues.'));
  let ending: Ending | null = null;
  const show = (event: RunEvent): void => {
    if (event.type === 'run.started') ending = null;
    if (event.type === 'run.ended') ending = event;
    screen.show(event);
  };
  let watched: Going | null;
  try {
    watched = await follow(config, named, { say: screen.say, show }, stop.signal);
  } finally {
    screen.end();
  }
  const isJson = values['json'] === true;
  if (stop.signal.aborted) (isJson ? io.complain : io.print)('Stopped watching; the run continues.');
  else if (!isJson && watched !== null) await printEnd(config, watched, ending, io);
  return EXIT.ok;
};

/** @returns the run that was watched last */
const follow = async (
  config: Config,
  named: string | undefined,
  screen: RunScreen,
  signal: AbortSignal,
): Promise<Going | null> => {
  let last: Going | null = null;
  for (;;) {
    const going = await findGoing(config, named);
    if (signal.aborted || going === null) return last;
    if (going.run === null || (going.ofList && going.run === last?.run)) {
      await wait(LOOK_MS);
      continue;
    }
    last = going;
    if (going.says !== null) screen.say(going.says);
    await watchOne({ ...going, run: going.run }, screen, signal);
    if (!going.ofList) return last;
  }
};

/** A reader that was cut off connects again, as long as it receives anything. */
const watchOne = async (
  { folder, run }: { readonly folder: string; readonly run: string },
  screen: RunScreen,
  signal: AbortSignal,
): Promise<void> => {
  let seen = '';
  // Printed when the watching continues; if the loop has ended, it is thrown once.
  let lost: RunError | null = null;
  for (;;) {
    const before = seen;
    try {
      for await (const event of watchRun({ workspace: folder, run, signal })) {
        if (lost !== null) screen.say(lost.message);
        lost = null;
        if (event.at <= before) continue;
        seen = event.at;
        screen.show(event);
      }
      return;
    } catch (error) {
      // The run ended while the watching started.
      if (error instanceof RunError && seen === '' && !isWorkedOn(folder, run)) return;
      if (!(error instanceof RunError) || seen === before) throw lost ?? error;
      lost = error;
    }
  }
};

const isWorkedOn = (folder: string, run: string): boolean => {
  const holder = readLock(runFolders(folder, run).lock);
  return holder?.live === true && holder.run === run;
};

/** Uses the ledger, since the socket proves nothing. @param reported - the end in the last event */
const printEnd = async (config: Config, watched: Going, reported: Ending | null, io: CommandIo): Promise<void> => {
  if (watched.ofList) {
    const status = await readListStatus(config);
    if (status !== null) io.print(`\n${renderListStatus(status, false)}`.trimEnd());
    return;
  }
  const status = watched.run === null ? null : await readEnd(config, watched.run);
  const ending = status?.ending ?? null;
  if (status === null || ending === null)
    return io.print('No ledger records the end of the run. Run dualgate status to see its state.');
  if (reported?.status !== ending.status || reported.why !== ending.why)
    io.print(plain(`Recorded in its ledger: ${sayEnding(ending.status, ending.why)}`));
  for (const line of renderSteps(statusNow({ ...status, ending }, { isGoing: false }).next)) io.print(line);
};

/** `null` also for a run that never started, and so has no ledger. */
const readEnd = async (config: Config, run: string): Promise<RunStatus | null> => {
  try {
    return (await readRunSummary(await followRun(config, run), run)).status;
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return null;
  }
};

interface Going {
  /** `null`: an active list is between two of its runs. */
  readonly run: string | null;
  /** Its workspace. */
  readonly folder: string;
  readonly ofList: boolean;
  /** The task of the list, in one line. */
  readonly says: string | null;
}

/** @param named - id of a run @returns `null` if no run is active @throws {LedgerError} if the ledger of the list is broken */
const findGoing = async (config: Config, named: string | undefined): Promise<Going | null> => {
  if (config.list !== null && named === undefined) {
    const going = await findOfList(config);
    if (going !== null) return going;
  }
  const { folder } = await followRun(config, named);
  const holder = readLock(runFolders(folder, named ?? 'none').lock);
  if (holder?.live !== true || (named !== undefined && holder.run !== named)) return null;
  return { run: holder.run, folder, ofList: false, says: null };
};

const findOfList = async (config: Config): Promise<Going | null> => {
  const holder = readLock(listFolders(config.folder, 'none').lock);
  if (holder?.live !== true) return null;
  const { state } = (await readWorkList(config, holder.run)) ?? {};
  const tasks = state?.tasks ?? [];
  const at = tasks.findIndex(({ is }) => is === 'going');
  const { run = null, folder = null, name = '' } = tasks[at] ?? {};
  const between: Going = { run: null, folder: config.folder, ofList: true, says: null };
  if (run === null || folder === null) return between;
  const working = readLock(runFolders(folder, run).lock);
  if (working?.live !== true || working.run !== run) return between;
  return { ...between, run, folder, says: `task ${at + 1} of ${tasks.length}: ${plain(name)}` };
};
