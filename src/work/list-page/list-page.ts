/**
 * Keeps STATE.md of a checkout correct when its list is not active: its runs write the page, and the last of them may
 * have ended well although the list did not.
 *
 * @module
 */
import { statSync } from 'node:fs';
import type { Config } from '../../config/shape-config.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { writeView } from '../../ledger/files/write-view.ts';
import { createRedactData } from '../../redact/redact-data.ts';
import { runFolders } from '../../records/run-folders.ts';
import { readSoundState, readWholeState } from '../../view/read-state.ts';
import { statusNameOf, whyOf } from '../../view/status-name.ts';
import { readPastEnds } from '../../view/state-page/past-ends.ts';
import { HISTORY_LENGTH } from '../../view/state-page/render-state-page.ts';
import type { ListStatus, TaskStatus } from '../describe-list.ts';
import { listFolders } from '../list-folders.ts';
import { type ForcedOfTask, headOfListPage, renderListPage } from './render-list-page.ts';
import { readStart } from '../../files/open-plain.ts';

type Place = Pick<Config, 'folder' | 'agent'>;

/** @param at - ISO 8601: the time of this status @throws {LedgerError} `unwritable` when it cannot be written */
export const writeListPage = async (config: Place, status: ListStatus, at: string): Promise<void> => {
  const redact = createRedactData(config, process.env);
  const { statePage, runs } = runFolders(config.folder, 'none');
  const ends = readPastEnds(runs, { most: HISTORY_LENGTH + 1, going: null });
  const forced = await readForced(status);
  const facts = {
    list: status,
    status: statusNameOf(status.ending, false),
    why: whyOf(status.ending, false),
    forced,
    at,
    ends,
  };
  writeView(statePage, renderListPage(redact(facts)));
};

/**
 * If the page is about something else: it was deleted, the loop was killed, or a run got an operator command. Not
 * while the list is active.
 */
export const restoreListPage = async (config: Place, status: ListStatus, at: string): Promise<void> => {
  const workspace = config.folder;
  const { statePage, lock } = runFolders(workspace, 'none');
  const isLive = [lock, listFolders(workspace, status.list).lock].some((path) => readLock(path)?.live === true);
  if (isLive || isAbout(statePage, status)) return;
  try {
    await writeListPage(config, status, at);
  } catch {
    // The status of the list is shown even if the folder cannot be written.
  }
};

/** Whether it begins as the page of this list with this status, and no run of it has a later record. */
const isAbout = (path: string, status: ListStatus): boolean =>
  startsAs(path, status) && status.tasks.every((task) => writtenAt(ledgerOf(task)) <= writtenAt(path));

const ledgerOf = ({ run, folder }: TaskStatus): string =>
  run === null || folder === null ? '' : runFolders(folder, run).ledger;

/** Milliseconds; 0 for a missing file. */
const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const startsAs = (path: string, status: ListStatus): boolean => {
  const head = Buffer.from(`${headOfListPage(statusNameOf(status.ending, false), status.list).join('\n')}\n`);
  return readStart(path, head.length)?.equals(head) === true;
};

/** Every report shows a forced exit forever (rule 1.6). A broken ledger is not shown here. */
const readForced = async ({ tasks }: ListStatus): Promise<readonly ForcedOfTask[]> => {
  const forced: ForcedOfTask[] = [];
  for (const { name, run, folder } of tasks) {
    if (run === null || folder === null) continue;
    const state = await readSoundState(folder, run, readWholeState);
    forced.push(...(state?.forced ?? []).map((each) => ({ task: name, ...each })));
  }
  return forced;
};
