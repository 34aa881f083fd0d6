/**
 * Shows the status of a run: by its checkpoint if that is enough, else by its ledger.
 *
 * @module
 */
import { type Glance, glanceAtRun } from '../view/glance.ts';
import { readLock } from '../ledger/lock-file.ts';
import { runFolders } from '../records/run-folders.ts';
import { statusNow } from '../view/status-now.ts';
import type { Values } from './command.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';
import { renderStatus } from './render/status.ts';

/** @returns the exit code @throws {ConfigError}, {RunError} or {LedgerError} that says what is wrong */
export const showStatus = async (
  asked: Parameters<typeof glanceAtRun>[0],
  values: Values,
  io: CommandIo,
): Promise<number> => {
  const glance = values['verify'] === true ? null : glanceAtRun(asked);
  const found = glance?.tail.length === 0 ? glanced(glance) : await readOn(glance, values, asked.run, io);
  const { list } = found;
  if (list !== null && values['json'] !== true) io.print(list.rendered);
  // A list may have no run yet.
  if (found.status === null) {
    if (values['json'] === true) io.print(JSON.stringify({ v: 2, run: null, list: list?.status }));
    return EXIT.ok;
  }
  const { folder, status, checked } = found;
  const holder = readLock(runFolders(folder, status.run).lock);
  const going = holder?.live === true && holder.run === status.run ? { pid: holder.pid, since: holder.since } : null;
  const isKilled = going === null && (status.ending === null || (holder?.live === false && holder.run === status.run));
  const left_running = isKilled ? (await import('./left-running.ts')).findLeftRunning(status.run) : null;
  const ofList = list === null ? {} : { list: list.status };
  io.print(
    values['json'] === true
      ? JSON.stringify({
          ...status,
          ...statusNow(status, { isGoing: going !== null }),
          going,
          left_running,
          checked,
          ...ofList,
        })
      : renderStatus(status, going, { checked, left: left_running ?? [] }),
  );
  if (going !== null && values['json'] !== true) {
    const { sayHookProblems } = await import('./session-hooks.ts');
    for (const line of await sayHookProblems(status.run, folder, io)) io.print(line);
  }
  if (values['watch'] === true)
    (values['json'] === true ? io.complain : io.print)('No run is active, so there is nothing to watch.');
  return EXIT.ok;
};

/** A checkout with a list has no checkpoint to use. */
const glanced = ({ folder, status }: Glance) => ({ folder, status, checked: 'end', list: null }) as const;

/** By the records after the checkpoint, or by the whole ledger. */
const readOn = async (glance: Glance | null, values: Values, run: string | undefined, io: CommandIo) => {
  const { readSince, readWhole } = await import('./read-status.ts');
  return (glance === null ? null : readSince(glance, values, io)) ?? readWhole(values, run, io);
};
