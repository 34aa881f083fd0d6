/**
 * What becomes of a program whose output nobody takes any more: a pipe that was closed (EPIPE), a terminal that is gone
 * (EIO), a log on a disk that is full. The screen is lost and nothing else: a run goes on, and its ledger with it.
 *
 * @module
 */
import { EXIT } from './io.ts';

/** These went away because they had seen enough. */
const GONE: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);

/**
 * Keeps both streams from ending the process. A result that was lost turns a yes of the exit code into a no (RULES 1.7).
 *
 * @returns tells that the exit code is about more than what was printed, and stands
 */
export const surviveLostOutput = (stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): (() => void) => {
  let isOutlived = false;
  let isLost = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (GONE.has(error.code ?? '') || isLost) return;
    isLost = true;
    const next = isOutlived ? 'The run goes on; its ledger has everything.' : 'Nothing of the result counts.';
    stderr.write(`Cannot write to stdout: ${error.message}. ${next}\n`);
  });
  stderr.on('error', () => {});
  process.once('exit', () => {
    if (isLost && !isOutlived && (process.exitCode ?? EXIT.ok) === EXIT.ok) process.exitCode = EXIT.broken;
  });
  return () => {
    isOutlived = true;
  };
};
