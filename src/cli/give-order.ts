/**
 * What the operator's commands have in common: which run, who gives the order, what is said while a turn is waited for, and
 * what came of it.
 *
 * @module
 */
import { chooseRun } from '../operator/choose-run.ts';
import type { Config } from '../config/shape-config.ts';
import type { Order } from '../orders/order.ts';
import { sendOrder } from '../operator/send-order.ts';
import type { Values } from './command.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';
import { plain } from './render/text/paint.ts';
import { parseRunId } from './run-id.ts';
import { UsageError } from './usage-error.ts';

/** Whether a word of the command line names a phase. */
export const isPhase = ({ phases }: Config, given: string | undefined): boolean =>
  phases.some(({ phase }) => phase === given);

/** @throws {UsageError} for anything that is no id @throws {RunError} when there is no run */
export const runFor = (config: Config, given: string | undefined): string => {
  if (isPhase(config, given))
    throw new UsageError(`RUN must be the id of a run, as dualgate status shows it (got ${given}, which is a phase)`);
  return parseRunId(given) ?? chooseRun(config);
};

/**
 * Gives the order, and says what came of it.
 *
 * @returns the exit code
 */
export const giveOrder = async (
  { config, run, order }: { readonly config: Config; readonly run: string; readonly order: Order },
  values: Values,
  io: CommandIo,
): Promise<number> => {
  const outcome = await sendOrder({
    config,
    run,
    order,
    wait: values['no-wait'] !== true,
    onWait: (says) => io.complain(`${plain(says)} Waiting for its end; Ctrl+C gives up.`),
  });
  if (values['json'] === true) io.print(JSON.stringify({ run, ...outcome }));
  else if (!outcome.taken) io.complain(`${plain(outcome.says)} The order was not given.`);
  else {
    const goesOn = outcome.live || outcome.recorded.includes('run.settled');
    io.print(
      `${plain(outcome.says)}${goesOn ? '' : ` dualgate resume${config.list === null ? '' : ` ${run}`} goes on.`}`,
    );
  }
  return outcome.taken ? EXIT.ok : EXIT.no;
};
