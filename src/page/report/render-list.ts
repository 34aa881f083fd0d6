/**
 * The report of a task list as Markdown: the result of each task and the steps that a person has to take, then a
 * section for the last run of each. Pure.
 */
import { existsSync } from 'node:fs';
import { checkOptions, KINDS } from '../../base/check-options.ts';
import { readLedger } from '../../ledger/ledger-record.ts';
import { refuseBroken, walkRecords } from '../../records/read-records.ts';
import { asWorkRecord } from '../../records/records.ts';
import { createReport, renderForced, renderReport, renderSums } from './make-report.ts';
import { type Report, stepsOfTask } from './report.ts';
import type { Config } from '../../project/config/config.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { runFolders } from '../../records/run-folders.ts';
import type { ListStatus, TaskStatus } from '../../queue/list/describe-list.ts';
import { DEFERRED } from '../../queue/list/list-record.ts';
import { listFolders } from '../../queue/list/list-folders.ts';
import { readListStatus } from '../../queue/list/read-work-list.ts';
import { quote, quoteInCell } from '../../base/text/quote-text.ts';
import { printStatusName, statusNameOf, whyOf } from '../../view/status-name.ts';
import { titled } from '../../view/past-ends.ts';
import { showDuration } from '../../base/text/amounts.ts';
import { createRedactData, type SecretConfig } from '../../base/redact-text.ts';

/**
 * The report of a run as data.
 * @param given.isGoing - whether a loop is active; a ledger does not know. @default false
 * @throws {OptionError} when an option is unknown, missing or of another kind
 * @throws {LedgerError} when the ledger is missing or broken
 */
export const readReport = async (given: {
  readonly run: string;
  readonly ledger: string;
  readonly isGoing?: boolean;
}): Promise<Report> => {
  checkOptions('readReport', given, { run: KINDS.run, ledger: KINDS.text, isGoing: KINDS.boolean }, ['run', 'ledger']);
  const { run, ledger, isGoing = false } = given;
  await refuseBroken(ledger, run);
  const report = createReport();
  for await (const record of readLedger(ledger)) report.see(asWorkRecord(record));
  return report.make({ isGoing });
};

/** The report of a task list: its status, and for each of its tasks the report of its last run, in whatever folder that worked. */
export interface ListReport {
  readonly list: ListStatus;
  readonly isGoing: boolean;
  /** In the order of the tasks; none for a task without a record. */
  readonly reports: readonly Report[];
  /** Tasks with runs that cannot be reported, each in a sentence. */
  readonly problems: readonly string[];
}

/**
 * @param config - of the checkout that the list was started in @returns `null` when none was started
 * @throws {LedgerError} when the ledger of the list is broken; the broken ledger of a run is only reported
 */
export const reportList = async (config: Config): Promise<ListReport | null> => {
  const list = await readListStatus(config);
  if (list === null) return null;
  const reports: Report[] = [];
  const problems: string[] = [];
  for (const task of list.tasks) {
    const found = await reportTask(task);
    if (typeof found === 'string') problems.push(found);
    else if (found !== null) reports.push(found);
  }
  const holder = readLock(listFolders(config.folder, list.list).lock);
  return { list, isGoing: holder?.live === true && holder.run === list.list, reports, problems };
};

/** @returns the problem; `null` when nothing was recorded */
const reportTask = async (task: TaskStatus): Promise<Report | string | null> => {
  const { run, folder, name } = task;
  if (run === null || folder === null) return null;
  const { ledger, lock } = runFolders(folder, run);
  if (!existsSync(folder))
    return `Cannot report ${name}: its folder ${folder} is missing, and with it the ledger of run ${run}. Restore the folder.`;
  // A run that could not begin has none; the list has the reason.
  if (!existsSync(ledger)) return null;
  const holder = readLock(lock);
  try {
    const report = await readReport({ run, ledger, isGoing: holder?.live === true && holder.run === run });
    return { ...report, next: stepsOfTask(task, report) };
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return error.message;
  }
};

/** The result of a task list, as Markdown: its status, then the last run of each task. */
export const renderListReport = (report: Omit<ListReport, 'problems'>): string => {
  const { list, isGoing, reports } = report;
  const { tasks, ending, done_before: doneBefore } = list;
  const done = tasks.filter(({ is }) => is === 'done').length;
  const [status, why] = [statusNameOf(ending, isGoing), whyOf(ending, isGoing)];
  const lines = [
    `# ${printStatusName(status)}: ${done} of ${tasks.length} tasks done`,
    ...(why === '' ? [] : ['', quote(why)]),
    ...renderForced(reports),
    '',
    '| task | result | iterations | run time | branch |',
    '| --- | --- | --- | --- | --- |',
    ...tasks.map((task) => row(task, findReport(reports, task))),
    ...titled(
      'Deferred',
      tasks.flatMap((task) => renderDeferred(task, findReport(reports, task))),
    ),
    ...titled(
      'Not marked',
      tasks.flatMap(({ name, unmarked }) => (unmarked === null ? [] : [`- ${quote(name)}: ${quote(unmarked)}`])),
    ),
    '',
    `- List: ${list.list}`,
    `- ${renderSums(reports)}`,
    ...(doneBefore.length === 0 ? [] : [`- Done before: ${doneBefore.map((spec) => quote(spec)).join(', ')}`]),
    ...reports.flatMap((each) => ['', ...renderReport(each, 2)]),
  ];
  return `${lines.join('\n')}\n`;
};

const findReport = (reports: readonly Report[], task: TaskStatus): Report | undefined =>
  reports.find(({ run }) => run === task.run);

const row = (task: TaskStatus, report: Report | undefined): string => {
  const { name, is, aside, branch } = task;
  const forced = report !== undefined && report.commands.forced.length > 0 ? ', forced' : '';
  const cells = [
    quoteInCell(name, 60),
    (aside === null ? IS[is] : DEFERRED[aside.status]) + forced,
    report === undefined ? '' : String(report.phases.reduce((sum, { iterations }) => sum + iterations, 0)),
    report === undefined ? '' : showDuration(report.worked_ms),
    quoteInCell(branch ?? report?.branch ?? '', 60) + renderMerged(task),
  ];
  return `| ${cells.join(' | ')} |`;
};

const renderMerged = ({ merged }: TaskStatus): string =>
  merged === undefined
    ? ''
    : `, merged into ${quoteInCell(merged.into, 60)} as ${quoteInCell(merged.commit.slice(0, 12))}`;

const IS = { waiting: 'not started', going: 'started, not ended', aside: 'deferred', done: 'done' } as const;

/** Why, where its work is, and how to continue it. */
const renderDeferred = ({ name, aside, kept }: TaskStatus, report: Report | undefined): readonly string[] => {
  if (aside === null) return [];
  const again = aside.again ? '; it will be retried' : '';
  return [
    `- **${quote(name)}** ${DEFERRED[aside.status]}${again}: ${quote(aside.why)}`,
    ...(kept === null ? [] : [`  - its unfinished work: ${quote(kept)}`]),
    ...(report?.next ?? [])
      .filter(({ command }) => command.startsWith('dualgate resume '))
      .map(({ command, what }) => `  - next: ${quote(command)}: ${what}`),
  ];
};

/** @throws {DualgateError} if there is no such run, or if its ledger is broken */
export const reportRun = async (
  { folder, secrets }: { readonly folder: string; readonly secrets: SecretConfig | null },
  asked: string | undefined,
): Promise<Report> => {
  const report = createReport();
  const { run } = await walkRecords(folder, asked, (record) => report.see(asWorkRecord(record)));
  const holder = readLock(runFolders(folder, run).lock);
  const isGoing = holder?.live === true && holder.run === run;
  return createRedactData(secrets, process.env)(report.make({ isGoing }));
};
