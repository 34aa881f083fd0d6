/**
 * Where a run stands by more than its checkpoint, and the list of work that it is of. Apart from `status`, which seldom needs
 * what this loads.
 *
 * @module
 */
import {
  type Config,
  describeList,
  type Glance,
  listFolders,
  type ListStatus,
  readCurrentRun,
  readLock,
  readStanding,
  readWorkList,
  type RunStatus,
  standSince,
} from '../index.ts';
import type { Values } from './command.ts';
import type { CommandIo } from './io.ts';
import { openConfigOf, openOwnConfig } from './open-config.ts';
import { renderListStatus } from './render/list-status.ts';

interface ListTold {
  readonly status: ListStatus;
  readonly rendered: string;
}

type StatusOfFolder = { readonly list: ListTold | null } & (
  | {
      /** The workspace. */
      readonly folder: string;
      readonly status: RunStatus;
      /** How much of the ledger was looked at. */
      readonly checked: 'end' | 'whole';
    }
  /** Of a list of which no run has begun. */
  | { readonly status: null }
);

/** By the checkpoint and the records that came since; `null` when they do not belong together. */
export const readSince = (glance: Glance): StatusOfFolder | null => {
  const standing = standSince(glance);
  return standing === null ? null : { folder: glance.folder, status: standing.status, checked: 'end', list: null };
};

/**
 * By the whole ledger.
 *
 * @param named - id of a run; without it the current one is told, and the list that it is of
 * @throws {ConfigError}, {RunError} or {LedgerError} that says what is wrong
 */
export const readWhole = async (values: Values, named: string | undefined, io: CommandIo): Promise<StatusOfFolder> => {
  const own = openOwnConfig(values, io);
  const list = own.list === null || named !== undefined ? null : await findList(own);
  const config = await openConfigOf(named, values, io);
  if (list !== null && readCurrentRun(config.folder) === null) return { status: null, list };
  const { status } = await readStanding(config, named);
  return { folder: config.folder, status, checked: 'whole', list };
};

const findList = async (config: Config): Promise<ListTold | null> => {
  const reading = await readWorkList(config);
  if (reading === null) return null;
  const holder = readLock(listFolders(config.folder, reading.list).lock);
  const status = describeList(reading.state);
  return { status, rendered: renderListStatus(status, holder?.live === true && holder.run === reading.list) };
};
