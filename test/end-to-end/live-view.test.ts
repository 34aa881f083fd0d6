import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { openChannelFolder } from '../../src/base/channel-folder.ts';
import { listenOn } from '../../src/base/line-server.ts';
import { takeLock } from '../../src/ledger/lock.ts';
import { createRunFolders, runFolders } from '../../src/records/run-folders.ts';
import { hasTmux, openTmux, type Tmux } from '../a-tmux.ts';
import { aListProject, DOES } from '../queue/list/a-list.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project } from './a-project.ts';
import { aFifo, DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell, WAIT_TO_GO_ON } from './a-shell-agent.ts';
import { hasProc } from './processes.ts';
import { runOf } from './read-project.ts';
import { environmentOf, PROGRAM, readEvents, runProgram, startProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

/** The program in a window of tmux. */
const open = ({ home, workspace }: Project, columns: number, rows: number, ...args: readonly string[]): Tmux =>
  openTmux([process.execPath, PROGRAM, ...args], { cwd: workspace, env: environmentOf(home), columns, rows });
const count = (lines: readonly string[], words: string): number => lines.filter((line) => line.includes(words)).length;

/** It would wait for its own end. */
const WATCH_ONESELF = `"${process.execPath}" "${PROGRAM}" status --watch > ../heard 2>&1; echo "code $?" >> ../heard`;

/** Its agent tries to watch its own run, and waits in its only turn. */
const aWaitingProject = async (home: string) => {
  const project = await aProject(home, {
    agent: shell(READ_THE_PROMPT, WATCH_ONESELF, WAIT_TO_GO_ON, DO_THE_WORK, SAY_YES),
    config: { phases: phases({ RED: {} }) },
  });
  return { project, fifo: await aFifo(project.agent) };
};

describe.skipIf(!hasGit)('a watched task list (needs git)', () => {
  test('is followed from run to run until its end', async () => {
    // Each task waits until who watches has seen it: no list outruns its watchers.
    const waits = 'read -r _ < "$(dirname "$0")/go"';
    const { home, folder } = await aListProject({ a: `${waits}; ${DOES('a')}`, b: `${waits}; ${DOES('b')}` });
    const project: Project = { home, workspace: folder, agent: home };
    const fifo = await aFifo(home);
    const list = startProgram(project, 'run', '--json');
    await list.until(({ type }) => type === 'iteration.started');
    const asJson = startProgram(project, 'status', '--watch', '--json');
    const inPipe = startProgram(project, 'status', '--watch');
    const first = await asJson.until(({ type }) => type === 'iteration.started');
    await inPipe.said('task 1 of 2: specs/a.md');

    await fifo.letGoOn();
    await inPipe.said('task 2 of 2: specs/b.md');
    await asJson.until((event) => event.type === 'iteration.started' && event.run !== first.run);
    await fifo.letGoOn();
    expect(await list.ended).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout } = await asJson.ended;
    const ending = readEvents(stdout).flatMap((event) => (event.type === 'run.ended' ? [event.status] : []));
    expect([exitCode, ending]).toEqual([0, ['completed', 'completed']]);
    const reported = await inPipe.ended;
    expect(reported).toMatchObject({ exitCode: 0, stderr: 'task 1 of 2: specs/a.md\ntask 2 of 2: specs/b.md\n' });
    expect(reported.stdout).toMatch(/\nlist list-[\w-]+: completed, 2 of 2 tasks done\n {2}✓ /);
    expect(await runProgram(project, 'status', '--watch')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/\nNo run is active, so there is nothing to watch\.$/),
    });
  });
});

describe.skipIf(!hasGit || !hasProc || !hasTmux)('the live view (needs git, /proc and tmux)', () => {
  slow(
    'follows the size of its terminal, leaves nothing behind, and looks the same in a second terminal',
    async ({ home }) => {
      const { project, fifo } = await aWaitingProject(home);
      const first = open(project, 80, 24, 'run');
      await first.until('RED 1 of 10');
      const second = open(project, 60, 20, 'status', '--watch');
      await second.until('RED 1 of 10');
      expect([first.isCursorShown(), second.isCursorShown()]).toEqual([false, false]);
      for (const { screen } of [first, second]) {
        const [spine = '', step, left] = screen().trimEnd().split('\n').slice(-3);
        expect(spine).toMatch(/^▶ RED {2,}\d.* s$/);
        expect([step, left]).toEqual([
          expect.stringMatching(/^ {2}RED 1 of 10 {2}\d.* s {2}the agent works/),
          expect.stringMatching(/^ {2}remaining: 50 iterations, \d h \d+ min \(phase\)$/),
        ]);
      }

      const sizes = [
        [50, 14, 'RED 1 of 10'],
        [30, 14, '▶ RED 1  '],
        [30, 6, '▶ RED 1  '],
        [100, 8, '▶ RED 1  '],
        [100, 30, 'RED 1 of 10'],
        [47, 12, 'RED 1 of 10'],
      ] as const;
      for (const [columns, rows, words] of sizes) {
        // A paint that is on its way while the terminal changes is laid out for the old size. The next one is most of a second away.
        const before = first.screen();
        await vi.waitFor(() => expect(first.screen()).not.toBe(before), { timeout: 20_000, interval: 10 });
        first.resize(columns, rows);
        await first.until(words);
        const spine = () =>
          first
            .screen()
            .split('\n')
            .find((line) => line.startsWith('▶ RED'));
        // Painted for this size, and not only cut to it: the duration of the run is at its right.
        if (words === 'RED 1 of 10')
          await vi.waitFor(() => expect(spine()).toMatch(new RegExp(`^.{${columns - 3}} s$`)), { timeout: 20_000 });
        // The terminal may be looked at before the program has heard of its new size.
        await vi.waitFor(
          () => {
            const lines = first.everything();
            expect(
              [count(lines, '▶ RED'), count(lines, 'the agent wo'), count(lines, 'run 2')],
              `${columns}x${rows}:\n${lines.join('\n')}`,
            ).toEqual([1, 1, 1]);
          },
          { timeout: 20_000 },
        );
      }

      await fifo.letGoOn();
      expect([await first.exitCode(), await second.exitCode()]).toEqual([0, 0]);
      expect([first.isCursorShown(), second.isCursorShown()]).toEqual([true, true]);
      for (const { everything } of [first, second]) {
        const lines = everything();
        expect(
          [count(lines, '▶'), count(lines, '✓ RED 1  exited'), count(lines, '✓ completed: ')],
          lines.join('\n'),
        ).toEqual([0, 1, 1]);
      }
    },
  );

  slow(
    'Ctrl+C ends a watcher and not the run; when the loop is killed, every watcher reports it; no watcher counts as the agent',
    async ({ home }) => {
      const { project } = await aWaitingProject(home);
      const loop = startProgram(project, 'run', '--json');
      await loop.until(({ type }) => type === 'iteration.started');
      const [going, staying] = [open(project, 80, 24, 'status', '--watch'), open(project, 80, 24, 'status', '--watch')];
      const inPipe = startProgram(project, 'status', '--watch', '--run', runOf(project));
      const asJson = startProgram(project, 'status', '--watch', '--json');
      await asJson.until(({ type }) => type === 'iteration.started');
      await going.until('the agent works');
      await staying.until('the agent works');

      await vi.waitFor(
        () =>
          expect(readFileSync(join(home, 'heard'), 'utf8')).toBe(
            'Cannot watch a run from inside a turn of the agent. Only an operator can, from a terminal of their own.\ncode 77\n',
          ),
        { timeout: 20_000 },
      );
      going.press('C-c');
      expect(await going.exitCode()).toBe(0);
      expect(going.isCursorShown()).toBe(true);
      expect(going.screen()).toContain('Stopped watching; the run continues.');
      expect(going.screen()).not.toContain('▶');

      process.kill(loop.pid, 'SIGKILL');
      const lost = `Cannot watch the run ${runOf(project)} any longer: it crashed, because its process ended without recording a result. Run dualgate status for its state; dualgate run resumes it.`;
      expect(await staying.exitCode()).toBe(70);
      expect(staying.isCursorShown()).toBe(true);
      expect(staying.screen().replaceAll(/\s/g, '')).toContain(lost.replaceAll(' ', ''));
      const piped = await inPipe.ended;
      expect(piped).toMatchObject({ exitCode: 70, stderr: `${lost}\n` });
      expect(piped.stdout.replaceAll(/^\S+ {2}/gm, '')).toContain('RED 1  the agent works');
      expect(piped.stdout).not.toContain('\u001B');
      const reported = await asJson.ended;
      expect(reported.exitCode).toBe(70);
      expect(reported.stdout.split('\n').map((line) => (JSON.parse(line) as { readonly type: string }).type)).toEqual([
        'run.started',
        'phase.entered',
        'iteration.started',
      ]);
      await loop.ended;
    },
  );

  slow('restores the cursor however the program ends: here after an event that it cannot show', async ({ home }) => {
    const project = await aProject(home);
    const folders = runFolders(project.workspace, 'strange');
    createRunFolders(folders);
    const lock = takeLock(folders.lock, { run: 'strange', now: () => new Date() });
    const places = openChannelFolder('strange', project.workspace, { XDG_RUNTIME_DIR: home });
    const at = { v: 4, at: '2026-01-13T10:00:00.000Z', run: 'strange', phase: 'RED', iteration: 1, attempt: 1 };
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write(`${JSON.stringify({ ...at, type: 'iteration.started' })}\n`);
      socket.write(`${JSON.stringify({ ...at, type: 'turn.ended', transcript: '' })}\n`);
    });
    onTestFinished(() => void server.close());
    await listenOn(server, places.feedSocket);
    const watcher = open(project, 80, 24, 'status', '--watch');
    expect(await watcher.exitCode()).toBe(70);
    expect(watcher.everything().join('')).toContain('Cannot destructure');
    expect(watcher.isCursorShown()).toBe(true);
    lock.release();
  });
});
