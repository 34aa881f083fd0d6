/**
 * One task, from its beginning to its being done or put aside, by one run or by going on with one.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { LedgerError } from '../ledger/ledger-error.ts';
import { ProofError } from '../proof/proof-error.ts';
import { createRun, type Run, type RunOptions } from '../run/create-run.ts';
import type { GivenThreshold } from '../records/given-threshold.ts';
import { RunError } from '../records/run-error.ts';
import type { RunEvent } from '../records/run-events.ts';
import { runFolders } from '../records/run-folders.ts';
import type { Settlement } from '../../machines/index.ts';
import { beginTask, type Begun } from './begin-task.ts';
import { finishTask, putAside } from './end-task.ts';
import type { ListSite } from './list-site.ts';
import type { TaskState } from './list-state.ts';

interface TaskOptions {
  readonly by: string;
  readonly until: string | undefined;
  readonly exitThreshold: GivenThreshold | null;
  readonly inspect: RunOptions['inspect'];
  /** An operator named this task. */
  readonly isAsked: boolean;
  readonly onEvent: (event: RunEvent) => void;
  /** Hears of the run, so that it can be interrupted. */
  readonly onRun: (run: Run) => void;
}

/** @returns how the list ends with it; `null` when it goes on with what comes next */
export const workOnTask = async (site: ListSite, task: TaskState, options: TaskOptions): Promise<Settlement | null> => {
  const begun = await beginTask(site, task);
  if (begun.is === 'aside') {
    await putAside(site, task, begun);
    return null;
  }
  const { config, run } = begun;
  const { status, why } = begun.is === 'over' ? begun : await runTask(site, begun, options);
  switch (status) {
    case 'interrupted':
    case 'paused':
      return { status, why };
    case 'completed':
      await finishTask(site, task, { config, run });
      return null;
    case 'stuck': {
      const failures = task.failures + 1;
      const again = failures < site.held.state().attempts;
      await putAside(site, task, { status, why, failures, again }, { config, run });
      return null;
    }
    case 'needs_human':
      // What keeps a run from beginning keeps the next from it too.
      if (!existsSync(runFolders(config.folder, run).ledger)) return { status, why: `${task.name}: ${why}` };
      await putAside(site, task, { status, why }, { config, run });
      return null;
    case 'aborted':
      await putAside(site, task, { status, why }, { config, run });
      return null;
  }
};

type BegunRun = Extract<Begun, { readonly is: 'begun' }>;

/** A run that cannot go on is a person's to mend; whatever else breaks ends the list, and the next `run` goes on. */
const runTask = async (site: ListSite, begun: BegunRun, options: TaskOptions): Promise<Settlement> => {
  const { config, run, resumed, wasCutOff } = begun;
  const { by, until, exitThreshold, inspect, onEvent, onRun, isAsked } = options;
  const which = resumed ? { resume: run, by, unasked: wasCutOff && !isAsked } : { id: run };
  try {
    const going = createRun({
      config,
      onEvent,
      now: site.now,
      ...which,
      ...(until === undefined ? {} : { until }),
      ...(exitThreshold === null ? {} : { exitThreshold }),
      ...(inspect === undefined ? {} : { inspect }),
    });
    onRun(going);
    return await going.ended;
  } catch (error) {
    if (!resumed || !isOfTheRun(error)) throw error;
    return { status: 'needs_human', why: error.message };
  }
};

const isOfTheRun = (error: unknown): error is Error =>
  error instanceof RunError ||
  error instanceof ProofError ||
  (error instanceof LedgerError && error.trouble === 'broken');
