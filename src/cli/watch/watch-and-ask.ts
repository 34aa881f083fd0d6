/**
 * Follows a run like `watchRun`. With `--ask`, asks the operator when it halts, and continues by the answer.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { createRun } from '../../run/create-run.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { EXIT_CODES } from '../../records/run-events.ts';
import { readRun } from '../../view/read-run.ts';
import { askOperator } from '../ask-operator.ts';
import { optional, text, type Values } from '../command.ts';
import { readThreshold } from '../exit-threshold.ts';
import { withStately } from './inspect-stately.ts';
import type { CommandIo } from '../terminal/io.ts';
import { operatorName } from '../operator-name.ts';
import { UsageError } from '../usage-error.ts';
import { advise, showRun, watchRun } from './watch-run.ts';
import { joined } from './with-inspector.ts';

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

/** How to start: by default with a new run. */
interface GoOn {
  /** Id of the run to resume. */
  readonly resume?: string;
  /** A notice before anything else. */
  readonly says?: string;
  /** The run was killed, and its limits do not count anew. */
  readonly automatic?: boolean;
}

type Receive = NonNullable<RunOptions['onEvent']>;

/**
 * @param receive - receives every event, after the screen @returns the exit code
 */
export const watchAndAsk = (
  config: Config,
  goOn: GoOn,
  values: Values,
  io: CommandIo,
  receive: Receive = () => {},
): Promise<number> =>
  withStately(config, values, io, (inspecting) => watch(config, { ...goOn, ...inspecting }, values, io, receive));

const watch = async (
  config: Config,
  { resume, says, automatic = false, inspect }: GoOn & Pick<RunOptions, 'inspect'>,
  values: Values,
  io: CommandIo,
  receive: Receive,
): Promise<number> => {
  const threshold = readThreshold(config, values, io);
  let [notice, isUnasked] = [says, automatic];
  const start =
    (run: string | undefined) =>
    (onEvent: RunOptions['onEvent'] = () => {}) =>
      createRun({
        config,
        onEvent: joined(onEvent, receive),
        by: operatorName(),
        automatic: isUnasked,
        ...optional('resume', run),
        ...optional('says', notice),
        ...optional('until', text(values, 'until')),
        ...threshold,
        ...(inspect === undefined ? {} : { inspect }),
      });
  if (values['ask'] !== true) return watchRun(start(resume), values, io);
  for (let going = resume; ; ) {
    const shown = await showRun(start(going), values, io);
    const { began, ended, followed } = shown;
    const run = followed.id;
    const isHalted = ended.status === 'stuck' || ended.status === 'needs_human';
    // A run that never started has no phase to skip or to guide.
    if (!isHalted || (!began && going === undefined)) return advise(shown, io);
    const answer = await askOperator(config, run, io);
    if (answer === 'quit') return advise(shown, io);
    if (answer === 'over') return sayOver(config, run, io);
    going = run;
    [notice, isUnasked] = [undefined, false];
  }
};

/** The command ended the run: the ledger has the status. */
const sayOver = async (config: Config, run: string, io: CommandIo): Promise<number> => {
  const { ending } = (await readRun(config, run)).status;
  const status = ending?.status ?? 'aborted';
  io.print(`The run is ${status}.`);
  return EXIT_CODES[status];
};
