import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { inTurn } from '../pick-some.ts';
import { aProject, ONE_CHANCE, phases } from './a-project.ts';
import { DO_THE_WORK, honestBut, once, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { hasProc, findMarkedWith } from './processes.ts';
import { pathOf, recordsOf, runOf, statusOf } from './read-project.ts';
import { readEvents, runProgram } from './run-program.ts';

const slow = inTurn(4, test);

const TWO_PHASES = phases({ RED: {}, GREEN: {} });

describe.skipIf(!hasGit)('the end of a run when the agent fails (needs git)', { concurrent: true }, () => {
  slow('its program is missing: exit 4 with the way out, before anything is spent', async ({ home }) => {
    const project = await aProject(home, { config: { agent: { command: ['no-such-agent', '--print'] } } });

    const { exitCode, stdout } = await runProgram(project, 'run', '--json');

    expect(exitCode).toBe(4);
    const events = readEvents(stdout);
    expect(events.map(({ type }) => type)).not.toContain('baseline.started');
    expect(events.at(-1)).toMatchObject({
      type: 'run.ended',
      status: 'needs_human',
      why: expect.stringContaining(
        "The agent's program was not found: no-such-agent. Install it, or correct agent.command.",
      ),
    });
  });

  slow('it disappears during the run: exit 4 at once, and resume continues when it is back', async ({ home }) => {
    const script = honestBut('RED', DO_THE_WORK, SAY_YES, 'rm "$0"');
    const project = await aProject(home, { agent: script, config: { phases: TWO_PHASES } });

    const run = await runProgram(project, 'run');
    expect(run).toMatchObject({ exitCode: 4, stdout: expect.stringContaining('The agent could not be started: ') });
    expect(pathOf(project)).toEqual(['RED 1 exited']);

    writeFileSync(join(project.agent, 'agent.sh'), script, { mode: 0o755 });
    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
  });

  slow('it crashes three times in a row: exit 1, and no iteration was decided', async ({ home }) => {
    const project = await aProject(home, {
      agent: shell(READ_THE_PROMPT, SAY_YES, 'exit 7'),
      config: { circuit_breaker: { reopenings: 0, backoff: '1ms' } },
    });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    expect(pathOf(project)).toEqual([]);
    expect(recordsOf(project, 'turn.discarded')).toEqual(
      [1, 2, 3].map((attempt) => ({
        phase: 'RED',
        iteration: 1,
        attempt,
        outcome: 'crashed',
        why: 'The agent crashed (exit code 7) and changed nothing',
        // The third opens the breaker, and it has no trial iteration here.
        ...(attempt < 3 && { wait_until: expect.stringMatching(/Z$/) }),
      })),
    );
    expect(recordsOf(project, 'run.ended')).toEqual([
      { status: 'stuck', why: 'The agent crashed (exit code 7) and changed nothing, 3 times in a row', exit_code: 1 },
    ]);
  });

  slow('it crashes once and then does well: the crash is no iteration', async ({ home }) => {
    const project = await aProject(home, {
      agent: shell(READ_THE_PROMPT, once('exit 7'), DO_THE_WORK, SAY_YES),
      config: { phases: TWO_PHASES, circuit_breaker: { backoff: '1ms' } },
    });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    expect(recordsOf(project, 'turn.discarded')).toMatchObject([{ phase: 'RED', iteration: 1, attempt: 1 }]);
  });

  test.skipIf(!hasProc)(
    'it takes too long: it is ended, its word does not count, its work is kept and measured',
    async ({ home }) => {
      const agent = honestBut('GREEN', DO_THE_WORK, SAY_YES, once('sleep 300'));
      const keys = { phases: TWO_PHASES, circuit_breaker: { backoff: '1ms' } };
      const project = await aProject(home, { agent, config: keys });
      const config = readFileSync(join(project.workspace, 'dualgate.yaml'), 'utf8');
      writeFileSync(join(project.workspace, 'dualgate.yaml'), config.replace('agent:\n', 'agent:\n  timeout: 2s\n'));

      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });

      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 exited']);
      const [, held] = recordsOf(project, 'iteration.decided');
      expect(held?.record).toMatchObject({
        turn: { outcome: 'timed_out' },
        signal: { value: null, reason: 'agent_timed_out' },
        metrics: { tests_passing: 2, tests_failing: 0, consecutive_green_runs: 1 },
        not_started: { runs: 1 },
      });
      expect(held?.decision.reason).toBe('Gate 1 satisfied so far but no exit signal');
      expect(findMarkedWith(`DUALGATE_RUN=${runOf(project)}`)).toEqual([]);
    },
  );
});

describe.skipIf(!hasGit)('operator commands to a run (needs git)', { concurrent: true }, () => {
  slow('--until pauses with exit 0 when the phase is exited, and resume continues', async ({ home }) => {
    const project = await aProject(home, { config: { phases: TWO_PHASES } });

    const run = await runProgram(project, 'run', '--until', 'RED', '--json');

    expect(run.exitCode).toBe(0);
    expect(readEvents(run.stdout).at(-1)).toMatchObject({ type: 'run.ended', status: 'paused', exit_code: 0 });
    expect(await statusOf(project)).toMatchObject({ phase: 'GREEN', ending: { status: 'paused' } });
    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
  });

  slow('--dry-run shows commands, gates and prompt; nothing runs and nothing is left', async ({ home }) => {
    const project = await aProject(home, {
      agent: shell('touch ../spent'),
      config: { phases: ONE_CHANCE, tests: { command: 'node --test' } },
    });
    const before = readdirSync(project.workspace);

    const { exitCode, stdout } = await runProgram(project, 'run', '--dry-run');

    expect(exitCode).toBe(0);
    expect(stdout).toContain('node --test');
    expect(stdout).toContain('consecutive_green_runs >= 2');
    expect(stdout).toContain('AC-2: a shout ends with one exclamation mark');
    expect(existsSync(join(home, 'spent'))).toBe(false);
    expect(readdirSync(project.workspace)).toEqual(before);
  });

  slow('a wrong config does not start: exit 78 with line and column', async ({ home }) => {
    const project = await aProject(home);
    writeFileSync(
      join(project.workspace, 'dualgate.yaml'),
      'work: { spec: specs/shout.md }\nagent: { command: [sh] }\ntests:\n  comand: node --test\n',
    );

    const { exitCode, stdout, stderr } = await runProgram(project, 'run');

    expect({ exitCode, stdout }).toEqual({ exitCode: 78, stdout: '' });
    expect(stderr).toMatch(/dualgate\.yaml:4:3\b.*comand/);
    expect(existsSync(join(project.workspace, '.dualgate'))).toBe(false);
  });

  slow('a gate that asks for what cannot be measured does not start: exit 78, with a suggestion', async ({ home }) => {
    const lax = phases({ GREEN: { gate_1: { condition: 'tests_pasing == tests_total' } } });
    const project = await aProject(home, { config: { phases: lax } });

    const { exitCode, stderr } = await runProgram(project, 'run');

    expect(exitCode).toBe(78);
    expect(stderr).toMatch(/dualgate\.yaml:\d+:\d+.*tests_pasing.*Did you mean tests_passing\?/s);
  });

  slow('wrong usage is exit 64 and starts nothing', async ({ home }) => {
    const project = await aProject(home);

    for (const args of [['run', '--unti', 'RED'], ['rnu'], ['run', 'now'], ['run', '--until'], ['explain', '0']]) {
      const { exitCode, stdout, stderr } = await runProgram(project, ...args);
      expect({ args, exitCode, stdout }).toEqual({ args, exitCode: 64, stdout: '' });
      expect(stderr).toMatch(/^dualgate: .+ See dualgate .*--help\.\n$/);
    }
    expect(existsSync(join(project.workspace, '.dualgate'))).toBe(false);
  });

  slow('a phase that the config does not have is refused, and so is a run that nobody began', async ({ home }) => {
    const project = await aProject(home);

    expect(await runProgram(project, 'run', '--until', 'SHIPPED')).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('the config has no such phase'),
    });
    for (const command of ['status', 'explain', 'verify', 'resume']) {
      const { exitCode, stderr } = await runProgram(project, command);
      expect({ command, no: exitCode !== 0, stderr }).toEqual({
        command,
        no: true,
        stderr: expect.stringMatching(/^Cannot /),
      });
    }
  });
});
