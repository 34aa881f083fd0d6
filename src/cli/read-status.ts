/**
 * Where a run stands by more than its checkpoint. Apart from `status`, which seldom needs what this loads.
 *
 * @module
 */
import { type Glance, readStanding, type RunStatus, standSince } from '../index.ts';
import type { Values } from './command.ts';
import type { CommandIo } from './io.ts';
import { openConfig } from './open-config.ts';
import { parseRunId } from './run-id.ts';

interface StatusOfFolder {
  /** The workspace. */
  readonly folder: string;
  readonly status: RunStatus;
  /** How much of the ledger was looked at. */
  readonly checked: 'end' | 'whole';
}

/** By the checkpoint and the records that came since; `null` when they do not belong together. */
export const readSince = (glance: Glance): StatusOfFolder | null => {
  const standing = standSince(glance);
  return standing === null ? null : { folder: glance.folder, status: standing.status, checked: 'end' };
};

/** By the whole ledger. @throws {ConfigError}, {RunError} or {LedgerError} that says what is wrong */
export const readWhole = async (values: Values, run: string | undefined, io: CommandIo): Promise<StatusOfFolder> => {
  const config = openConfig(values, io);
  const { status } = await readStanding(config, parseRunId(run));
  return { folder: config.folder, status, checked: 'whole' };
};
