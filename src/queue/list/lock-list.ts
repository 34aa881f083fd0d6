/** A locked list: the checkout's lists locked, its ledger opened and anchored record by record, its state folded. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../project/config/config.ts';
import { configOfTask } from '../../project/config/tasks-of-list.ts';
import { configThere } from '../../read-config/parse-config.ts';
import { type ListState, type TaskState, noteList, foldList, foldRecord, seePlaces } from './list-state.ts';
import { anchorFolder, readAnchor, writeAnchor } from '../../ledger/anchor.ts';
import type { LedgerRecord } from '../../ledger/ledger-record.ts';
import { createLedger, openLedger } from '../../ledger/ledger.ts';
import { takeLock } from '../../ledger/lock.ts';
import { writeView } from '../../ledger/write-view.ts';
import { RunError } from '../../records/run-error.ts';
import { asListRecord, type ListData } from './list-record.ts';
import type { SharedBudget } from '../../loop/shared-budget.ts';
import type { Run } from '../../run/create-run.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { runFolders } from '../../records/run-folders.ts';
import type { ListEventBody } from './list-events.ts';
import { listFolders, createListFolders } from './list-folders.ts';

interface Question extends Pick<ListState, 'tasks'> {
  readonly task: Pick<TaskState, 'spec'>;
  readonly folder: string;
}

/** The run freezes the files of the other tasks, if each run has its own branch. */
export const configInFolder = (config: Config, { tasks, task: { spec }, folder }: Question): Config => {
  // A sandbox cannot cover a missing file either, for example one that was moved to done/.
  const others = tasks.flatMap((task) =>
    task.spec !== spec && existsSync(join(folder, task.spec)) ? [task.spec] : [],
  );
  const there = folder === config.folder || config.path === null ? config : configThere(config, folder);
  return configOfTask(there, spec, config.commits ? others : []);
};

export interface LockedList {
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
export const lockList = ({ config, list, as, now, onNotice }: ListToHold): LockedList => {
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
    const write: LockedList['write'] = (type, data) => {
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

export interface ListContext {
  readonly config: Config;
  readonly held: LockedList;
  readonly emit: (event: ListEventBody) => void;
  readonly now: () => Date;
  readonly by: string;
  /** Whether the files in the checkout are already kept, or on a branch, and may be replaced. */
  checkoutMayGo: boolean;
  /** One after another, in the order of the calls: merges. */
  readonly inTurn: <T>(step: () => Promise<T>) => Promise<T>;
  /** Whether an operator interrupted the list: no further merge begins. */
  readonly isEnding: () => boolean;
  /** Ends the measurement of a merge. */
  readonly abort: AbortSignal;
  readonly asked: string | null;
  /** Shared by all runs of the list. */
  readonly budget: SharedBudget;
  /** The same for each of them. */
  readonly runs: Pick<RunOptions, 'now' | 'onEvent' | 'budget' | 'until' | 'inspect' | 'exitThreshold'>;
  /** Receives each of them, so that it can be interrupted. */
  readonly onRun: (run: Run) => void;
  /** Lets every active run end after its iteration. */
  readonly stop: () => void;
}

/** Runs work in the checkout itself, each on its own branch: the checkout moves from one to the next. */
export const movesCheckout = ({ commits, workspace }: Config): boolean => commits && workspace === 'here';

/** Begun and not ended, by a run that has a ledger: a run that was refused before its first record does not count. */
export const isUnfinished = (task: TaskState): boolean => task.is === 'going' && hasLedger(task);

/** A run without one was lost, or never wrote a record. */
export const hasLedger = ({ run, folder }: Pick<TaskState, 'run' | 'folder'>): boolean =>
  run !== null && folder !== null && existsSync(runFolders(folder, run).ledger);

export const nameTask = ({ held }: ListContext, { spec, name }: TaskState) => {
  const { tasks } = held.state();
  return { task: spec, name, number: tasks.findIndex((task) => task.spec === spec) + 1, of: tasks.length };
};
