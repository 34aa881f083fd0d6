/** The status of a run by more than its checkpoint, and of its list. `status` loads this file only when it needs it. */
import type { Config } from '../project/config/config.ts';
import { createRedactData } from '../base/redact-text.ts';
import type { Glance } from '../view/glance.ts';
import { listFolders } from '../queue/list/list-folders.ts';
import { isOfNow, type ListStatus } from '../queue/list/describe-list.ts';
import { readCurrentRun } from '../records/run-folders.ts';
import { readListStatus } from '../queue/list/read-work-list.ts';
import { readLock } from '../ledger/lock-file.ts';
import { readRunSummary, statusSince } from '../view/read-run.ts';
import type { RunStatus } from '../view/run-status.ts';
import type { Values } from './command.ts';
import type { CommandIo } from './terminal/io.ts';
import { openRecorded } from './find-place.ts';
import { openConfigOf, openOwnConfig } from './open-config.ts';
import { renderListStatus } from './render/list-lines.ts';

// Processes that a crashed run left, for `status`. Apart: a search takes longer than the rest, most runs leave none.

export { findLeftRunning } from '../run/end-killed-run.ts';

interface ListShown {
  readonly status: ListStatus;
  readonly rendered: string;
}

type StatusOfFolder = { readonly list: ListShown | null } & (
  | {
      /** The workspace. */
      readonly folder: string;
      readonly status: RunStatus;
      /** How much of the ledger was verified. */
      readonly checked: 'end' | 'whole';
    }
  /** A list without a run. */
  | { readonly status: null }
);

/** By the checkpoint and the records after it; `null` if they do not belong together. */
export const readSince = (glance: Glance, values: Values, io: CommandIo): StatusOfFolder | null => {
  const status = statusSince(glance);
  if (status === null) return null;
  const redact = createRedactData(openOwnConfig(values, io), io.env);
  return { folder: glance.folder, status: redact(status.status), checked: 'end', list: null };
};

/**
 * By the whole ledger. @param named - id of a run; default: the current one, with its list
 * @throws {ConfigError}, {RunError} or {LedgerError} that says what is wrong
 */
export const readWhole = async (values: Values, named: string | undefined, io: CommandIo): Promise<StatusOfFolder> => {
  const alone = await openRecorded(named, values, io);
  if (alone !== null) {
    const { statusOfRecords } = await import('../view/records-alone.ts');
    return { folder: alone.folder, status: await statusOfRecords(alone.folder, named), checked: 'whole', list: null };
  }
  const own = openOwnConfig(values, io);
  const list = own.list === null || named !== undefined ? null : await findList(own);
  const config = await openConfigOf(named, values, io);
  if (list !== null && readCurrentRun(config.folder) === null) return { status: null, list: showAlone(list) };
  const { status } = await readRunSummary(config, named);
  // The next run has no record yet, and the last one has ended.
  if (list?.isGoing === true && !isOfNow(list.status, status)) return { status: null, list: showAlone(list) };
  return { folder: config.folder, status, checked: 'whole', list: list === null ? null : show(list) };
};

interface ListFound {
  readonly status: ListStatus;
  readonly isGoing: boolean;
}

const findList = async (config: Config): Promise<ListFound | null> => {
  const status = await readListStatus(config);
  if (status === null) return null;
  const holder = readLock(listFolders(config.folder, status.list).lock);
  return { status, isGoing: holder?.live === true && holder.run === status.list };
};

const show = ({ status, isGoing }: ListFound): ListShown => ({ status, rendered: renderListStatus(status, isGoing) });

const showAlone = ({ status, isGoing }: ListFound): ListShown => ({
  status,
  rendered: renderListStatus(status, isGoing, true),
});
