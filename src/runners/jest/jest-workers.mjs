/**
 * Hears of workers that die. jest starts another one and says nothing: an error after the last test of a file would be
 * lost with the worker, and a file that crashed would simply be tried again.
 */
import childProcess from 'node:child_process';

/** jest ends its own workers so, by SIGTERM and SIGKILL. */
const ENDED_BY_JEST = new Set([0, 128 + 15, 128 + 9]);

/** From now on, for every worker process. @param {(problem: string) => void} onDeath */
export const watchWorkers = (onDeath) => {
  const { fork } = childProcess;
  /** @type {any} */
  const forkInWatch = (/** @type {Parameters<typeof fork>} */ ...args) => {
    const worker = fork(...args);
    worker.once('exit', (code) => {
      if (code !== null && !ENDED_BY_JEST.has(code)) onDeath(`a worker of jest died with exit code ${code}`);
    });
    return worker;
  };
  childProcess.fork = forkInWatch;
};
