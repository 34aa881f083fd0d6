/** The current list: the unfinished one, or a new one from the config. */
import type { Config } from '../../project/config/config.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { newRunId } from '../../run/open-run.ts';
import { RunError } from '../../records/run-error.ts';
import { DUALGATE_VERSION } from '../../base/version.ts';
import { findWorkInHand, readPlace } from './move-checkout.ts';
import { chooseTarget, refuseOtherWay, mergesBack } from './merge/target.ts';
import { type LockedList, lockList, isUnfinished, movesCheckout } from './lock-list.ts';
import { readCurrentList } from './list-folders.ts';
import { type ListState, type NotedList, noteList, readNotedList, refuseLost } from './list-state.ts';
import { type Before, NOTHING_BEFORE, readTasks } from './read-tasks.ts';
import { readWorkList } from './read-work-list.ts';

interface ListQuestion {
  readonly config: Config;
  /** Begin another list, whatever the status of the last one. */
  readonly fresh: boolean;
  readonly by: string;
  readonly now: () => Date;
  readonly onNotice: (text: string) => void;
}

export type OpenedList =
  | { readonly is: 'held'; readonly held: LockedList; readonly resumed: boolean }
  /** Every task of the config is done. */
  | { readonly is: 'nothing'; readonly done: readonly string[] };

/**
 * @throws {ConfigError} when the tasks of a new list cannot be ordered
 * @throws {RunError} when the checkout is not free for one, or the unfinished list must not be abandoned, or was lost
 * @throws {LedgerError} when the ledger of the unfinished list is broken @throws {LockError} when another process has
 * locked it
 */
export const openList = async (asked: ListQuestion): Promise<OpenedList> => {
  const { config, fresh, now, onNotice } = asked;
  const before = await readBefore(asked);
  const noted = readNotedList(config.folder);
  if (!fresh) refuseLost(config.folder, noted, before?.list ?? null);
  if (before !== null && !fresh && before.ending?.status !== 'completed') {
    refuseOtherWay(config, before);
    return { is: 'held', resumed: true, held: lockList({ config, list: before.list, as: 'existing', now, onNotice }) };
  }
  const going = before?.tasks.find(isUnfinished);
  if (going !== undefined)
    throw new RunError(
      `Cannot start another list: ${going.name} is not over (run ${going.run ?? ''}). Finish it with dualgate run, or end it with dualgate abort and dualgate run.`,
    );
  const { tasks, doneBefore } = await readTasks(config, carryOver(before, noted));
  // Asking for another list abandons the lost one.
  if (tasks.length === 0 && fresh) noteList(config.folder, { list: before?.list ?? '', tasks: [] });
  if (tasks.length === 0) return { is: 'nothing', done: doneBefore.map(({ spec }) => spec) };
  const base = config.commits ? await readPlace(config) : null;
  const target = mergesBack(config) ? await chooseTarget(config, base) : null;
  const hand = movesCheckout(config) ? await findWorkInHand(config) : null;
  if (hand !== null)
    throw new RunError(
      `Cannot start a list in ${config.folder}: ${hand}. Commit or stash it: the checkout moves from one task to the next.`,
    );
  const list = `list-${newRunId(now())}`;
  const held = lockList({ config, list, as: 'new', now, onNotice });
  held.write('list.started', {
    list,
    tasks,
    done_before: doneBefore,
    done: config.list?.done ?? 'checkboxes',
    attempts: config.list?.attempts ?? 1,
    base,
    ...(target === null ? {} : { target }),
    versions: { dualgate: DUALGATE_VERSION, node: process.versions.node },
  });
  return { is: 'held', held, resumed: false };
};

/** A list with a broken ledger is abandoned only if the operator starts another. */
const readBefore = async ({ config, fresh, onNotice }: ListQuestion): Promise<ListState | null> => {
  try {
    return (await readWorkList(config))?.state ?? null;
  } catch (error) {
    if (!fresh || !(error instanceof LedgerError)) throw error;
    onNotice(`The list ${readCurrentList(config.folder) ?? ''} is abandoned: ${error.message}`);
    return null;
  }
};

/** Its work may be on branches that are not merged yet: it must not be done a second time. */
const carryOver = (before: ListState | null, noted: NotedList | null): Before => {
  if (before === null || (noted !== null && noted.list !== before.list)) {
    // The work of the lost list is lost with it; its unfinished tasks were noted.
    const { open } = noted ?? NOTHING_BEFORE;
    return { ...NOTHING_BEFORE, open };
  }
  const { tasks, doneBefore } = before;
  return {
    done: [
      ...doneBefore,
      ...tasks.flatMap(({ is, spec, hash, commit }) => (is === 'done' ? [{ spec, hash, commit }] : [])),
    ],
    open: tasks.flatMap(({ is, spec }) => (is === 'done' ? [] : [spec])),
  };
};
