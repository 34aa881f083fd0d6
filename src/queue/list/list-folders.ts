/** The place of a list: its paths, and the id of the current one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPlain } from '../../base/files/open-plain.ts';
import { makePrivateFolder } from '../../base/files/folders.ts';
import { createStateFolder } from '../../records/run-folders.ts';

interface ListFolders {
  readonly state: string;
  readonly lists: string;
  readonly lock: string;
  /** Names the default list of `run`, `status` and `resume`. */
  readonly current: string;
  readonly ledger: string;
}

/** The paths of one list; nothing is created. */
export const listFolders = (workspace: string, list: string): ListFolders => {
  const state = join(workspace, '.dualgate');
  const lists = join(state, 'lists');
  return {
    state,
    lists,
    lock: join(lists, 'lock'),
    current: join(lists, 'current'),
    ledger: join(lists, list, 'ledger.jsonl'),
  };
};

export const createListFolders = ({ state, lists }: ListFolders): void => {
  createStateFolder({ state });
  makePrivateFolder(lists);
};

/** Id of the current list of the checkout; `null` for none. */
export const readCurrentList = (workspace: string): string | null => {
  const { current } = listFolders(workspace, 'none');
  if (!existsSync(current)) return null;
  const id = readPlain(current).trim();
  return /^list-[A-Za-z0-9-]+$/.test(id) ? id : null;
};
