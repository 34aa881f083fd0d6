/** Completes the start of a run's id. */
import { LedgerError } from '../ledger/ledger-error.ts';
import type { Config } from '../project/config/config.ts';
import { listRuns } from '../view/locate-run.ts';
import { readCurrentList } from '../queue/list/list-folders.ts';
import { followRuns } from '../queue/list/read-work-list.ts';
import { type Values, UsageError } from './command.ts';
import { findRecorded } from './find-place.ts';
import { openOwnConfig } from './open-config.ts';
import type { CommandIo } from './terminal/io.ts';

const MAX_NAMED = 3;

/** @returns `given` itself if no run fits @throws {UsageError} if more than one does */
export const findRun = async (given: string, values: Values, io: CommandIo): Promise<string> => {
  const alone = findRecorded(values, io);
  const own = alone === null ? openOwnConfig(values, io) : { folder: alone };
  const places = 'list' in own ? await followAll(own) : [own];
  const list = readCurrentList(own.folder);
  const known = [...places.flatMap(({ folder }) => listRuns(folder)), ...(list === null ? [] : [list])];
  const fitting = [...new Set(known.filter((run) => run.startsWith(given)))];
  const [first, ...others] = fitting;
  if (first === undefined || fitting.includes(given)) return given;
  if (others.length === 0) return first;
  const rest = fitting.length > MAX_NAMED ? ` and ${fitting.length - MAX_NAMED} more` : '';
  throw new UsageError(
    `--run ${given} matches ${fitting.length} runs: ${fitting.slice(0, MAX_NAMED).join(', ')}${rest}. Give more characters`,
  );
};

const followAll = (own: Config): Promise<readonly Pick<Config, 'folder'>[]> =>
  followRuns(own).catch((error: unknown) => {
    // A list with a broken ledger names no other folders; the command itself reports the ledger.
    if (error instanceof LedgerError) return [own];
    throw error;
  });
