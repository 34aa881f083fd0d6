import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { hasTerminal } from '../a-terminal.ts';
import { aListProject, DOES } from '../queue/list/a-list.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project } from './a-project.ts';
import {
  aFifo,
  DO_THE_WORK,
  honestBut,
  once,
  READ_THE_PROMPT,
  SAY_YES,
  shell,
  WAIT_TO_GO_ON,
} from './a-shell-agent.ts';
import { findMarkedWith, hasProc, isRunning, sessionOf } from './processes.ts';
import { pathOf, recordsOf, statusOf } from './read-project.ts';
import { type Ended, openProgram, PROGRAM, readEvents, runProgram, runUnder, startProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(4, test);

/** Each fault is a run of the suite, and no test here looks at them. */
const config = { mutation_check: { mutants: 2 }, phases: phases({ RED: {}, GREEN: {} }) };
const BOUND = { timeout: 20_000, interval: 20 };
const INTERRUPTED = { status: 'interrupted', exit_code: 3 };

/** Its first turn waits at a pipe; `begun` in the home says that it does. */
const WAITS = shell(READ_THE_PROMPT, once('touch "$HOME/begun"', WAIT_TO_GO_ON), DO_THE_WORK, SAY_YES);

const untilBegun = (home: string) => vi.waitFor(() => expect(existsSync(join(home, 'begun'))).toBe(true), BOUND);

const pidIn = ({ stdout }: Ended): number => Number(/process (\d+)/.exec(stdout)?.[1] ?? Number.NaN);

const logOf = ({ workspace }: Project): string => {
  const state = join(workspace, '.dualgate');
  const [name = 'none', ...more] = readdirSync(state).filter((each) => each.endsWith('.log'));
  expect(more).toEqual([]);
  return join(state, name);
};

const untilGone = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), { ...BOUND, timeout: 60_000 });

const readEnds = (project: Project) =>
  recordsOf(project, 'run.ended').map(({ status, exit_code }) => ({ status, exit_code }));

describe.skipIf(!hasGit || !hasProc)('a run in the background (needs git and /proc)', () => {
  test('is in a session of its own, says where its log is and how to end it, and is completed', async ({ home }) => {
    const project = await aProject(home, { agent: WAITS, config });
    const { letGoOn } = await aFifo(project.agent);

    const started = await runProgram(project, 'run', '--detach');

    const log = logOf(project);
    const pid = pidIn(started);
    const [run = ''] = readdirSync(join(project.workspace, '.dualgate', 'runs'));
    expect(started).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: [
        `${run} is active in the background: process ${pid}.`,
        `Log:          ${log}`,
        'Watch it:     dualgate status --watch',
        'End it:       dualgate stop         (after this iteration)',
        'End it now:   dualgate stop --now',
      ].join('\n'),
    });
    expect(sessionOf(pid)).toBe(pid);
    expect(statSync(log).mode % 0o1000).toBe(0o600);
    await untilBegun(home);
    const watching = startProgram(project, 'status', '--watch', '--json');
    await watching.until(({ type }) => type === 'iteration.started');
    await letGoOn();
    await untilGone(pid);

    const { exitCode, stdout } = await watching.ended;
    expect({ exitCode, last: readEvents(stdout).at(-1)?.type }).toEqual({ exitCode: 0, last: 'run.ended' });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    // The log is no file that an agent added.
    expect(recordsOf(project, 'run.ended')).toMatchObject([{ status: 'completed', exit_code: 0 }]);
    expect(readFileSync(log, 'utf8')).toContain('completed: Every phase was exited by both of its gates');
    expect(readFileSync(log, 'utf8')).not.toContain('nohup');
    expect(readFileSync(log, 'utf8')).not.toContain('\u001B');
    expect(findMarkedWith(`HOME=${home}`)).toEqual([]);
  });

  slow(
    'ends after its iteration by stop, also if it is asked twice; resume --detach completes it',
    async ({ home }) => {
      const project = await aProject(home, { agent: WAITS, config });
      const { letGoOn } = await aFifo(project.agent);
      const started = await runProgram(project, 'run', '--detach');
      await untilBegun(home);
      for (let n = 0; n < 2; n += 1)
        expect(await runProgram(project, 'stop')).toEqual({
          exitCode: 0,
          stderr: '',
          stdout: expect.stringContaining('ends after this iteration. To end it at once: dualgate stop --now'),
        });
      const waiting = startProgram(project, 'stop', '--wait');
      await waiting.printed('ends after this iteration');
      expect(isRunning(pidIn(started))).toBe(true);

      await letGoOn();

      expect(await waiting.ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('has ended.') });
      await untilGone(pidIn(started));
      expect(pathOf(project)).toEqual(['RED 1 exited']);
      expect(readEnds(project)).toEqual([INTERRUPTED]);
      const nothing = 'No run is active. dualgate status shows the last one.\n';
      expect(await runProgram(project, 'stop')).toEqual({ exitCode: 1, stdout: '', stderr: nothing });

      const resumed = await runProgram(project, 'resume', '--detach');

      expect(resumed.exitCode).toBe(0);
      await untilGone(pidIn(resumed));
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    },
  );

  slow('ends at once by stop --now, with all of its processes', async ({ home }) => {
    const project = await aProject(home, { agent: WAITS, config });
    await aFifo(project.agent);
    await runProgram(project, 'run', '--detach');
    await untilBegun(home);
    expect((await runProgram(project, 'stop')).exitCode).toBe(0);

    const stopped = await runProgram(project, 'stop', '--now');

    expect(stopped).toMatchObject({ exitCode: 0, stderr: '' });
    expect(stopped.stdout).toMatch(/^\S+ has ended\. dualgate resume continues it\.$/);
    expect(readEnds(project)).toEqual([INTERRUPTED]);
    await vi.waitFor(() => expect(findMarkedWith(`HOME=${home}`)).toEqual([]), BOUND);
    expect(pathOf(project)).toEqual([]);
  });

  slow('cannot be ended by its own agent', async ({ home }) => {
    const stop = `"${process.execPath}" "${PROGRAM}" stop --now > "$HOME/heard" 2>&1; echo $? >> "$HOME/heard"`;
    const project = await aProject(home, { agent: honestBut('RED', stop, DO_THE_WORK, SAY_YES), config });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(home, 'heard'), 'utf8')).toBe(
      'Cannot stop the run from inside a turn of the agent. Only an operator can, from a terminal of their own.\n70\n',
    );
  });

  slow('that cannot start shows its message and its exit code instead', async ({ home }) => {
    const project = await aProject(home, { config: { ...config, agent: { command: ['no-such-agent'] } } });
    const { exitCode, stdout, stderr } = await runProgram(project, 'run', '--detach');
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
    expect(stderr).toContain("The agent's program was not found: no-such-agent.");
  });

  slow('beside an active run is refused with the message of that', async ({ home }) => {
    const project = await aProject(home, { agent: WAITS, config });
    await aFifo(project.agent);
    await runProgram(project, 'run', '--detach');
    await untilBegun(home);
    const second = await runProgram(project, 'run', '--detach');
    expect(second).toMatchObject({ exitCode: 77, stderr: expect.stringContaining('has locked it') });
    expect((await runProgram(project, 'stop', '--now')).exitCode).toBe(0);
  });

  test.for([
    ['run', '--dry-run', 'it starts no run'],
    ['run', '--force-complete', 'it starts no run'],
    ['run', '--json', 'the output goes to a log. For events, use dualgate status --watch --json'],
    ['run', '--ask', 'nobody can answer'],
    ['resume', '--ask', 'nobody can answer'],
    ['run', '--inspect', 'its address would only be in the log. Use dualgate inspect'],
  ] as const)('is refused: %s --detach %s', async ([command, option, why], { home }) => {
    const project = await aProject(home, { config });
    expect(await runProgram(project, command, '--detach', option)).toEqual({
      exitCode: 64,
      stdout: '',
      stderr: `dualgate: Option '--detach' cannot be used with ${option}: ${why}. See dualgate ${command} --help.\n`,
    });
    expect(existsSync(join(project.workspace, '.dualgate'))).toBe(false);
  });

  slow('can be a task list: stop ends the list, and run continues it', async () => {
    const { home, folder } = await aListProject({ a: `${once(WAIT_TO_GO_ON)}\n${DOES('a')}`, b: DOES('b') });
    const project: Project = { home, workspace: folder, agent: home };
    const { letGoOn } = await aFifo(home);
    const started = await runProgram(project, 'run', '--detach');
    expect(started).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^list-\S+ is active/) });
    expect((await runProgram(project, 'stop')).exitCode).toBe(0);
    await letGoOn();
    await untilGone(pidIn(started));
    expect(existsSync(join(folder, 'b.txt'))).toBe(false);
    const again = await runProgram(project, 'run', '--json');
    expect(readEvents(again.stdout)).toContainEqual(
      expect.objectContaining({ type: 'list.ended', status: 'completed' }),
    );
  });
});

describe.skipIf(!hasGit || !hasProc)('a terminal that is closed (needs git and /proc)', () => {
  slow('ends the run with exit code 3 after the iteration, which is recorded', async ({ home }) => {
    const project = await aProject(home, { agent: WAITS, config });
    const { letGoOn } = await aFifo(project.agent);
    const run = startProgram(project, 'run');
    await untilBegun(home);
    for (let n = 0; n < 2; n += 1) process.kill(run.pid, 'SIGHUP');
    await run.said('Interrupted. The run ends after this iteration.');

    await letGoOn();

    expect((await run.ended).exitCode).toBe(3);
    expect(pathOf(project)).toEqual(['RED 1 exited']);
    expect(readEnds(project)).toEqual([INTERRUPTED]);
    expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
  });

  slow.skipIf(!hasTerminal)(
    'does not end a detached run that was started in it (needs Python with a pty)',
    async ({ home }) => {
      const project = await aProject(home, { agent: WAITS, config });
      const { letGoOn } = await aFifo(project.agent);
      const terminal = openProgram(project, 'run', '--detach');
      await terminal.until('dualgate stop --now');
      terminal.close();
      await terminal.ended;
      await untilBegun(home);
      const { going } = await statusOf(project);
      expect(going).not.toBeNull();
      await letGoOn();
      await vi.waitFor(async () => expect(findMarkedWith(`HOME=${home}`)).toEqual([]), { ...BOUND, timeout: 60_000 });
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    },
  );

  test.for([
    ['in a shell that names what it starts', ['bash', '-c', 'nohup "$0" "$@"; exit $?'], true],
    ['as a script under nohup', ['nohup', 'sh', '-c', '"$0" "$@"; exit $?'], true],
    ['without nohup', ['bash', '-c', '"$0" "$@"; exit $?'], false],
  ] as const)('is no surprise under nohup: %s', async ([, words, isWarned], { home }) => {
    const project = await aProject(home, { config: { ...config, agent: { command: ['no-such-agent'] } } });
    const { stderr } = await runUnder(project, words, 'run');
    const warning =
      'nohup has no effect on dualgate: a closed terminal ends the run after its iteration. Use --detach instead.\n';
    expect(stderr.replace('nohup: ignoring input\n', '')).toBe(isWarned ? warning : '');
  });
});
