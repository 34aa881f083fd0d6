import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, SHOUT, WORK } from './a-project.ts';
import { DO_THE_WORK, once, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { findMarkedWith, hasProc, killWithWatchdog, sessionOf } from './processes.ts';
import { pathOf, recordsOf, runOf, statusOf } from './read-project.ts';
import { runProgram, startProgram, type Started } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

/** Each fault is a run of the suite, and no test here looks at them. */
const config = { mutation_check: { mutants: 2 }, phases: phases({ RED: {}, GREEN: {} }) };
const COMPLETED = ['RED 1 exited', 'GREEN 1 exited'];

const saysInTurn = (run: Started, word: string) =>
  run.until((event) => event.type === 'agent.output' && event.text.includes(word));

/** Until what the agent prints in its first turn is on the disk; the program does not say when. */
const isWritten = (project: Project, word: string) =>
  vi.waitFor(() => expect(readTranscript(project, 'transcripts/red-1-1.stdout')).toContain(word), { timeout: 10_000 });

const readTranscript = (project: Project, path: string): string =>
  readFileSync(join(project.workspace, '.dualgate', 'runs', runOf(project), path), 'utf8');

/** Ignores SIGTERM, and so does its child, which leads a session of its own. */
const STUBBORN = [
  "trap '' TERM INT",
  "setsid sh -c 'echo child; sleep 300' &",
  'echo waiting; sleep 300; sleep 300',
].join('\n');

describe.skipIf(!hasGit || !hasProc)('Ctrl+C (needs git and /proc)', { concurrent: true }, () => {
  test('reaches neither the agent nor the tests: they are in sessions of their own', async ({ home }) => {
    const writesPid =
      "import { writeFileSync } from 'node:fs';\nwriteFileSync('../test-stat', await import('node:fs').then((fs) => fs.readFileSync('/proc/self/stat', 'utf8')));\n";
    const project = await aProject(home, {
      agent: shell(READ_THE_PROMPT, 'cat "/proc/$$/stat" > ../agent-stat', DO_THE_WORK, SAY_YES),
      work: { ...WORK, GREEN: { 'lib/shout.mjs': `${writesPid}${SHOUT}` } },
      config,
    });
    const run = startProgram(project, 'run');
    const own = sessionOf(run.pid);
    expect(await run.ended).toMatchObject({ exitCode: 0 });

    const sessionIn = (file: string) =>
      Number(/\) \S+ \d+ \d+ (\d+)/.exec(readFileSync(join(home, file), 'utf8'))?.[1]);
    const sessions = [own, sessionIn('agent-stat'), sessionIn('test-stat')];
    expect(sessions).toEqual(sessions.map(() => expect.any(Number)));
    expect(new Set(sessions).size).toBe(3);
  });
});

describe.skipIf(!hasGit || !hasProc)('a killed loop (needs git and /proc)', { concurrent: true }, () => {
  slow(
    'in the middle of a turn, and without a watchdog: resume ends the agent, and decides no iteration twice',
    async ({ home }) => {
      const project = await aProject(home, {
        agent: shell(READ_THE_PROMPT, once(STUBBORN), DO_THE_WORK, SAY_YES),
        config,
      });
      const run = startProgram(project, 'run', '--json', '--agent-output');
      await saysInTurn(run, 'waiting');
      await saysInTurn(run, 'child');
      const left = findMarkedWith(`DUALGATE_RUN=${runOf(project)}`);

      killWithWatchdog(run.pid);
      expect(await run.ended).toMatchObject({ exitCode: null });
      expect(findMarkedWith(`DUALGATE_RUN=${runOf(project)}`)).toEqual(expect.arrayContaining([...left]));
      expect(await statusOf(project)).toMatchObject({ phase: 'RED', ending: null, going: null });
      const resumed = await runProgram(project, 'resume');

      expect(resumed).toMatchObject({ exitCode: 0 });
      expect(resumed.stdout).toContain('Ended processes that the run had left running:');
      expect(findMarkedWith(`DUALGATE_RUN=${runOf(project)}`)).toEqual([]);
      const [again] = recordsOf(project, 'run.resumed');
      expect(again?.ended.map((line) => Number(line.split(' ', 1)[0]))).toEqual(expect.arrayContaining([...left]));
      expect(pathOf(project)).toEqual(COMPLETED);
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    },
  );

  slow('the output of the killed turn is not part of the next turn', async ({ home }) => {
    const project = await aProject(home, {
      agent: shell(
        READ_THE_PROMPT,
        once("printf '%s\\n' '```'", 'echo waiting; sleep 300'),
        DO_THE_WORK,
        SAY_YES,
        'echo and that was it',
      ),
      config,
    });
    const run = startProgram(project, 'run', '--json', '--agent-output');
    await saysInTurn(run, 'waiting');
    await isWritten(project, 'waiting');

    process.kill(run.pid, 'SIGKILL');
    await run.ended;

    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(COMPLETED);
    const [turn] = recordsOf(project, 'turn.ended');
    expect(readTranscript(project, turn?.transcript ?? '')).not.toContain('waiting');
  });

  slow('nor is its yes, when no nonce is required', async ({ home }) => {
    const silentAfter = shell(
      READ_THE_PROMPT,
      DO_THE_WORK,
      once(SAY_YES, 'echo waiting; sleep 300'),
      'echo nothing to say',
    );
    const project = await aProject(home, {
      agent: silentAfter,
      config: { ...config, signals: { require_nonce: false } },
    });
    const run = startProgram(project, 'run', '--json', '--agent-output');
    await saysInTurn(run, 'waiting');
    await isWritten(project, 'waiting');

    process.kill(run.pid, 'SIGKILL');
    await run.ended;

    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 4 });
    expect(pathOf(project).filter((step) => step.endsWith('left'))).toEqual([]);
  });
});
