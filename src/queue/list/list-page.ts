/** Keeps a checkout's STATE.md correct while its list is not active: the last run may have ended well, the list not. */
import { statSync } from 'node:fs';
import { showDay } from '../../base/text/amounts.ts';
import { plainLine } from '../../base/text/plain-line.ts';
import { quote } from '../../base/text/quote-text.ts';
import { listHistory, type PastEnd, readPastEnds, HISTORY_LENGTH, titled } from '../../view/past-ends.ts';
import { printStatusName, type StatusName, statusNameOf, whyOf } from '../../view/status-name.ts';
import { type ListStatus, type TaskStatus, stepsOfList } from './describe-list.ts';
import { DEFERRED } from './list-record.ts';
import type { Config } from '../../project/config/config.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { writeView } from '../../ledger/write-view.ts';
import { createRedactData } from '../../base/redact-text.ts';
import { runFolders } from '../../records/run-folders.ts';
import { readSoundState, readWholeState } from '../../view/read-run.ts';
import { listFolders } from './list-folders.ts';
import { readStart } from '../../base/files/open-plain.ts';

// STATE.md of a checkout with a list shows the whole list. Pure; quoted words of others never begin a line.

interface ForcedOfTask {
  readonly task: string;
  readonly phase: string;
  readonly at: string;
  readonly by: string;
  readonly reason: string;
}

interface ListPageFacts {
  readonly list: ListStatus;
  readonly status: StatusName;
  readonly why: string;
  readonly forced: readonly ForcedOfTask[];
  readonly at: string;
  /** The ends of the runs of this checkout, newest first. */
  readonly ends: readonly PastEnd[];
}

export const renderListPage = ({ list, status, why, forced, at, ends }: ListPageFacts): string => {
  const { tasks } = list;
  const done = tasks.filter(({ is }) => is === 'done').length;
  const steps = stepsOfList(list);
  return [
    ...headOfListPage(status, list.list),
    `- Tasks: ${done} of ${tasks.length} done`,
    ...(why === '' ? [] : [`- Why: ${quote(why)}`]),
    `- As of: ${showDay(at)}`,
    ...titled(
      'Forced exits',
      forced.map(
        ({ task, phase, at: when, by, reason }) =>
          `- ${quote(task)}: ${plainLine(phase)}, ${showDay(when)}, by ${quote(by)}: ${quote(reason)}`,
      ),
    ),
    ...titled('Tasks', tasks.map(renderTask)),
    ...titled(
      'Next',
      steps.map(({ command, what }) => `- \`${command}\`: ${what}`),
    ),
    ...titled('History', listHistory(ends)),
    '',
    'Generated from the ledgers in `.dualgate/lists` and `.dualgate/runs`; no decision uses this page. See `dualgate report` for details.',
    '',
  ].join('\n');
};

/** Distinguishes a page of this list with this status from every other one. */
const headOfListPage = (status: StatusName, list: string): readonly string[] => [
  '# State of the work',
  '',
  `Status: ${printStatusName(status)}`,
  '',
  `- List: ${list}`,
];

const renderTask = ({ name, is, aside, run }: TaskStatus): string => {
  const became = aside === null ? IS[is] : DEFERRED[aside.status];
  const again = aside?.again === true ? ', will be retried' : '';
  const where = run === null ? '' : `, run ${plainLine(run)}`;
  return `- ${quote(name)} ${became}${again}${where}${aside === null ? '' : `: ${quote(aside.why)}`}`;
};

const IS = { waiting: 'has not started', going: 'has started', aside: 'is deferred', done: 'is done' } as const;

type Place = Pick<Config, 'folder' | 'agent'>;

/** @param at - ISO 8601: the time of this status @throws {LedgerError} `unwritable` when it cannot be written */
export const writeListPage = async (config: Place, status: ListStatus, at: string): Promise<void> => {
  const redact = createRedactData(config, process.env);
  const { statePage, runs } = runFolders(config.folder, 'none');
  const ends = readPastEnds(runs, { most: HISTORY_LENGTH + 1, going: null });
  const forced = await readForced(status);
  const facts = {
    list: status,
    status: statusNameOf(status.ending, false),
    why: whyOf(status.ending, false),
    forced,
    at,
    ends,
  };
  writeView(statePage, renderListPage(redact(facts)));
};

/** If the page is about something else: deleted, a killed loop, an operator's command. Not while the list is active. */
export const restoreListPage = async (config: Place, status: ListStatus, at: string): Promise<void> => {
  const workspace = config.folder;
  const { statePage, lock } = runFolders(workspace, 'none');
  const isLive = [lock, listFolders(workspace, status.list).lock].some((path) => readLock(path)?.live === true);
  if (isLive || isAbout(statePage, status)) return;
  try {
    await writeListPage(config, status, at);
  } catch {
    // The status of the list is shown even if the folder cannot be written.
  }
};

/** Whether it begins as the page of this list with this status, and no run of it has a later record. */
const isAbout = (path: string, status: ListStatus): boolean =>
  startsAs(path, status) && status.tasks.every((task) => writtenAt(ledgerOf(task)) <= writtenAt(path));

const ledgerOf = ({ run, folder }: TaskStatus): string =>
  run === null || folder === null ? '' : runFolders(folder, run).ledger;

/** Milliseconds; 0 for a missing file. */
const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const startsAs = (path: string, status: ListStatus): boolean => {
  const head = Buffer.from(`${headOfListPage(statusNameOf(status.ending, false), status.list).join('\n')}\n`);
  return readStart(path, head.length)?.equals(head) === true;
};

/** Every report shows a forced exit forever (rule 1.6). A broken ledger is not shown here. */
const readForced = async ({ tasks }: ListStatus): Promise<readonly ForcedOfTask[]> => {
  const forced: ForcedOfTask[] = [];
  for (const { name, run, folder } of tasks) {
    if (run === null || folder === null) continue;
    const state = await readSoundState(folder, run, readWholeState);
    forced.push(...(state?.forced ?? []).map((each) => ({ task: name, ...each })));
  }
  return forced;
};
