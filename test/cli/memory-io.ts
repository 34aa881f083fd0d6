/** A process in memory: keeps the output of a command, and provides its input. */
import type { CommandIo } from '../../src/cli/terminal/io.ts';
import { main } from '../../src/cli/main.ts';

export interface MemoryIo {
  readonly io: CommandIo;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The same as Ctrl+C. */
  readonly interrupt: () => void;
}

export const createMemoryIo = (options: Partial<CommandIo> & { readonly stdin?: string } = {}): MemoryIo => {
  const { stdin = '', ...given } = options;
  let out = '';
  let err = '';
  const listeners = new Set<() => void>();
  const io: CommandIo = {
    program: 'dualgate',
    cwd: process.cwd(),
    env: { XDG_STATE_HOME: process.env['XDG_STATE_HOME'] },
    print: (line) => {
      out += `${line}\n`;
    },
    complain: (line) => {
      err += `${line}\n`;
    },
    annotate: (line) => {
      err += `${line}\n`;
    },
    write: (text) => {
      out += text;
    },
    outliveOutput: () => {},
    onOutputLost: () => {},
    readStdin: async () => stdin,
    isAnswerable: false,
    ask: async () => null,
    openStdin: async function* () {
      yield Buffer.from(stdin);
    },
    isLive: false,
    room: () => ({ columns: 80, rows: 24 }),
    onResize: () => () => {},
    leaveAs: () => () => {},
    colours: false,
    onInterrupt: (listener) => {
      listeners.add(() => listener('SIGINT'));
    },
    onSuspend: () => {},
    ...given,
  };
  const interrupt = () => {
    for (const listener of listeners) listener();
  };
  return { io, stdout: () => out, stderr: () => err, interrupt };
};

/** Runs a command line to its end. */
export const runLine = async (
  argv: readonly string[],
  options: Parameters<typeof createMemoryIo>[0] = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> => {
  const { io, stdout, stderr } = createMemoryIo(options);
  const code = await main(argv, io);
  return { code, stdout: stdout(), stderr: stderr() };
};
