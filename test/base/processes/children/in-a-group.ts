/**
 * Starts many programs, several at a time, while its process group gets a signal all the time. Arguments: `git` or `program`,
 * and how many. Prints `ready`, then how they ended, as JSON.
 */
import { tmpdir } from 'node:os';
import { runProcess } from '../../../../src/base/processes/run-process.ts';
import { runGit } from '../../../../src/project/sources/git.ts';

const [, , kind = '', count = ''] = process.argv;
const ENDS = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const;
for (const signal of ENDS) process.on(signal, () => {});

const startOne = async (): Promise<string> => {
  if (kind === 'program') {
    const { ended, exit_code, signal } = await runProcess({
      command: ['true'],
      cwd: tmpdir(),
      env: process.env,
      timeoutMs: 60_000,
      marker: null,
    });
    return `${ended} ${exit_code ?? signal}`;
  }
  try {
    await runGit(tmpdir(), ['--version']);
    return 'exited 0';
  } catch (error) {
    return String(error);
  }
};

const ends: Record<string, number> = {};
let left = Number(count);
const work = async (): Promise<void> => {
  while (left > 0) {
    left -= 1;
    const end = await startOne();
    ends[end] = (ends[end] ?? 0) + 1;
  }
};
process.stdout.write('ready\n');
await Promise.all([work(), work(), work()]);
process.stdout.write(`${JSON.stringify(ends)}\n`);
