/**
 * Keeps STATE.md of a checkout true when nobody works on its list: its runs write the page while they go on, and the last of
 * them may have ended well although the list did not.
 *
 * @module
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { WITHOUT_FOLLOWING } from '../../sources/open-flags.ts';
import type { Config } from '../../config/shape-config.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { writeView } from '../../ledger/files/write-view.ts';
import { createRedactData } from '../../redact/redact-data.ts';
import { RunError } from '../../records/run-error.ts';
import { runFolders } from '../../records/run-folders.ts';
import { readWholeState } from '../../view/read-state.ts';
import { standingOf, whyOf } from '../../view/standing.ts';
import { readPastEnds } from '../../view/state-page/past-ends.ts';
import { HISTORY_LENGTH } from '../../view/state-page/render-state-page.ts';
import type { ListStatus, TaskStatus } from '../describe-list.ts';
import { listFolders } from '../list-folders.ts';
import { type ForcedOfTask, headOfListPage, renderListPage } from './render-list-page.ts';

type Place = Pick<Config, 'folder' | 'agent'>;

/** @param at - ISO 8601: when it came to stand so @throws {LedgerError} `unwritable` when it cannot be written */
export const writeListPage = async (config: Place, status: ListStatus, at: string): Promise<void> => {
  const redact = createRedactData(config, process.env);
  const { statePage, runs } = runFolders(config.folder, 'none');
  const ends = readPastEnds(runs, { most: HISTORY_LENGTH + 1, going: null });
  const forced = await readForced(status);
  const facts = {
    status,
    standing: standingOf(status.settled, false),
    why: whyOf(status.settled, false),
    forced,
    at,
    ends,
  };
  writeView(statePage, renderListPage(redact(facts)));
};

/** Where the page is about something else: it was deleted, the loop was killed, or an order came to a run. Not while anybody works. */
export const restoreListPage = async (config: Place, status: ListStatus, at: string): Promise<void> => {
  const workspace = config.folder;
  const { statePage, lock } = runFolders(workspace, 'none');
  const isLive = [lock, listFolders(workspace, status.list).lock].some((path) => readLock(path)?.live === true);
  if (isLive || isAbout(statePage, status)) return;
  try {
    await writeListPage(config, status, at);
  } catch {
    // A folder that cannot be written is no reason not to say how the list stands.
  }
};

/** Whether it begins as the page of this list does, standing so, and no run of it has a record that came later. */
const isAbout = (path: string, status: ListStatus): boolean =>
  beginsAs(path, status) && status.tasks.every((task) => writtenAt(ledgerOf(task)) <= writtenAt(path));

const ledgerOf = ({ run, folder }: TaskStatus): string =>
  run === null || folder === null ? '' : runFolders(folder, run).ledger;

/** Milliseconds; 0 of a file that is not there. */
const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const beginsAs = (path: string, status: ListStatus): boolean => {
  const head = Buffer.from(`${headOfListPage(standingOf(status.settled, false), status.list).join('\n')}\n`);
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, WITHOUT_FOLLOWING);
    const begin = Buffer.alloc(head.length);
    return readSync(descriptor, begin) === head.length && begin.equals(head);
  } catch {
    return false;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
};

/** A forced exit is visible in every report for ever (RULES 1.6). Of a ledger that does not hold nothing is told here. */
const readForced = async ({ tasks }: ListStatus): Promise<readonly ForcedOfTask[]> => {
  const forced: ForcedOfTask[] = [];
  for (const { name, run, folder } of tasks) {
    if (run === null || folder === null) continue;
    try {
      const { state } = await readWholeState(folder, run);
      forced.push(...state.forced.map((each) => ({ task: name, ...each })));
    } catch (error) {
      if (!(error instanceof LedgerError || error instanceof RunError)) throw error;
    }
  }
  return forced;
};
