/**
 * The run that the workspace is about and that is not over, and whether `dualgate run` goes on with it by itself: after a
 * kill, an interrupt or a pause; a run that was halted waits for a person, who says `resume`.
 *
 * @module
 */
import { statSync } from 'node:fs';
import type { Settlement } from '../../machines/index.ts';
import type { Config } from '../config/shape-config.ts';
import { anchorFolder, readAnchor } from '../ledger/anchor.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { readRun } from './read-run.ts';
import { RunError } from '../records/run-error.ts';
import { readCurrentRun, runFolders } from '../records/run-folders.ts';
import { isConfigOf } from '../records/hash-config.ts';

export interface Unfinished {
  readonly run: string;
  /** `killed`: it said no end. */
  readonly how: 'killed' | Settlement['status'];
  readonly why: string;
  /** Whether it goes on without being asked to. */
  readonly goes_on: boolean;
}

/**
 * @returns `null` when there is none, or its work is over
 * @throws {LedgerError} when its ledger does not hold
 * @throws {RunError} when it was begun under another config, or would go on by itself and was never anchored: whoever may write in the
 * workspace could have made it up
 */
export const findUnfinished = async (config: Config): Promise<Unfinished | null> => {
  const run = readCurrentRun(config.folder);
  if (run === null || isEmpty(runFolders(config.folder, run).ledger)) return null;
  const { state } = await readRun(config, run).catch((error: unknown) => {
    throw nameWayOut(error);
  });
  const { settled, configHash, openEnds } = state;
  if (settled?.status === 'completed' || settled?.status === 'aborted') return null;
  if (!isConfigOf(configHash, config))
    throw new RunError(
      `Cannot go on with the run ${run}: the config changed since it began, or another dualgate began it. Restore ${config.path ?? 'it'}, or begin a new run with dualgate run --new.`,
    );
  const anchors = anchorFolder(process.env);
  if (openEnds.halt === null && readAnchor(anchors, run) === null)
    throw new RunError(
      `Cannot go on with the run ${run}: nothing outside of the workspace knows of it (in ${anchors}). If it is yours, say so with dualgate resume ${run}; dualgate run --new begins a new one.`,
    );
  const { status: how, why } = openEnds.halt ?? settled ?? KILLED;
  return { run, how, why, goes_on: openEnds.halt === null };
};

const KILLED = { status: 'killed', why: 'It was killed, or broke, before it could say how it ended' } as const;

const isEmpty = (ledger: string): boolean => (statSync(ledger, { throwIfNoEntry: false })?.size ?? 0) === 0;

const nameWayOut = (error: unknown): unknown =>
  error instanceof LedgerError
    ? new LedgerError(error.trouble, `${error.message} dualgate run --new begins a new run beside it.`, {
        cause: error,
        ...(error.path === null ? {} : { path: error.path }),
        ...(error.line === null ? {} : { line: error.line }),
      })
    : error;
