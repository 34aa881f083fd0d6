/** The folder of a run's state: `.dualgate/` in the workspace, ignored by git through a `.gitignore` of its own. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlain } from '../base/files/open-plain.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../base/files/folders.ts';

export interface RunFolders {
  readonly state: string;
  readonly lock: string;
  /** Names the default run of `status`, `explain` and `resume`. */
  readonly current: string;
  /** A view (spec 004): the state of the work, and how its runs ended. */
  readonly statePage: string;
  /** The folders of all runs. */
  readonly runs: string;
  readonly run: string;
  readonly ledger: string;
  readonly transcripts: string;
  readonly reports: string;
  /** A view (rules.md, appendix): the status block of every step. */
  readonly phaseStatusLog: string;
  /** A view: the numbers that spec 000 logs of each decision; only where a phase counts indicators. */
  readonly exitGateLog: string;
  /** A view: the score of every iteration and its reasons, where the config has one (spec 002). */
  readonly confidenceLog: string;
  /** A view: the status of the run, for other programs. */
  readonly status: string;
}

/** The paths of one run; nothing is created. */
export const runFolders = (workspace: string, run: string): RunFolders => {
  const state = join(workspace, '.dualgate');
  const runs = join(state, 'runs');
  const folder = join(runs, run);
  return {
    state,
    lock: join(state, 'lock'),
    current: join(state, 'current'),
    statePage: join(state, 'STATE.md'),
    runs,
    run: folder,
    ledger: join(folder, 'ledger.jsonl'),
    transcripts: join(folder, 'transcripts'),
    reports: join(folder, 'reports'),
    phaseStatusLog: join(folder, 'phase-status.log'),
    exitGateLog: join(folder, 'exit-gate.log'),
    confidenceLog: join(folder, 'confidence.log'),
    status: join(folder, 'status.json'),
  };
};

export const createRunFolders = (folders: RunFolders): void => {
  createStateFolder(folders);
  for (const folder of [folders.transcripts, folders.reports]) makePrivateFolder(folder);
};

/** Creates the folder that all runs of a workspace share, and the `.gitignore` that keeps it out of the sources. */
export const createStateFolder = (folders: Pick<RunFolders, 'state'>): void => {
  makePrivateFolder(folders.state);
  const ignore = join(folders.state, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n', { mode: PRIVATE_FILE });
};

/** Id of the current run of the workspace, or null. An id has only letters, digits and dashes. */
export const readCurrentRun = (workspace: string): string | null => {
  const { current } = runFolders(workspace, 'none');
  if (!existsSync(current)) return null;
  const id = readPlain(current).trim();
  return /^[A-Za-z0-9-]+$/.test(id) ? id : null;
};
