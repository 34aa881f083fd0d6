import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { CTRL_BACKSLASH, CTRL_C, CTRL_Z, hasTerminal } from '../a-terminal.ts';
import { SEED, testSome } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, SHOUT, WORK } from './a-project.ts';
import { aFifo, DO_THE_WORK, once, READ_THE_PROMPT, SAY_YES, shell, WAIT_TO_GO_ON } from './a-shell-agent.ts';
import { readRecords } from './an-ending.ts';
import { findMarkedWith, hasProc } from './processes.ts';
import { pathOf, recordsOf, runOf } from './read-project.ts';
import { openProgram, runProgram } from './run-program.ts';

const config = { phases: phases({ RED: {}, GREEN: {} }) };
const INTERRUPTED = { status: 'interrupted', why: 'Interrupted', exit_code: 3 };

/** Writes down every interrupt that reaches it; `../heard` lies beside the workspace. */
const TELL_INTERRUPTS = "trap 'echo agent >> ../heard' INT";
const TESTS_TELL = `import { appendFileSync } from 'node:fs';
process.on('SIGINT', () => appendFileSync('../heard', 'tests'));\n`;

/** Ignores what asks it to end, and so does its child, which leads a session of its own; both say that they are there. */
const STUBBORN = [
  "trap '' TERM INT",
  "setsid sh -c 'touch ../child; sleep 300' &",
  'touch ../waiting; sleep 300; sleep 300',
].join('\n');

const isThere = ({ home }: Project, ...files: readonly string[]) =>
  vi.waitFor(() => expect(files.filter((file) => existsSync(join(home, file)))).toEqual(files), { timeout: 20_000 });

const running = (project: Project) => findMarkedWith(`DUALGATE_RUN=${runOf(project)}`);

describe.skipIf(!hasGit || !hasProc || !hasTerminal)(
  `keys typed into a terminal (needs git, /proc and a Python 3.9 with a pty; ${SEED})`,
  { concurrent: true },
  () => {
    test('Ctrl+C once: the iteration finishes and is recorded; agent and tests receive no signal', async ({ home }) => {
      const project = await aProject(home, {
        agent: shell(TELL_INTERRUPTS, READ_THE_PROMPT, once('touch ../waiting', WAIT_TO_GO_ON), DO_THE_WORK, SAY_YES),
        work: { ...WORK, RED: { ...WORK.RED, 'lib/shout.mjs': `${TESTS_TELL}${WORK.RED['lib/shout.mjs']}` } },
        config,
      });
      const fifo = await aFifo(project.agent);
      const terminal = openProgram(project, 'run');
      await isThere(project, 'waiting');

      terminal.type(CTRL_C);
      await terminal.until('Interrupted. The run ends after this iteration. Press Ctrl+C again to end it at once.');
      await fifo.letGoOn();

      expect(await terminal.ended).toMatchObject({ code: 3, seen: expect.stringContaining('dualgate resume') });
      expect(pathOf(project)).toEqual(['RED 1 exited']);
      expect(recordsOf(project, 'turn.ended')).toMatchObject([{ turn: { outcome: 'ok', exit_code: 0 } }]);
      expect(recordsOf(project, 'run.ended')).toEqual([INTERRUPTED]);
      expect(existsSync(join(home, 'heard'))).toBe(false);
      expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    });

    test('Ctrl+C twice: every process ends, even one that ignores it in its own session', async ({ home }) => {
      const project = await aProject(home, {
        agent: shell(READ_THE_PROMPT, once(STUBBORN), DO_THE_WORK, SAY_YES),
        config,
      });
      const terminal = openProgram(project, 'run');
      await isThere(project, 'waiting', 'child');

      terminal.type(CTRL_C);
      await terminal.until('Press Ctrl+C again to end it at once.');
      terminal.type(CTRL_C);
      await terminal.until('Ending the agent and its processes.');

      expect(await terminal.ended).toMatchObject({ code: 3 });
      expect(running(project)).toEqual([]);
      expect(pathOf(project)).toEqual([]);
      expect(recordsOf(project, 'run.ended')).toEqual([INTERRUPTED]);
      expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    });

    const isKilled = async (home: string, ...typed: readonly (readonly [key: string, says: string])[]) => {
      const project = await aProject(home, { agent: shell(READ_THE_PROMPT, STUBBORN), config });
      const terminal = openProgram(project, 'run');
      await isThere(project, 'waiting', 'child');

      for (const [key, says] of typed) {
        terminal.type(key);
        await terminal.until(says);
      }

      expect(await terminal.ended).toMatchObject({ code: 3 });
      expect(running(project)).toEqual([]);
      expect(recordsOf(project, 'run.ended')).toEqual([INTERRUPTED]);
    };

    testSome(
      {
        'Ctrl+\\ ends everything at once': (home: string) =>
          isKilled(home, [CTRL_BACKSLASH, 'Ending the agent and its processes.']),

        'Ctrl+C three times: nobody is asked any more': (home: string) =>
          isKilled(
            home,
            [CTRL_C, 'Ctrl+C again'],
            [CTRL_C, 'Ending the agent'],
            [CTRL_C, 'Killing the remaining processes.'],
          ),

        'Ctrl+Z suspends nothing and says why; the run continues to its end': async (home: string) => {
          const project = await aProject(home, {
            agent: shell(READ_THE_PROMPT, 'touch ../waiting', WAIT_TO_GO_ON, DO_THE_WORK, SAY_YES),
            config: { phases: phases({ RED: {} }) },
          });
          const fifo = await aFifo(project.agent);
          const terminal = openProgram(project, 'run');
          await isThere(project, 'waiting');

          terminal.type(CTRL_Z);
          await terminal.until('Not suspended: the agent would continue without supervision. Ctrl+C ends the run.');
          await fifo.letGoOn();

          expect(await terminal.ended).toMatchObject({ code: 0 });
          expect(pathOf(project)).toEqual(['RED 1 exited']);
        },

        'Ctrl+C in the baseline ends it at once: nothing was spent, and nothing is left to resume': async (
          home: string,
        ) => {
          const project = await aProject(home, {
            files: {
              'checks/slow.test.mjs': `import { writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
writeFileSync('../waiting', '');
spawnSync('sleep', ['300']);\n`,
            },
            config,
          });
          const terminal = openProgram(project, 'run');
          await isThere(project, 'waiting');

          terminal.type(CTRL_C);
          await terminal.until('Interrupted. No iteration has started; the run ends.');

          expect(await terminal.ended).toMatchObject({ code: 3 });
          expect(running(project)).toEqual([]);
          expect(readRecords(project)).toEqual([]);
        },

        'Ctrl+C twice while the tests run: the runner is ended with what its tests started': async (home: string) => {
          const hangs = `import { writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
if (process.env.DUALGATE_RUN) {
  spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
  writeFileSync('../waiting', '');
  setInterval(() => {}, 1000);
}\n`;
          const project = await aProject(home, {
            work: { ...WORK, GREEN: { 'lib/shout.mjs': `${hangs}${SHOUT}` } },
            config,
          });
          const terminal = openProgram(project, 'run');
          await isThere(project, 'waiting');

          terminal.type(CTRL_C);
          await terminal.until('Press Ctrl+C again to end it at once.');
          terminal.type(CTRL_C);

          expect(await terminal.ended).toMatchObject({ code: 3 });
          expect(running(project)).toEqual([]);
          expect(pathOf(project)).toEqual(['RED 1 exited']);
          expect(readFileSync(join(project.workspace, 'lib/shout.mjs'), 'utf8')).toContain('setInterval');
        },
      },
      5,
      (title, keys) => test(title, ({ home }) => keys(home)),
    );
  },
);
