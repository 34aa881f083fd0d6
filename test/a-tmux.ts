/**
 * A program in a real terminal emulator that can be resized and read: tmux, with a server of its own for each. Its screen has
 * the text that a person would see.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';

/** False where the reason stands in the title of what is skipped. */
export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

export interface TmuxOptions {
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly columns: number;
  readonly rows: number;
}

export interface Tmux {
  /** Text on the screen. */
  readonly screen: () => string;
  /** That, and what has scrolled away, without empty lines. */
  readonly everything: () => readonly string[];
  /** Resolves when it is to be seen; when it does not come, what was seen instead is said. */
  readonly until: (words: string) => Promise<void>;
  readonly resize: (columns: number, rows: number) => void;
  /** A key by tmux's name of it, such as `C-c`; any other text as a person types it. */
  readonly press: (key: string) => void;
  readonly isCursorShown: () => boolean;
  /** Exit code of the program, once it has ended. */
  readonly exitCode: () => Promise<number>;
}

/** Says how the command ended and keeps the window, in which tmux would hide the cursor otherwise. Ctrl+C is the command's. */
const STAY = 'trap : INT; "$@"; echo "exit code $?"; exec sleep 600';

const PATIENCE = { timeout: 60_000, interval: 50 };

/** Opens a window and starts the command in it; the window stays when it is over. */
export const openTmux = (command: readonly string[], { cwd, env, columns, rows }: TmuxOptions): Tmux => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  const ask = (...words: readonly string[]) =>
    spawnSync('tmux', ['-u', '-S', join(folder, 'socket'), '-f', '/dev/null', ...words], {
      cwd: folder,
      env: { TERM: 'xterm', ...env },
      encoding: 'utf8',
    });
  const order = (...words: readonly string[]): string => {
    const { stdout, stderr, status } = ask(...words);
    if (status !== 0) throw new Error(`tmux ${words.join(' ')}: ${stderr}`);
    return stdout.trimEnd();
  };
  const size = ['-x', String(columns), '-y', String(rows)];
  const options = [';', 'set', '-g', 'status', 'off'];
  order('new-session', '-d', ...size, '-c', cwd, 'sh', '-c', STAY, 'sh', ...command, ...options);
  onTestFinished(() => {
    // It may be gone already.
    ask('kill-server');
    rmSync(folder, { recursive: true, force: true });
  });
  const screen = () => order('capture-pane', '-p');
  return {
    screen,
    everything: () =>
      order('capture-pane', '-p', '-S', '-')
        .split('\n')
        .filter((line) => line.trim() !== ''),
    until: (words) => vi.waitFor(() => expect(screen()).toContain(words), PATIENCE),
    resize: (width, height) => void order('resize-window', '-x', String(width), '-y', String(height)),
    press: (key) => void order('send-keys', key),
    isCursorShown: () => order('display-message', '-p', '#{cursor_flag}') === '1',
    exitCode: async () => {
      await vi.waitFor(() => expect(screen()).toMatch(/exit code \d+/), PATIENCE);
      return Number(/exit code (\d+)/.exec(screen())?.[1]);
    },
  };
};
