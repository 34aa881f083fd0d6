import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project } from './a-project.ts';
import { DO_THE_WORK, HONEST, once, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { findMarkedWith, hasProc, isRunning, killWithWatchdog, watchdogsOf } from './processes.ts';
import { pathOf, runOf } from './read-project.ts';
import { runProgram, type Started, startProgram, startUnder } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

/** Each fault is a run of the suite, and no test here looks at them. */
const config = { mutation_check: { mutants: 2 }, phases: phases({ RED: {}, GREEN: {} }) };
/** Two seconds to each of two polite signals, one start of Node, and a machine with other work to do. */
const BOUND = { timeout: 20_000, interval: 20 };

/** Writes the process number of each of these into a file, and ends with none of them. */
const FAMILY = [
  "trap '' HUP INT TERM",
  'echo $$ > "$HOME/pids/itself"',
  'sleep 300 & echo $! > "$HOME/pids/child"',
  'setsid sh -c \'trap "" HUP INT TERM; echo $$ > "$HOME/pids/of-another-session"; sleep 300; sleep 300\' &',
  // Without the mark, but its parent still runs.
  'setsid env -i HOME="$HOME" PATH="$PATH" sh -c \'echo $$ > "$HOME/pids/without-a-mark"; sleep 300; sleep 300\' &',
  // Its parent has ended.
  '(setsid sh -c \'echo $$ > "$HOME/pids/orphan"; sleep 300; sleep 300\' &)',
  'wait; sleep 300; sleep 300',
];
const MEMBERS = ['child', 'itself', 'of-another-session', 'orphan', 'without-a-mark'];

const pidsIn = (home: string): readonly number[] =>
  readdirSync(join(home, 'pids')).map((name) => Number(readFileSync(join(home, 'pids', name), 'utf8')));

/** Resolves when every member of the family has told its number. */
const untilAllRun = (home: string): Promise<readonly number[]> =>
  vi.waitFor(() => {
    expect(readdirSync(join(home, 'pids')).sort()).toEqual(MEMBERS);
    const pids = pidsIn(home);
    expect(pids.filter((pid) => pid > 1)).toHaveLength(MEMBERS.length);
    return pids;
  }, BOUND);

const kill = async (run: Started): Promise<void> => {
  process.kill(run.pid, 'SIGKILL');
  await run.ended;
};

/** A program of the user in the workspace, started before the run. */
const startOwn = ({ home, workspace }: Project): number => {
  const own = spawn('sleep', ['300'], { cwd: workspace, env: { HOME: home }, stdio: 'ignore', detached: true });
  onTestFinished(() => void own.kill('SIGKILL'));
  return own.pid ?? 0;
};

describe.skipIf(!hasGit || !hasProc)('a minute after a kill of the loop (needs git and /proc)', () => {
  slow('nothing of the agent is alive, whatever its session, and a program of the user is', async ({ home }) => {
    mkdirSync(join(home, 'pids'));
    const project = await aProject(home, {
      agent: shell(READ_THE_PROMPT, once(...FAMILY), DO_THE_WORK, SAY_YES),
      config,
    });
    const own = startOwn(project);
    const run = startProgram(project, 'run');
    const pids = await untilAllRun(home);
    expect(pids.every(isRunning)).toBe(true);

    await kill(run);

    await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), BOUND);
    await vi.waitFor(() => expect(findMarkedWith(`HOME=${home}`)).toEqual([own]), BOUND);
    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    expect(findMarkedWith(`HOME=${home}`)).toEqual([own]);
  });

  slow('nothing of the test suite is alive, and no temporary folder is left', async ({ home }) => {
    const temporary = join(home, 'temporary');
    for (const folder of ['pids', 'temporary']) mkdirSync(join(home, folder));
    const suite = shell(
      '[ -e checks/new ] || { echo 1..0; exit 0; }',
      once(...FAMILY),
      "echo '1..1'; echo 'not ok 1 - AC-1 it is ok'; exit 1",
    );
    const project = await aProject(home, {
      work: { RED: { 'checks/new': 'x\n' } },
      files: {
        'checks/run.sh': suite.replaceAll('$(dirname "$0")', '$HOME'),
        'specs/shout.md': '- [ ] AC-1: it is ok\n',
      },
      config: {
        tests: { command: 'sh checks/run.sh', runner: 'tap', files: ['checks/**'] },
        phases: phases({ RED: {} }),
      },
    });
    const run = startUnder(project, ['env', `TMPDIR=${temporary}`], 'run');
    const pids = await untilAllRun(home);
    expect(pids.every(isRunning)).toBe(true);

    await kill(run);

    await vi.waitFor(() => expect(findMarkedWith(`HOME=${home}`)).toEqual([]), BOUND);
    expect(pids.filter(isRunning)).toEqual([]);
    expect(readdirSync(temporary).filter((name) => name.startsWith('dualgate-'))).toEqual([]);
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
  });

  slow(
    'the agent of a run that was resumed at once is alive: the loop that is killed twice leaves nothing',
    async ({ home }) => {
      const agent = shell(READ_THE_PROMPT, 'echo $$ >> "$HOME/agents"', 'sleep 300; sleep 300');
      const project = await aProject(home, { agent, config });
      const agents = (): readonly number[] =>
        existsSync(join(home, 'agents'))
          ? readFileSync(join(home, 'agents'), 'utf8').trim().split('\n').map(Number)
          : [];
      const first = startProgram(project, 'run');
      await vi.waitFor(() => expect(agents()).toHaveLength(1), BOUND);
      const [former = 0] = agents();
      await kill(first);
      const second = startProgram(project, 'resume');
      await vi.waitFor(() => expect(agents()).toHaveLength(2), BOUND);
      const [, latter = 0] = agents();
      // The watchdog of the first loop ends once the second one holds the workspace, or before.
      await vi.waitFor(() => expect(isRunning(former)).toBe(false), BOUND);
      expect(isRunning(latter)).toBe(true);

      await kill(second);

      await vi.waitFor(() => expect(findMarkedWith(`HOME=${home}`)).toEqual([]), BOUND);
    },
  );
});

describe.skipIf(!hasGit || !hasProc)('the watchdog of a run (needs git and /proc)', () => {
  const WAITS = shell(READ_THE_PROMPT, once('touch "$HOME/begun"', 'read -r _ < "$HOME/go"'), DO_THE_WORK, SAY_YES);

  const untilBegun = (home: string) => vi.waitFor(() => expect(existsSync(join(home, 'begun'))).toBe(true), BOUND);

  slow('is one shell for a whole run, and ends with it; a program that the user started lives on', async ({ home }) => {
    const project = await aProject(home, { agent: WAITS, config });
    spawn('mkfifo', [join(home, 'go')]);
    const own = startOwn(project);
    const run = startProgram(project, 'run');
    await untilBegun(home);
    expect(watchdogsOf(run.pid)).toEqual([expect.any(Number)]);

    writeFileSync(join(home, 'go'), 'go\n');

    expect(await run.ended).toMatchObject({ exitCode: 0 });
    expect(findMarkedWith(`HOME=${home}`)).toEqual([own]);
  });

  slow('does not end by the signals of a terminal or of a system that stops', async ({ home }) => {
    const project = await aProject(home, { agent: WAITS, config });
    spawn('mkfifo', [join(home, 'go')]);
    const run = startProgram(project, 'run');
    await untilBegun(home);
    const [watchdog = NaN] = watchdogsOf(run.pid);
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.kill(watchdog, signal);
    expect(watchdogsOf(run.pid)).toEqual([watchdog]);

    await kill(run);

    await vi.waitFor(() => expect(findMarkedWith(`HOME=${home}`)).toEqual([]), BOUND);
  });

  slow('if it is killed too, the next run ends and names the remaining processes', async ({ home }) => {
    const project = await aProject(home, {
      // No other process makes the file: the agent is the only one that is marked.
      agent: shell(READ_THE_PROMPT, once(': > "$HOME/begun"; exec sleep 300'), DO_THE_WORK, SAY_YES),
      config,
    });
    const run = startProgram(project, 'run');
    await untilBegun(home);
    const marked = findMarkedWith(`DUALGATE_RUN=${runOf(project)}`);
    expect(marked).toHaveLength(1);
    killWithWatchdog(run.pid);
    await run.ended;
    expect(marked.every(isRunning)).toBe(true);

    const resumed = await runProgram(project, 'resume');

    expect(resumed).toMatchObject({ exitCode: 0 });
    expect(resumed.stdout).toContain(`Ended processes that the run had left running: ${marked.join()} sleep 300`);
  });

  slow('costs a run without an agent to end nothing that a person sees', async ({ home }) => {
    const project = await aProject(home, { agent: HONEST, config });
    const { exitCode, stdout, stderr } = await runProgram(project, 'run');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).not.toMatch(/watchdog|left running/);
    expect(findMarkedWith(`HOME=${home}`)).toEqual([]);
  });
});
