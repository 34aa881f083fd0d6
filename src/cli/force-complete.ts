/**
 * `dualgate run --force-complete`: an operator completes the current run by forced exits (spec 000, "Force Exit").
 *
 * @module
 */
import { chooseRun } from '../index.ts';
import type { Values } from './command.ts';
import { giveOrder } from './give-order.ts';
import type { CommandIo } from './terminal/io.ts';
import { openConfig } from './open-config.ts';
import { operatorName } from './operator-name.ts';
import { readReason } from './read-reason.ts';
import { UsageError } from './usage-error.ts';

const GOES_WITH: ReadonlySet<string> = new Set(['force-complete', 'reason', 'config', 'json']);

/** @returns the exit code @throws {UsageError} without a reason, or beside options that begin a run */
export const forceComplete = async (values: Values, io: CommandIo): Promise<number> => {
  const other = Object.keys(values).find((name) => !GOES_WITH.has(name));
  if (other !== undefined) throw new UsageError(`Option '--${other}' does not go with --force-complete`);
  const reason = readReason(values);
  const config = openConfig(values, io);
  const order = { order: 'skip', by: operatorName(), reason, whole: true } as const;
  return giveOrder({ config, run: chooseRun(config), order }, values, io);
};
