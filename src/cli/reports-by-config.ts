/** Reports for which the config has to be read: of many runs, of a list, of a run elsewhere. `report` loads this file only for them. */
import { createRedactData } from '../base/redact-text.ts';
import { DualgateError } from '../../gates/errors.ts';
import type { Report } from '../page/report/report.ts';
import { type ListReport, reportList, reportRun } from '../page/report/render-list.ts';
import type { Config } from '../project/config/config.ts';
import { followRun, followRuns } from '../queue/list/read-work-list.ts';
import { listRuns } from '../view/locate-run.ts';
import { readRunSummary } from '../view/read-run.ts';
import type { Values } from './command.ts';
import { isPageLeft, placeIn } from './find-place.ts';
import { openOwnConfig } from './open-config.ts';
import type { Which } from './read-runs.ts';
import type { CommandIo } from './terminal/io.ts';

export type Found = Partial<Pick<ListReport, 'list' | 'isGoing'>> & Pick<ListReport, 'reports' | 'problems'>;

/** One run, those since a time, or the task list of the config. */
export const collectByConfig = async (values: Values, { since, run }: Which, io: CommandIo): Promise<Found> => {
  const own = openOwnConfig(values, io);
  if (since !== null) return reportRuns(own, since);
  const list = run === undefined && own.list !== null ? await reportList(own) : null;
  if (list !== null) return createRedactData(own, io.env)(list);
  const config = await followRun(own, run);
  if (isPageLeft(config.folder, run)) await readRunSummary(config, run);
  return { reports: [await reportRun(placeIn(config), run)], problems: [] };
};

const reportRuns = async (
  own: Config,
  since: Date,
): Promise<{ readonly reports: readonly Report[]; readonly problems: readonly string[] }> => {
  const reports: Report[] = [];
  const problems: string[] = [];
  for (const config of await followRuns(own))
    for (const run of listRuns(config.folder, since)) {
      try {
        reports.push(await reportRun(placeIn(config), run));
      } catch (error) {
        if (!(error instanceof DualgateError)) throw error;
        problems.push(error.message);
      }
    }
  return { reports: reports.sort((a, b) => a.run.localeCompare(b.run)), problems };
};
