/**
 * The task list of a run, for one reader: sent again when it changes. A check costs a few sizes of files.
 *
 * @module
 */
import { statSync } from 'node:fs';
import { DualgateError } from '../../../gates/errors.ts';
import type { Config } from '../../config/shape-config.ts';
import { readLock } from '../../ledger/lock-file.ts';
import type { PageList } from '../../page/page-data.ts';
import { readPageList } from '../../report/read-page-list.ts';
import { listFolders, readCurrentList } from '../../work/list-folders.ts';
import { type FoundRun, isGoing } from './find-runs.ts';

/** @returns `null` if nothing changed, or the run belongs to no list */
export type LookAtList = () => Promise<PageList | null>;

/** @param config - of the checkout */
export const createLookAtList = (config: Config, found: FoundRun): LookAtList => {
  let seen = '';
  let sent = '';
  return async () => {
    if (config.list === null) return null;
    try {
      const now = glance(config, found);
      if (now === seen) return null;
      seen = now;
      const list = await readPageList(config);
      const text = JSON.stringify(list);
      if (text === sent || list?.tasks.every((task) => task.run !== found.run) !== false) return null;
      sent = text;
      return list;
    } catch (error) {
      // An invalid list is reported by dualgate status and by the report; the run is shown anyway.
      if (error instanceof DualgateError) return null;
      throw error;
    }
  };
};

/** Which list it is, how much of it was written, and who works on it; and whether an operator ended the run, of which the list does not know. */
const glance = ({ folder }: Config, found: FoundRun): string => {
  const list = readCurrentList(folder);
  if (list === null) return '';
  const { ledger, lock } = listFolders(folder, list);
  const holder = readLock(lock);
  const run = isGoing(found) ? null : measure(found.ledger);
  return JSON.stringify([list, measure(ledger), holder?.live === true && holder.run, run]);
};

const measure = (path: string): readonly number[] => {
  const { size = 0, mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return [size, mtimeMs];
};
