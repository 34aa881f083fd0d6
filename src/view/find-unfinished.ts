/**
 * The unfinished run of the workspace, and whether `dualgate run` resumes it by itself: it does so after a kill, an
 * interrupt or a pause. A halted run waits for a person and `resume`.
 */
import { statSync } from 'node:fs';
import type { Ending } from '../../machines/index.ts';
import type { Config } from '../project/config/config.ts';
import { anchorFolder, readAnchor } from '../ledger/anchor.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { readRun } from './read-run.ts';
import { RunError } from '../records/run-error.ts';
import { readCurrentRun, runFolders } from '../records/run-folders.ts';
import { describeChangedConfig } from '../records/config-changes.ts';
import { lastConfigOf } from '../records/ruling-config.ts';
import { configOfRun, isConfigOf } from '../records/hash-config.ts';

export interface Unfinished {
  readonly run: string;
  /** Relative to the workspace, with `/`. */
  readonly spec: string;
  readonly quick: boolean;
  /** `killed`: no end was recorded. */
  readonly how: 'killed' | Ending['status'];
  readonly why: string;
  readonly goes_on: boolean;
}

/**
 * @returns `null` when there is none, or its work is over @throws {LedgerError} when its ledger is broken
 * @throws {RunError} when it began under another config, or would resume by itself and was never anchored: another
 * user of the workspace could have made it up
 */
export const findUnfinished = async (config: Config): Promise<Unfinished | null> => {
  const run = readCurrentRun(config.folder);
  if (run === null || isEmpty(runFolders(config.folder, run).ledger)) return null;
  const { state, records } = await readRun(config, run).catch((error: unknown) => {
    throw nameWayOut(error);
  });
  const { ending, configHash, openEnds } = state;
  if (ending?.status === 'completed' || ending?.status === 'aborted') return null;
  const own = await configOfRun(config, run);
  if (!isConfigOf(configHash, own))
    throw new RunError(
      `Cannot continue the run ${run}: ${describeChangedConfig(lastConfigOf(records)?.config ?? null, own)}`,
    );
  const anchors = anchorFolder(process.env);
  if (openEnds.halt === null && readAnchor(anchors, run) === null)
    throw new RunError(
      `Cannot continue the run ${run}: it has no anchor outside the workspace (in ${anchors}). If it is yours, run dualgate resume --run ${run}. To start a new run: dualgate run --new.`,
    );
  const { status: how, why } = openEnds.halt ?? ending ?? KILLED;
  return { run, spec: own.work.spec, quick: own.quick === true, how, why, goes_on: openEnds.halt === null };
};

const KILLED = { status: 'killed', why: 'It was killed or crashed before it recorded its end' } as const;

const isEmpty = (ledger: string): boolean => (statSync(ledger, { throwIfNoEntry: false })?.size ?? 0) === 0;

const nameWayOut = (error: unknown): unknown =>
  error instanceof LedgerError
    ? new LedgerError(error.trouble, `${error.message} dualgate run --new starts a new run and keeps this one.`, {
        cause: error,
        ...(error.path === null ? {} : { path: error.path }),
        ...(error.line === null ? {} : { line: error.line }),
      })
    : error;
