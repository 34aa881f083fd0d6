/**
 * A locked list: the checkout's lists locked, its ledger opened and anchored record by record, its state folded.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { anchorFolder, readAnchor, writeAnchor } from '../ledger/anchor.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { createLedger, openLedger } from '../ledger/ledger.ts';
import { takeLock } from '../ledger/lock.ts';
import { writeView } from '../ledger/files/write-view.ts';
import { RunError } from '../records/run-error.ts';
import { createListFolders, listFolders } from './list-folders.ts';
import { asListRecord, type ListData } from './list-record.ts';
import { noteList } from './note-list.ts';
import { foldList, foldRecord, type ListState } from './list-state.ts';
import { seePlaces } from './see-places.ts';

export interface HeldList {
  readonly list: string;
  readonly state: () => ListState;
  /** Recorded, synced, folded. @returns the record @throws {LedgerError} when it is not; then nothing may act on it */
  readonly write: <T extends keyof ListData>(type: T, data: ListData[T]) => Pick<LedgerRecord, 'seq' | 'hash'>;
  readonly close: () => void;
}

interface ListToHold {
  readonly config: Config;
  readonly list: string;
  readonly as: 'new' | 'existing';
  readonly now: () => Date;
  readonly onNotice: (text: string) => void;
}

/**
 * @throws {LockError} when another process works on a list here
 * @throws {LedgerError} when the ledger of an existing list is broken
 * @throws {RunError} when it was never anchored: another writer of the workspace could have made it up
 */
export const holdList = ({ config, list, as, now, onNotice }: ListToHold): HeldList => {
  const folders = listFolders(config.folder, list);
  createListFolders(folders);
  const lock = takeLock(folders.lock, { run: list, now });
  try {
    const anchors = anchorFolder(process.env);
    const anchor = as === 'existing' ? readAnchor(anchors, list) : null;
    if (as === 'existing' && anchor === null)
      throw new RunError(
        `Cannot continue the list ${list}: it has no anchor outside the workspace (in ${anchors}). Start another with dualgate run --new.`,
      );
    let state = foldList([]);
    const onRecord = (record: LedgerRecord) => {
      state = foldRecord(state, asListRecord(record));
    };
    const opened = as === 'existing' ? openLedger(folders.ledger, { now, anchor, onRecord }) : null;
    state = seePlaces(config.folder, state);
    const ledger = opened?.ledger ?? createLedger(folders.ledger, { now });
    if (opened !== null && opened.tornLine !== null)
      onNotice(
        'The last record of the list was left incomplete by a crash. It was cut off and kept beside its ledger.',
      );
    const write: HeldList['write'] = (type, data) => {
      const sealed = ledger.append(type, { ...data });
      onRecord(sealed);
      if (!writeAnchor(anchors, list, sealed))
        onNotice(
          `The head of the list could not be anchored outside the workspace (in ${anchors}). Check the permissions of that folder.`,
        );
      if (type === 'list.started') writeView(folders.current, `${list}\n`);
      if ((type === 'list.started' || type === 'task.done') && !noteList(config.folder, state))
        onNotice('The current list of this workspace could not be recorded outside it.');
      return sealed;
    };
    const close = () => {
      ledger.close();
      lock.release();
    };
    return { list, state: () => state, write, close };
  } catch (error) {
    lock.release();
    throw error;
  }
};
