/**
 * The indicator threshold of one run: `--exit-threshold`, else CUB_EXIT_THRESHOLD (spec 000).
 *
 * @module
 */
import { checkThreshold, findThresholdProblem } from '../run/given-threshold.ts';
import type { Config } from '../config/shape-config.ts';
import type { GivenThreshold } from '../records/given-threshold.ts';
import { text, type Values } from './command.ts';
import type { CommandIo } from './terminal/io.ts';
import { operatorName } from './operator-name.ts';
import { UsageError } from './usage-error.ts';

/** @throws {UsageError} for an invalid threshold @throws {RunError} inside a turn of the agent */
export const readThreshold = (
  config: Pick<Config, 'exit_gate'>,
  values: Values,
  { env }: Pick<CommandIo, 'env'>,
): { readonly exitThreshold?: GivenThreshold } => {
  const asked = text(values, 'exit-threshold');
  const surrounding = env['CUB_EXIT_THRESHOLD'];
  if (asked === undefined && (config.exit_gate === null || surrounding === undefined || surrounding === '')) return {};
  const exitThreshold =
    asked === undefined ? give(surrounding ?? '', 'CUB_EXIT_THRESHOLD') : give(asked, '--exit-threshold');
  const problem = findThresholdProblem(config, exitThreshold);
  if (problem !== null) throw new UsageError(`Cannot use ${problem}`);
  checkThreshold(config, exitThreshold);
  return { exitThreshold };
};

const give = (asked: string, from: GivenThreshold['from']): GivenThreshold => {
  if (!/^[1-9]\d{0,3}$/.test(asked))
    throw new UsageError(`${from} must be a whole number of 1 or more (got ${JSON.stringify(asked)})`);
  return { threshold: Number(asked), from, by: operatorName() };
};
