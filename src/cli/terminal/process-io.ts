/**
 * The real process as a command sees it.
 *
 * @module
 */
import { writeSync } from 'node:fs';
import { isGithub } from '../github/is-github.ts';
import { disarmCommands } from '../github/workflow-commands.ts';
import { type CommandIo, EXIT } from './io.ts';
import { isKnown, STOP_SIGNALS } from './stop-signals.ts';
import { quoteWord } from '../../text/quote-word.ts';

/** Some terminals do not tell, or say 0. */
const DEFAULT_ROOM = { columns: 80, rows: 24 };

/** Reads and writes this process. */
export const createProcessIo = (): CommandIo => {
  const { env, stdout, stderr } = process;
  const outliveOutput = surviveLostOutput(stdout, stderr);
  // Words of agents and tests are printed: in a workflow, some would be taken for its commands.
  const guard = isGithub(env) ? disarmCommands : (text: string) => text;
  return {
    program: nameProgram(process.argv[1]),
    cwd: process.cwd(),
    env,
    print: (line) => stdout.write(`${guard(line)}\n`),
    complain: (line) => stderr.write(`${guard(line)}\n`),
    annotate: (line) => stderr.write(`${line}\n`),
    write: (chunk) => stdout.write(guard(chunk)),
    outliveOutput,
    onOutputLost: (listener) => void stdout.on('error', listener),
    readStdin: async () => (await import('node:stream/consumers')).text(process.stdin),
    openStdin: () => process.stdin,
    // Node opens stdin when it is first asked for, and few commands ask.
    get isAnswerable() {
      return stdout.isTTY && process.stdin.isTTY;
    },
    ask: async (question) => (await import('./ask-terminal.ts')).askTerminal(question, process.stdin, stdout),
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

/** Nothing is written later than this. */
const writeAtExit = (text: string): void => {
  try {
    writeSync(1, text);
  } catch {
    // The terminal is gone.
  }
};

/** A checkout is not on the PATH: there the file itself is what can be started. */
const nameProgram = (path = ''): string => (path.endsWith('.js') ? `node ${quoteWord(path)}` : 'dualgate');

/** These went away because they had seen enough. */
const GONE: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);

/**
 * Keeps both streams from ending the process. A result that was lost turns a yes of the exit code into a no (RULES 1.7).
 *
 * @returns tells that the exit code is about more than what was printed, and stands
 */
const surviveLostOutput = (stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): (() => void) => {
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

/** What stdout may be used for, told from the environment: NO_COLOR, FORCE_COLOR, CI and a dumb terminal are respected. */
interface Terminal {
  /** May a line be painted over? */
  readonly isLive: boolean;
  readonly colours: boolean;
}

/** @param isTerminal - is stdout one? */
export const describeTerminal = (env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Terminal => {
  const isLive = isTerminal && !isSet(env['CI']) && env['TERM'] !== 'dumb';
  return { isLive, colours: (env['NO_COLOR'] ?? '') === '' && (isLive || isSet(env['FORCE_COLOR'])) };
};

const isSet = (value: string | undefined): boolean => value !== undefined && !['', '0', 'false'].includes(value);
