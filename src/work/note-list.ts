/**
 * The current list of a workspace, noted outside of it beside the anchors: an agent could delete
 * `.dualgate/lists/current`, or write another name there, and tick the boxes of the other specs; then all would be
 * done.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../ledger/state-folder.ts';
import { isPlainObject } from '../ledger/json.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import { replaceFile } from '../ledger/files/write-view.ts';
import { RunError } from '../records/run-error.ts';
import type { ListState } from './list-state.ts';
import { readErrorCode } from '../text/describe-cause.ts';

export interface NotedList {
  readonly list: string;
  /** Specs of its unfinished tasks. */
  readonly open: readonly string[];
}

/** @returns `false` when it cannot be written */
export const noteList = (workspace: string, { list, tasks }: Pick<ListState, 'list' | 'tasks'>): boolean => {
  const open = tasks.flatMap(({ is, spec }) => (is === 'done' ? [] : [spec]));
  try {
    replaceFile(notePath(workspace), `${JSON.stringify({ list, open })}\n`, { durable: true });
    return true;
  } catch {
    return false;
  }
};

/** @returns `null` when none was noted @throws {RunError} when the file is no note */
export const readNotedList = (workspace: string): NotedList | null => {
  const path = notePath(workspace);
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return null;
  }
  const { list, open } = isPlainObject(found) ? found : {};
  if (typeof list === 'string' && Array.isArray(open))
    return { list, open: open.flatMap((spec: unknown) => (typeof spec === 'string' ? [spec] : [])) };
  throw new RunError(
    `Cannot determine the current list of ${workspace}: ${path} is not a valid note. Check it, then delete it.`,
  );
};

/**
 * @param found - id of the list in the workspace; `null` for none
 * @throws {RunError} when the last list here is another one and not all done
 */
export const refuseLost = (workspace: string, noted: NotedList | null, found: string | null): void => {
  if (noted === null || noted.list === found || noted.open.length === 0) return;
  throw new RunError(
    `Cannot continue in ${workspace}: the list ${noted.list} has unfinished tasks (${noted.open.join(', ')}), but .dualgate/lists names ${found ?? 'none'}. Restore .dualgate, or check the changes to the files and start another list with dualgate run --new.`,
  );
};

const notePath = (workspace: string): string => join(stateFolder(process.env), 'lists', `${hashBytes(workspace)}.json`);
