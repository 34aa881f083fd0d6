/** The built program in a real terminal: a pseudo-terminal of 60 columns that Python opens. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, GREEN_TURNS, type Project, RED_TURN } from './a-project.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

/**
 * argv: what to wait for before the terminal is closed ('' leaves it open), then the command. Prints JSON. When it was closed
 * there is a file at $TELL_CLOSED.
 */
const OPEN_TERMINAL = `
import fcntl, json, os, pty, struct, sys, termios
until, command = sys.argv[1].encode(), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 60, 0, 0))
seen = b''
while True:
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        break
    if not chunk:
        break
    seen += chunk
    if until and until in seen:
        os.close(terminal)
        open(os.environ['TELL_CLOSED'], 'w').close()
        break
_, status = os.waitpid(pid, 0)
print(json.dumps({'seen': seen.decode(), 'code': os.waitstatus_to_exitcode(status)}))
`;

const hasPty = spawnSync('python3', ['-c', 'import pty, fcntl, os; os.waitstatus_to_exitcode']).status === 0;
const hasGit = spawnSync('git', ['--version']).status === 0;

/** Output without wrapping; the terminal writes two characters for a line feed. */
// oxlint-disable-next-line no-control-regex
const BLOCK = /\u001B\[\?7l([\s\S]*?)\u001B\[K\u001B\[J\u001B\[\?7h/g;
// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001B\[\d+m/g;

describe.skipIf(!hasPty || !hasGit)('in a terminal (skipped without git or a Python 3.9 that has pty)', () => {
  let state: string;
  let project: Project;
  beforeAll(async () => {
    state = mkdtempSync(join(tmpdir(), 'dualgate-state-'));
    project = await createProject();
  });
  afterAll(() => {
    project.remove();
    rmSync(state, { recursive: true, force: true });
  });

  const open = (until: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { CI: _ci, NO_COLOR: _noColor, FORCE_COLOR: _forceColor, ...inherited } = process.env;
    const { stdout, stderr } = spawnSync('python3', ['-c', OPEN_TERMINAL, until, process.execPath, PROGRAM, ...argv], {
      cwd: project.folder,
      env: { ...inherited, TERM: 'xterm', XDG_STATE_HOME: state, ...env },
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as { readonly seen: string; readonly code: number };
  };

  it('shows live lines that never wrap, keeps a line for each phase, and shows the cursor at the end', () => {
    const { seen, code } = open('', ['run', '--until', 'RED']);
    expect(code).toBe(0);
    const blocks = [...seen.matchAll(BLOCK)].map(([, block = '']) =>
      block.replaceAll(COLOURS, '').split('\u001B[K\r\n'),
    );
    expect(
      blocks.some(([spine, step]) => spine?.startsWith('▶ RED ── ○ GREEN  ') && step?.startsWith('  RED 1 of 10  ')),
    ).toBe(true);
    expect(blocks.flat().filter((line) => line.length >= 60)).toEqual([]);
    expect(seen).toContain('✓ RED 1  \u001B[32mexited: both gates are satisfied');
    expect(seen.lastIndexOf('\u001B[?25h')).toBeGreaterThan(seen.lastIndexOf('\u001B[?25l'));
  });

  it.each([{ CI: '1' }, { TERM: 'dumb' }])('writes no escape codes with %j', (env) => {
    const { seen, code } = open('', ['status'], env);
    expect({ code, escapes: seen.includes('\u001B') }).toEqual({ code: 0, escapes: false });
    const resumed = open('', ['resume', '--until', 'RED'], env);
    expect(resumed.seen.includes('\u001B')).toBe(false);
  });

  it('finishes and records the iteration when the terminal is closed during it', async () => {
    project.remove();
    // Its tests end after the terminal is closed.
    const closed = join(state, 'closed');
    const wait = `while (!require('node:fs').existsSync('${closed}')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);`;
    const turn = RED_TURN.replace('const { one }', `${wait}\n        $&`);
    expect(turn).toContain(closed);
    project = await createProject(turn + GREEN_TURNS);
    // The exit code is ignored: Node 20 aborts at its end when it cannot restore the terminal.
    open('the tests run', ['run'], { TELL_CLOSED: closed });
    const ledger = readFileSync(join(project.folder, '.dualgate', 'current'), 'utf8').trim();
    const records = readFileSync(join(project.folder, '.dualgate', 'runs', ledger, 'ledger.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string; readonly data: object });
    expect(records.slice(-3)).toMatchObject([
      { type: 'iteration.decided' },
      { type: 'phase.exited', data: { phase: 'RED' } },
      { type: 'run.ended', data: { status: 'interrupted', exit_code: 3 } },
    ]);
  });
});
