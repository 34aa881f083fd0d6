/** The status of a task list, for `dualgate status` and for other programs; pure. */
import type { Ending } from '../../../machines/index.ts';
import type { MergedInto, DeferredStatus } from './list-record.ts';
import type { ListState, TaskState } from './list-state.ts';
import type { MissingMerge } from './merge/target.ts';
import type { NextStep } from '../../view/next-steps.ts';
import type { Config } from '../../project/config/config.ts';
import { quoteWord } from '../../base/text/quote-text.ts';
import { plainLine } from '../../base/text/plain-line.ts';
import { sendNotification } from '../../base/notification.ts';
import { createRedactData } from '../../base/redact-text.ts';
import type { Ended } from '../../run/end-run.ts';
import { listFolders } from './list-folders.ts';

export interface ListStatus {
  readonly v: 1;
  readonly list: string;
  readonly tasks: readonly TaskStatus[];
  readonly done_before: readonly string[];
  /** How often a task may end stuck. */
  readonly attempts: number;
  readonly ending: Ending | null;
  /** A merge that a person took out of the target; absent for none. */
  readonly missing_merge?: MissingMerge;
}

export interface TaskStatus
  extends Pick<TaskState, 'name' | 'needs' | 'is' | 'run' | 'folder' | 'failures' | 'kept' | 'branch' | 'commit'> {
  readonly task: string;
  /** Why it was deferred; `null` unless it is. */
  readonly aside: Omit<NonNullable<TaskState['aside']>, 'order'> | null;
  /** Why the file of a finished task could not be marked; `null` when it was. */
  readonly unmarked: string | null;
  /** The merge commit, and the branch that was moved to it; absent where nothing was merged. */
  readonly merged?: MergedInto;
  /** Done on its branch, which waits to be merged; absent when it does not. */
  readonly ready?: true;
}

export const describeList = ({ list, tasks, doneBefore, attempts, ending }: ListState): ListStatus => ({
  v: 1,
  list,
  tasks: tasks.map(({ spec, hash: _hash, reopened: _reopened, aside, marked, merged, ready, ...facts }) => ({
    task: spec,
    ...facts,
    aside: aside === null ? null : { status: aside.status, why: aside.why, again: aside.again },
    unmarked: marked !== null && marked.how === null ? marked.why : null,
    ...(merged === null ? {} : { merged }),
    ...(ready === null || facts.is !== 'going' ? {} : { ready: true }),
  })),
  done_before: doneBefore.map(({ spec }) => spec),
  attempts,
  ending,
});

/** Whether a run is the current one of a list: begun last, and not ended. Any other is over, or of another task. */
export const isOfNow = (
  { tasks }: Pick<ListStatus, 'tasks'>,
  { run, ending }: { readonly run: string; readonly ending: Ending | null },
): boolean => ending === null && tasks.some((task) => task.is === 'going' && task.run === run);

export const stepsOfList = (status: Pick<ListStatus, 'tasks' | 'ending' | 'missing_merge'>): readonly NextStep[] => {
  const { missing_merge: missing } = status;
  const left = status.tasks.filter(({ is }) => is !== 'done');
  const isMendable = left.some(({ aside }) => aside !== null && aside.status !== 'waits' && aside.status !== 'aborted');
  const steps = [
    ...(missing === undefined ? [] : [bringBack(missing)]),
    ...(isMendable ? [RESUME] : []),
    ...(goesOn(status) ? [RUN] : []),
    NEW,
  ];
  return left.length === 0 ? status.tasks.flatMap(bringIn) : steps;
};

/** Workers merge by themselves. */
const bringIn = ({ name, branch, merged }: TaskStatus): readonly NextStep[] =>
  branch === null || merged !== undefined
    ? []
    : [{ command: `git merge ${quoteWord(branch)}`, what: `on your branch: bring in the work of ${name}` }];

const bringBack = ({ name, commit, into }: MissingMerge): NextStep => ({
  command: `git merge ${commit.slice(0, 12)}`,
  what: `on ${into}: bring back the merge of ${name}`,
});
const RESUME = {
  command: 'dualgate resume TASK',
  what: 'resume a deferred task when its cause is fixed',
};
const RUN = { command: 'dualgate run', what: 'resume the list' };
const NEW = { command: 'dualgate run --new', what: 'start another list, with the files as they are' };

const goesOn = ({ tasks, ending }: Pick<ListStatus, 'tasks' | 'ending'>): boolean => {
  const isOpen = (need: string) => tasks.some(({ task, is }) => task === need && is !== 'done');
  const waitsNoMore = (task: TaskStatus) => task.aside?.status === 'waits' && !task.needs.some(isOpen);
  const mayGoOn = (task: TaskStatus) => task.is === 'waiting' || task.is === 'going' || task.aside?.again === true;
  return ending === null || tasks.some((task) => mayGoOn(task) || waitsNoMore(task));
};

// Notifies people by the command of `notify` that the list has ended, when that is on disk and everything is released.

/** Fields of a run's end that a list has too. Texts: one line, no control characters. Paths: absolute. */
interface ListEnded {
  readonly v: 1;
  readonly type: 'list.ended';
  readonly at: string;
  /** Id of the list, as in its events. */
  readonly run: string;
  /** As of a run. */
  readonly status: Ended['status'];
  readonly why: string;
  /** Of `dualgate run`. */
  readonly exit_code: number;
  /**
   * In order: its spec, its name, and its result: `done`, `open` (not started, or not over), `stuck`,
   * `needs_human`, `aborted`, `changed` or `waits`.
   */
  readonly tasks: readonly {
    readonly task: string;
    readonly name: string;
    readonly became: 'done' | 'open' | DeferredStatus;
  }[];
  readonly workspace: string;
  readonly ledger: string;
  readonly next: readonly string[];
}

interface ListEnd {
  readonly state: ListState;
  readonly ended: Ended;
  readonly workspace: string;
  readonly at: string;
}

const MAX_TEXT = 2_000;

export const describeListEnd = ({ state, ended, workspace, at }: ListEnd): ListEnded => {
  const { status, why, exit_code } = ended;
  const { tasks, ending } = describeList(state);
  return {
    v: 1,
    type: 'list.ended',
    at,
    run: state.list,
    status,
    why: plainLine(why, MAX_TEXT),
    exit_code,
    tasks: tasks.map(({ task, name, is, aside }) => ({
      task: plainLine(task, MAX_TEXT),
      name: plainLine(name, MAX_TEXT),
      became: is === 'done' ? is : (aside?.status ?? 'open'),
    })),
    workspace,
    ledger: listFolders(workspace, state.list).ledger,
    next: stepsOfList({ tasks, ending }).map(({ command }) => command),
  };
};

export const notifyListEnd = async (
  config: Pick<Config, 'notify' | 'folder'> & { readonly agent: Pick<Config['agent'], 'env'> },
  end: Omit<ListEnd, 'workspace'>,
  onNotice: (text: string) => void,
): Promise<void> => {
  const redact = createRedactData(config, process.env);
  const ended = describeListEnd({ ...end, workspace: config.folder });
  const problem = await sendNotification(config.notify, redact(ended));
  if (problem !== null) onNotice(problem);
};
