/**
 * Programs that speak to GitHub, `gh` and `git`: found outside of the workspace, without questions.
 *
 * @module
 */
import { locateProgram } from '../../processes/locate-program.ts';
import { runProcess } from '../../processes/run-process.ts';
import { pathOutside } from '../../processes/trusted-path.ts';
import { plainLine } from '../../text/plain-line.ts';
import type { CommandIo } from '../terminal/io.ts';

/** Absolute path; `null` without one on the PATH. */
export const findOutside = (
  program: 'gh' | 'git',
  { cwd, env }: Pick<CommandIo, 'cwd' | 'env'>,
): Promise<string | null> => locateProgram(program, cwd, pathOutside(cwd, env['PATH'] ?? ''));

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 4 * 1_048_576;

interface Question {
  /** From `findOutside`. */
  readonly program: string;
  readonly args: readonly string[];
  readonly input?: string;
}

/** Its stdout, or the reason why it failed, in a clause. */
export const runOutside = async (
  { program, args, input }: Question,
  { cwd, env }: Pick<CommandIo, 'cwd' | 'env'>,
): Promise<{ readonly stdout: string } | { readonly problem: string }> => {
  const printed: Buffer[] = [];
  const complained: Buffer[] = [];
  const end = await runProcess({
    command: [program, ...args],
    cwd,
    env: { ...env, GH_PROMPT_DISABLED: '1', GIT_TERMINAL_PROMPT: '0', NO_COLOR: '1' },
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_BYTES,
    marker: null,
    ...(input === undefined ? {} : { input }),
    onStdout: (chunk) => printed.push(chunk),
    onStderr: (chunk) => complained.push(chunk),
  });
  if (end.ended === 'exited' && end.exit_code === 0) return { stdout: Buffer.concat(printed).toString('utf8') };
  const said = plainLine(Buffer.concat(complained).toString('utf8'), 200);
  return { problem: end.problem ?? (said === '' ? `it ended with ${end.exit_code ?? end.ended}` : said) };
};
