/** Common to all operator commands: the run, the message while a turn is running, and the outcome. */
import type { Config } from '../project/config/config.ts';
import type { Values } from './command.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';
import { chooseRun } from '../run/operator/choose-run.ts';
import type { OperatorCommand } from '../run/operator-commands/operator-command.ts';
import { sendOperatorCommand } from '../run/operator/send-operator-command.ts';
import { plain } from './render/paint.ts';

/** @throws {RunError} when there is no run */
export const runFor = (config: Config, named: string | undefined): string => named ?? chooseRun(config);

/** @returns the exit code */
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
