/** The command line in this process, as one file: Node takes longer to find two files than to read them. */
import { writeSync } from 'node:fs';
import { isGithub, disarmCommands } from './github/workflow-commands.ts';
import { type CommandIo, EXIT, isKnown, STOP_SIGNALS } from './terminal/io.ts';
import { quoteWord } from '../base/text/quote-text.ts';
import { main } from './main.ts';

/** Some terminals have no size, or 0. */
const DEFAULT_ROOM = { columns: 80, rows: 24 };

const createProcessIo = (): CommandIo => {
  const { env, stdout, stderr } = process;
  const outliveOutput = surviveLostOutput(stdout, stderr);
  // In a workflow, text of agents and tests could be taken for its commands.
  const guard = isGithub(env) ? disarmCommands : (text: string) => text;
  return {
    program: nameProgram(process.argv[1]),
    cwd: process.cwd(),
    env,
    print: (line) => void stdout.write(`${guard(line)}\n`),
    complain: (line) => void stderr.write(`${guard(line)}\n`),
    annotate: (line) => void stderr.write(`${line}\n`),
    write: (chunk) => void stdout.write(guard(chunk)),
    outliveOutput,
    onOutputLost: (listener) => void stdout.on('error', listener),
    readStdin: async () => (await import('node:stream/consumers')).text(process.stdin),
    openStdin: () => process.stdin,
    // Node opens stdin on first access, and few commands need it.
    get isAnswerable() {
      return stdout.isTTY && process.stdin.isTTY;
    },
    ask: async (question) => (await import('./terminal/ask-terminal.ts')).askTerminal(question, process.stdin, stdout),
    ...describeTerminal(env, stdout.isTTY),
    room: () => ({
      columns: stdout.columns > 0 ? stdout.columns : DEFAULT_ROOM.columns,
      rows: stdout.rows > 0 ? stdout.rows : DEFAULT_ROOM.rows,
    }),
    onResize: (listener) => {
      stdout.on('resize', listener);
      return () => void stdout.off('resize', listener);
    },
    leaveAs: (text) => {
      const leave = () => writeAtExit(text);
      process.once('exit', leave);
      return () => void process.off('exit', leave);
    },
    onInterrupt: (listener) => {
      for (const signal of STOP_SIGNALS) process.on(signal, () => listener(signal));
    },
    onSuspend: (listener) => {
      if (isKnown('SIGTSTP')) process.on('SIGTSTP', listener);
    },
  };
};

/** The last write. */
const writeAtExit = (text: string): void => {
  try {
    writeSync(1, text);
  } catch {
    // The terminal has closed.
  }
};

/** A checkout is not on the PATH; there the file itself is started. */
const nameProgram = (path = ''): string => (path.endsWith('.js') ? `node ${quoteWord(path)}` : 'dualgate');

/** The reader closed the pipe. */
const GONE: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);

/**
 * Keeps both streams from ending the process. A lost result turns exit code 0 into an error (rule 1.7).
 * @returns declares that the exit code is about more than the output, and stays
 */
const surviveLostOutput = (stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): (() => void) => {
  let isOutlived = false;
  let isLost = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (GONE.has(error.code ?? '') || isLost) return;
    isLost = true;
    const next = isOutlived ? 'The run continues; its ledger has everything.' : 'The result is incomplete.';
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

/** The allowed output on stdout, by the environment: NO_COLOR, FORCE_COLOR, CI and a dumb terminal are respected. */
interface Terminal {
  readonly isLive: boolean;
  readonly colours: boolean;
}

/** @param isTerminal - whether stdout is one */
export const describeTerminal = (env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Terminal => {
  const isLive = isTerminal && !isSet(env['CI']) && env['TERM'] !== 'dumb';
  return { isLive, colours: (env['NO_COLOR'] ?? '') === '' && (isLive || isSet(env['FORCE_COLOR'])) };
};

const isSet = (value: string | undefined): boolean => value !== undefined && !['', '0', 'false'].includes(value);

/** @returns the exit code; never throws */
export const start = (): Promise<number> => main(process.argv.slice(2), createProcessIo());
