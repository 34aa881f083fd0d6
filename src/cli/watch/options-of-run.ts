/** Options of commands about a run: they are read, and refused, before anything is loaded that could carry them out. */
import { userInfo } from 'node:os';
import type { Config } from '../../project/config/config.ts';
import type { GivenThreshold } from '../../records/fold/preset-state.ts';
import { checkThreshold, findThresholdProblem } from '../../run/run-options.ts';
import { suggest, text, type Values, UsageError } from '../command.ts';
import { isLikeRun } from '../run-id.ts';
import type { CommandIo } from '../terminal/io.ts';

/** The user's name; `uid N` where the system knows none. */
export const operatorName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

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

/** Absent stays absent. @throws {UsageError} that names the phases, if the config has no such phase */
export const readPhase = ({ phases }: Pick<Config, 'phases'>, given: string | undefined): string | undefined => {
  const names = phases.map(({ phase }) => phase);
  if (given === undefined || names.includes(given)) return given;
  if (isLikeRun(given))
    throw new UsageError(`PHASE must be one of ${names.join(', ')}. Name a run with --run ${given}`);
  throw new UsageError(`Unknown phase '${given}'. The phases are ${names.join(', ')}${suggest(given, names)}`);
};

/** @throws {UsageError} if it is missing; an empty one is refused later, with the command */
export const readReason = (values: Values): string => {
  const reason = text(values, 'reason');
  if (reason === undefined) throw new UsageError('Missing --reason. Give one with -m "TEXT"');
  return reason;
};

/** Before anything starts. @throws {UsageError} if there is no terminal to answer */
export const checkAsk = (values: Values, { isAnswerable }: CommandIo): void => {
  if (values['ask'] !== true) return;
  if (values['json'] === true) throw new UsageError("Option '--ask' cannot be used with --json");
  if (!isAnswerable) throw new UsageError("Option '--ask' needs a terminal");
};

/** A list continues with its next task. @throws {UsageError} before anything starts */
export const refuseAskOfList = (values: Values): void => {
  if (values['ask'] === true)
    throw new UsageError(
      "Option '--ask' cannot be used with a task list: a halted task is deferred, and the next one starts. Use dualgate guide or dualgate skip, then dualgate resume TASK",
    );
};

/** @throws {UsageError} for an invalid number */
export const readWorkers = (values: Values): { readonly workers?: number } => {
  const given = text(values, 'workers');
  if (given === undefined) return {};
  if (/^\d{1,2}$/.test(given) && Number(given) >= 1 && Number(given) <= MOST_WORKERS) return { workers: Number(given) };
  throw new UsageError(`--workers must be a whole number from 1 to ${MOST_WORKERS} (got ${given})`);
};

/** As in the config. */
const MOST_WORKERS = 64;
