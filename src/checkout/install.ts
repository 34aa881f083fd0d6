/**
 * Installs the dependencies of a fresh checkout with a command.
 *
 * @module
 */
import type { ProcessEnd, ProcessOptions } from '../processes/process-options.ts';
import { runProcess } from '../processes/run-process.ts';

interface Failed {
  readonly end: ProcessEnd['ended'];
  /** A clause: how it ended. */
  readonly why: string;
  /** The last words of it. */
  readonly said: string;
}

const SAID_LIMIT = 2_000;

/** `null` when it succeeded. @param how - with files of `stdout` and `stderr`, or none */
export const install = async (
  folder: string,
  how: Omit<ProcessOptions, 'cwd' | 'onStdout' | 'onStderr'>,
): Promise<Failed | null> => {
  let said = '';
  const listen = (chunk: Buffer): void => {
    said = `${said}${chunk.toString()}`.slice(-SAID_LIMIT);
  };
  const { ended, exit_code, signal, problem } = await runProcess({
    ...how,
    cwd: folder,
    onStdout: listen,
    onStderr: listen,
  });
  if (ended === 'exited' && exit_code === 0) return null;
  const why = problem ?? (ended === 'exited' ? `exit code ${exit_code ?? signal}` : ended.replaceAll('_', ' '));
  return { end: ended, why, said };
};
