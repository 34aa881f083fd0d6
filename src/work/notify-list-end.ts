/**
 * Notifies people by the command of `notify` that the list has ended, when the end is on disk and everything is
 * released. It changes nothing.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { plainLine } from '../text/plain-line.ts';
import { sendNotification } from '../notify/send-notification.ts';
import { createRedactData } from '../redact/redact-data.ts';
import type { Ended } from '../run/end-run.ts';
import { describeList } from './describe-list.ts';
import { listFolders } from './list-folders.ts';
import type { ListState } from './list-state.ts';
import { stepsOfList } from './steps-of-list.ts';
import type { DeferredStatus } from './task.ts';

/**
 * The fields of the end of a run that a list has too. Texts are on one line, without control characters. Paths are
 * absolute.
 */
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

/** Pure. */
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
