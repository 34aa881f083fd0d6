/** The runs that a report is about: one, those since a time, or the last one of each task of a list. */
import { existsSync } from 'node:fs';
import { RunError, FaultError } from '../records/run-error.ts';
import { createRedactData } from '../base/redact-text.ts';
import type { Config } from '../project/config/config.ts';
import { readLock } from '../ledger/lock-file.ts';
import { chooseRun } from '../run/operator/choose-run.ts';
import { readCurrentRun, runFolders } from '../records/run-folders.ts';
import { type LedgerOfRun, readEach } from '../page/report/read-page.ts';
import { listRuns } from '../view/locate-run.ts';
import { type Place, placeIn } from './find-place.ts';
import { followRun, followRuns, readListStatus } from '../queue/list/read-work-list.ts';

export interface Which {
  readonly since: Date | null;
  readonly run: string | undefined;
}

/** @param own - or the place of records whose config is gone @throws {DualgateError} when none of them can be read */
export const readRuns = async <T>(own: Config | Place, which: Which, read: (each: LedgerOfRun) => Promise<T>) => {
  const found = await readEach('list' in own ? await findLedgers(own, which) : [findAlone(own, which)], read);
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

const findAlone = (place: Place, { run = readCurrentRun(place.folder) ?? '' }: Which): LedgerOfRun =>
  ledgerAt(place)(run);

const ledgerIn = (config: Config) => ledgerAt(placeIn(config));

const ledgerAt =
  ({ folder, secrets }: Place) =>
  (run: string): LedgerOfRun => {
    const { ledger, lock } = runFolders(folder, run);
    const holder = readLock(lock);
    const isGoing = holder?.live === true && holder.run === run;
    return { run, ledger, isGoing, redact: createRedactData(secrets, process.env) };
  };
