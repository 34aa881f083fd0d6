/** The runs that a report is about: one, those since a time, or the last one of each task of a list. */
import { existsSync } from 'node:fs';
import { locateConfig } from '../project/config/find-config.ts';
import { readText } from '../base/files/open-plain.ts';
import { RunError, FaultError } from '../records/run-error.ts';
import { locateRun } from '../view/locate-run.ts';
import { type SecretConfig, createRedactData } from '../base/redact-text.ts';
import { optional, text, type Values } from './command.ts';
import type { CommandIo } from './terminal/io.ts';
import type { Config } from '../project/config/config.ts';
import { readLock } from '../ledger/lock-file.ts';
import { chooseRun } from '../run/operator/choose-run.ts';
import { runFolders } from '../records/run-folders.ts';
import { type LedgerOfRun, readEach } from '../page/report/read-page.ts';
import { listRuns } from '../view/read-run.ts';
import { followRun, followRuns, readListStatus } from '../queue/list/read-work-list.ts';

/**
 * The place of a run that is only looked at. Its config is read only where that decides: it says where runs of lists and work
 * trees are, and holds the secrets that no view shows.
 */
export interface Place {
  /** The workspace. */
  readonly folder: string;
  /** `null` where it cannot name any. */
  readonly secrets: SecretConfig | null;
}

/** @throws {ConfigError} if there is no config, or if it is needed and wrong */
export const openPlace = async (run: string | undefined, values: Values, io: CommandIo): Promise<Place> =>
  findPlace(run, values, io) ?? placeIn(await (await import('./open-config.ts')).openConfigOf(run, values, io));

export const placeIn = (config: SecretConfig & Pick<Place, 'folder'>): Place => ({
  folder: config.folder,
  secrets: config,
});

/**
 * `null`: the config has to be read, if only for its error, which comes before that of a missing run.
 *
 * @throws {ConfigError} if there is none
 */
export const findPlace = (run: string | undefined, values: Values, io: CommandIo): Place | null => {
  const asked = { cwd: io.cwd, ...optional('config', text(values, 'config')), ...optional('run', run) };
  try {
    const place = locateRun(asked);
    return place === null || mayNameSecrets(readText(locateConfig(asked)))
      ? null
      : { folder: place.folder, secrets: null };
  } catch (error) {
    if (error instanceof RunError) return null;
    throw error;
  }
};

/**
 * Secrets of a config are values of a key `env`; YAML can write its letters otherwise only with a backslash. A line that begins as a
 * comment may be the end of a quoted text.
 */
const mayNameSecrets = (text: string | null): boolean =>
  text === null || text.split(/[\r\n]/).some((line) => !/^\s*#[^"']*$/.test(line) && /env|\\/.test(line));

export interface Which {
  readonly since: Date | null;
  readonly run: string | undefined;
}

/** @throws {DualgateError} when none of them can be read */
export const readRuns = async <T>(own: Config, which: Which, read: (each: LedgerOfRun) => Promise<T>) => {
  const found = await readEach(await findLedgers(own, which), read);
  const [problem] = found.problems;
  if (found.runs.length === 0) throw problem === undefined ? new RunError(whyNone(which)) : new FaultError(problem);
  return found;
};

const whyNone = ({ since }: Which): string =>
  since === null
    ? 'Cannot write the report: no task of the list has a run yet. See the list with dualgate status.'
    : 'Cannot write the report: no run is in that period. Give a longer --since.';

const findLedgers = async (own: Config, { since, run }: Which): Promise<readonly LedgerOfRun[]> => {
  if (since !== null)
    return (await followRuns(own)).flatMap((place) => listRuns(place.folder, since).map(ledgerIn(place)));
  const list = run === undefined && own.list !== null ? await readListStatus(own) : null;
  const runs = list?.tasks.flatMap((task) =>
    task.run === null || task.folder === null
      ? []
      : [{ ...ledgerIn({ ...own, folder: task.folder })(task.run), folder: task.folder, task }],
  );
  // A run that could not start has no ledger, and the list has the reason; a missing folder is reported.
  if (runs !== undefined && runs.length > 0)
    return runs.filter(({ ledger, folder }) => existsSync(ledger) || !existsSync(folder));
  const place = await followRun(own, run);
  const found = ledgerIn(place)(run ?? chooseRun(place));
  if (!existsSync(found.ledger))
    throw new RunError(
      `Cannot find the run ${found.run}: it has no ledger in ${place.folder}. Choose one of .dualgate/runs.`,
    );
  return [found];
};

const ledgerIn =
  (config: Config) =>
  (run: string): LedgerOfRun => {
    const { ledger, lock } = runFolders(config.folder, run);
    const holder = readLock(lock);
    const isGoing = holder?.live === true && holder.run === run;
    return { run, ledger, isGoing, redact: createRedactData(config, process.env) };
  };
