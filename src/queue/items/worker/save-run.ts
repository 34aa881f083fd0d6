/**
 * Saves the run of an item on the remote before each turn, so that another machine can continue it: ledger, commits and
 * files in one push with the renewal of the lease. A remote that does not answer stops no run: the next turn tries
 * again.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Config } from '../../../project/config/config.ts';
import { parseLine } from '../../../ledger/ledger-record.ts';
import { asWorkRecord } from '../../../records/records.ts';
import { foldWork } from '../../../records/fold/fold-sums.ts';
import { UNSTARTED, type WorkState } from '../../../records/fold/work-state.ts';
import { runFolders } from '../../../records/run-folders.ts';
import { commitWork } from '../../list/move-checkout.ts';
import { decideRenewal } from '../decide-item.ts';
import { wholeLines } from '../ledgers/item-ledger.ts';
import type { RunToSave } from '../item-store.ts';
import type { WorkerContext } from './worker-context.ts';
import { describeCause } from '../../../base/text/describe-cause.ts';

interface RunSaver {
  /** Takes the files as they are, for the next save. To be called while no agent works. */
  readonly keep: () => Promise<void>;
  /** Begins to push the ledger as it is. Never throws. */
  readonly save: () => void;
  /** After the last push: the run as it is, for the push of the exit; `undefined` where there is nothing to save. */
  readonly end: () => Promise<RunToSave | undefined>;
}

interface RunOfItem {
  readonly item: string;
  readonly session: string;
  readonly config: Config;
  readonly run: string;
}

const NOTHING: RunSaver = { keep: async () => {}, save: () => {}, end: () => Promise.resolve(undefined) };

/** Only a store with a remote has runs that travel. */
export const createRunSaver = (
  { items: { store }, secret, ttlMs, notice }: Pick<WorkerContext, 'items' | 'secret' | 'ttlMs' | 'notice'>,
  { item, session, config, run }: RunOfItem,
): RunSaver => {
  if (!store.isRemote) return NOTHING;
  const { ledger } = runFolders(config.folder, run);
  let work: string | null = null;
  let waiting: Taken | null = null;
  let last: { readonly commit: string | null; readonly problem: string | null } = { commit: null, problem: null };
  let pushes = Promise.resolve();

  const keep = async (): Promise<void> => {
    try {
      const base = takeRun(ledger)?.toSave.commit;
      const message = `Files of the run ${run}\n\nNo gate judged them.\n`;
      work = base === undefined ? null : await commitWork(config, { base, under: run, message });
    } catch {
      // Another process writes there: the last commit of the run has its files.
      work = null;
    }
  };
  const take = (): Taken | null => {
    const taken = takeRun(ledger);
    return taken === null || work === null ? taken : { ...taken, toSave: { ...taken.toSave, work } };
  };
  const tell = (problem: string | null): void => {
    if (problem !== null && problem !== last.problem)
      notice(
        `${item}: the run ${run} could not be saved on the remote. It continues here; another machine would continue from the last save. ${problem}`,
      );
    last = { ...last, problem };
  };
  const push = async (): Promise<void> => {
    const taken = waiting;
    waiting = null;
    if (taken === null) return;
    const { toSave, phase } = taken;
    try {
      const answer = await store.change({
        item,
        session,
        decide: decideRenewal(item, session, [], secret),
        ttlMs,
        run: toSave,
      });
      tell(answer.ok ? null : answer.message);
      if (!answer.ok || toSave.commit === last.commit) return;
      last = { ...last, commit: toSave.commit };
      notice(`${item}: the run ${run} is saved on the remote${phase === null ? '' : `, with the exit of ${phase}`}`);
    } catch (error) {
      tell(describeCause(error));
    }
  };
  return {
    keep,
    save: () => {
      try {
        waiting = take();
      } catch (error) {
        return tell(describeCause(error));
      }
      pushes = pushes.then(push);
    },
    end: async () => {
      await pushes;
      await keep();
      return take()?.toSave;
    },
  };
};

interface Taken {
  readonly toSave: RunToSave;
  readonly phase: string | null;
}

/** With the files of its last commit; `null` before that. */
const takeRun = (ledger: string): Taken | null => {
  if (!existsSync(ledger)) return null;
  const bytes = wholeLines(readFileSync(ledger));
  const records = bytes.toString('utf8').trimEnd().split('\n').map(parseLine);
  const { run, branch, lastExit } = foldRun(records);
  const head = records.at(-1);
  const commit = branch?.tip ?? null;
  if (head === undefined || commit === null) return null;
  const { seq, hash } = head;
  return { toSave: { run, seq, hash, commit, work: commit, bytes }, phase: lastExit?.phase ?? null };
};

export const foldRun = (records: readonly Parameters<typeof asWorkRecord>[0][]): WorkState =>
  records.map(asWorkRecord).reduce(foldWork, UNSTARTED);
