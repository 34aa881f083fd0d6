/**
 * A program in a real terminal: a pseudo-terminal that Python opens, with a size, whose keys are typed when the awaited
 * output is there, and which can be closed. Typed text goes through the line discipline of the system: Ctrl+C becomes
 * a SIGINT to whoever is in the foreground, and to nobody else.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** argv: columns, then the command. Reads from stdin JSON words `{"keys"}` and `{"close"}`; prints JSON words, one a line. */
const KEEP_TERMINAL = `
import fcntl, json, os, pty, select, struct, sys, termios
columns, command = int(sys.argv[1]), sys.argv[2:]
gate_read, gate_write = os.pipe()
pid, terminal = pty.fork()
if pid == 0:
    os.close(gate_write)
    os.read(gate_read, 1)
    os.execvp(command[0], command)
os.close(gate_read)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
os.close(gate_write)
def say(word):
    os.write(1, (json.dumps(word) + '\\n').encode())
say({'pid': pid})
orders, is_open, is_heard = b'', True, True
while is_open:
    ready, _, _ = select.select([terminal] + ([0] if is_heard else []), [], [])
    if terminal in ready:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:
            chunk = b''
        if not chunk:
            break
        say({'seen': chunk.decode('latin-1')})
    if 0 in ready:
        got = os.read(0, 65536)
        is_heard = got != b''
        orders += got
        while b'\\n' in orders:
            line, orders = orders.split(b'\\n', 1)
            order = json.loads(line)
            if 'keys' in order:
                os.write(terminal, order['keys'].encode())
            else:
                os.close(terminal)
                is_open = False
                break
_, status = os.waitpid(pid, 0)
say({'code': os.waitstatus_to_exitcode(status)})
`;

/** False where the reason stands in the title of what is skipped: no Python 3.9 with a pty. */
export const hasTerminal =
  spawnSync('python3', ['-c', 'import pty, fcntl, os; os.waitstatus_to_exitcode']).status === 0;

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';
export const CTRL_Z = '\u001A';
export const CTRL_BACKSLASH = '\u001C';

export interface TerminalOptions {
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** @default 80 */
  readonly columns?: number;
}

export interface OpenTerminal {
  /** Id of the program in it. */
  readonly pid: Promise<number>;
  /** Resolves when this was printed, after what the last `until` waited for. */
  readonly until: (words: string) => Promise<void>;
  readonly type: (keys: string) => void;
  /** As when the window is closed. */
  readonly close: () => void;
  /** Everything that was shown, and the exit status: below 0 the number of the signal that ended it. */
  readonly ended: Promise<{ readonly code: number; readonly seen: string }>;
}

/** Opens a terminal and starts the command in it. */
export const openTerminal = (command: readonly string[], options: TerminalOptions): OpenTerminal => {
  const { cwd, env, columns = 80 } = options;
  const keeper = spawn('python3', ['-c', KEEP_TERMINAL, String(columns), ...command], {
    cwd,
    env: { TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let bytes = '';
  let code: number | null = null;
  const seen = () => Buffer.from(bytes, 'latin1').toString('utf8');
  const looks = new Set<() => void>();
  let giveWord: (pid: number) => void;
  const pid = new Promise<number>((resolve) => {
    giveWord = resolve;
  });
  const over = new Promise<void>((resolve) => {
    createInterface({ input: keeper.stdout })
      .on('line', (line) => {
        const word = JSON.parse(line) as { readonly pid?: number; readonly seen?: string; readonly code?: number };
        if (word.pid !== undefined) giveWord(word.pid);
        bytes += word.seen ?? '';
        code = word.code ?? code;
        for (const look of looks) look();
      })
      .once('close', resolve);
  });
  let looked = 0;
  const until = (words: string): Promise<void> =>
    new Promise((found, fail) => {
      const look = () => {
        const at = seen().indexOf(words, looked);
        if (at < 0) return;
        looked = at + words.length;
        looks.delete(look);
        found();
      };
      looks.add(look);
      void over.then(() => fail(new Error(`The terminal was over before it showed ${words}:\n${seen()}`)));
      look();
    });
  const order = (word: object) => keeper.stdin.write(`${JSON.stringify(word)}\n`);
  keeper.stdin.on('error', () => {});
  return {
    pid,
    until,
    type: (keys) => order({ keys }),
    close: () => order({ close: true }),
    ended: over.then(() => {
      if (code === null) throw new Error(`The terminal broke:\n${seen()}`);
      return { code, seen: seen() };
    }),
  };
};
