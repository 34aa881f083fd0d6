/** The program behind `DUALGATE_SIGNAL`. It loads nothing but what it needs to say one word. */
import { sendSignal } from './send-signal.ts';

const run = async (): Promise<void> => {
  process.exitCode = await sendSignal({
    argv: process.argv.slice(2),
    env: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  });
};
void run();
