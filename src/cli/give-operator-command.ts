/** Common to all operator commands: the run, the message while a turn is running, and the outcome. */
import { userInfo } from 'node:os';
import { checkThreshold, findThresholdProblem } from '../run/run-options.ts';
import type { Config } from '../project/config/config.ts';
import type { GivenThreshold } from '../records/given-threshold.ts';
import { text, type Values, UsageError, suggest } from './command.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';
import { isLikeRun } from './run-id.ts';
import { chooseRun } from '../run/operator/choose-run.ts';
import type { OperatorCommand } from '../run/operator-commands/operator-command.ts';
import { sendOperatorCommand } from '../run/operator/send-operator-command.ts';
import { plain } from './render/paint.ts';

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

/**
 * Absent stays absent.
 *
 * @throws {UsageError} that names the phases, if the config has no such phase
 */
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

/** @throws {RunError} when there is no run */
export const runFor = (config: Config, named: string | undefined): string => named ?? chooseRun(config);

/**
 * Sends the operator command, and prints its outcome.
 *
 * @returns the exit code
 */
export const giveOperatorCommand = async (
  { config, run, command }: { readonly config: Config; readonly run: string; readonly command: OperatorCommand },
  values: Values,
  io: CommandIo,
): Promise<number> => {
  const outcome = await sendOperatorCommand({
    config,
    run,
    command,
    wait: values['no-wait'] !== true,
    onWait: (says) => io.complain(`${plain(says)} Waiting for it to end. Ctrl+C cancels the command.`),
  });
  if (values['json'] === true) io.print(JSON.stringify({ run, ...outcome }));
  else if (!outcome.taken) io.complain(`${plain(outcome.says)} The command was not carried out.`);
  else {
    const isOver = outcome.live || outcome.recorded.includes('run.ended');
    io.print(
      `${plain(outcome.says)}${isOver ? '' : ` Continue with dualgate resume${config.list === null ? '' : ` --run ${run}`}.`}`,
    );
  }
  return outcome.taken ? EXIT.ok : EXIT.no;
};
