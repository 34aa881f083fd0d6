/**
 * Follows a run like `watchRun`, and with `--ask` asks the operator when it is halted, and goes on by the answer.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { createRun, type RunOptions } from '../../run/create-run.ts';
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

/** Before anything is begun. @throws {UsageError} where nobody could answer */
export const checkAsk = (values: Values, { isAnswerable }: CommandIo): void => {
  if (values['ask'] !== true) return;
  if (values['json'] === true) throw new UsageError("Option '--ask' cannot be used with --json: nobody could answer");
  if (!isAnswerable) throw new UsageError("Option '--ask' needs a terminal: nobody could answer");
};

/** A list goes on with its next task; nobody is asked. @throws {UsageError} before anything is begun */
export const refuseAskOfList = (values: Values): void => {
  if (values['ask'] === true)
    throw new UsageError(
      "Option '--ask' cannot be used with a list of work: a task that is halted is put aside, and the next one begins. Guide or skip its run, then dualgate resume TASK",
    );
};

/** What to do: none of it begins a run. */
interface GoOn {
  /** Id of the run to go on with. */
  readonly resume?: string;
  /** A notice before anything else. */
  readonly says?: string;
  /** It was killed, and nobody asked for a new allowance. */
  readonly unasked?: boolean;
}

type Hear = NonNullable<RunOptions['onEvent']>;

/** @param hear - every event, after the screen @returns the exit code */
export const watchAndAsk = (
  config: Config,
  goOn: GoOn,
  values: Values,
  io: CommandIo,
  hear: Hear = () => {},
): Promise<number> =>
  withStately(config, values, io, (inspecting) => watch(config, { ...goOn, ...inspecting }, values, io, hear));

const watch = async (
  config: Config,
  { resume, says, unasked = false, inspect }: GoOn & Pick<RunOptions, 'inspect'>,
  values: Values,
  io: CommandIo,
  hear: Hear,
): Promise<number> => {
  const threshold = readThreshold(config, values, io);
  let [notice, isUnasked] = [says, unasked];
  const begin =
    (run: string | undefined) =>
    (onEvent: RunOptions['onEvent'] = () => {}) =>
      createRun({
        config,
        onEvent: joined(onEvent, hear),
        by: operatorName(),
        unasked: isUnasked,
        ...optional('resume', run),
        ...optional('says', notice),
        ...optional('until', text(values, 'until')),
        ...threshold,
        ...(inspect === undefined ? {} : { inspect }),
      });
  if (values['ask'] !== true) return watchRun(begin(resume), values, io);
  for (let going = resume; ; ) {
    const shown = await showRun(begin(going), values, io);
    const { began, ended, followed } = shown;
    const run = followed.id;
    const isHalted = ended.status === 'stuck' || ended.status === 'needs_human';
    // A run that never began has no work yet that could be skipped or guided.
    if (!isHalted || (!began && going === undefined)) return advise(shown, io);
    const answer = await askOperator(config, run, io);
    if (answer === 'quit') return advise(shown, io);
    if (answer === 'over') return sayOver(config, run, io);
    going = run;
    [notice, isUnasked] = [undefined, false];
  }
};

/** The order ended the work: the ledger has the status. */
const sayOver = async (config: Config, run: string, io: CommandIo): Promise<number> => {
  const { settled } = (await readRun(config, run)).status;
  const status = settled?.status ?? 'aborted';
  io.print(`The run is ${status}.`);
  return EXIT_CODES[status];
};
