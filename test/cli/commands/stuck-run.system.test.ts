import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONFIG, createProject, GREEN_TURNS, type Project, RED_TURN } from '../a-project.ts';
import { runLine } from '../memory-io.ts';
import { currentRun, hasGit, keepAnchorsAside, PROGRAM, steady } from './a-run.ts';

keepAnchorsAside();

describe.skipIf(!hasGit)('a run that is stuck (needs git)', () => {
  let project: Project;
  beforeAll(async () => {
    project = await createProject(RED_TURN, {
      'dualgate.yaml': `${CONFIG}    circuit_breaker: { no_progress: 2 }\ncircuit_breaker: { reopenings: 0 }\n`,
    });
  });
  afterAll(() => project.remove());
  const run = async (argv: readonly string[]) => {
    const { code, stdout, stderr } = await runLine(argv, { cwd: project.folder });
    return { code, stdout: steady(stdout, project), stderr: steady(stderr, project) };
  };

  it('ends with 1, and prints the next commands', async () => {
    const { code, stdout, stderr } = await run(['run']);
    expect({ code, stderr, end: stdout.split('\n').slice(-8) }).toMatchInlineSnapshot(`
      {
        "code": 1,
        "end": [
          "Other commands:",
          "  dualgate explain                  see why the last iteration was held",
          "  dualgate resume                   continue, with all counters (iterations, limits, circuit breaker) back at 0",
          "  dualgate reset -m "why"           set all counters back to 0, but do not continue yet",
          "  dualgate reopen TEST -m "why"     let one frozen test be edited, then resume",
          "  dualgate skip -m "why"            exit the phase although its gates are not satisfied, then resume",
          "  dualgate abort -m "why"           end the run for good",
          "",
        ],
        "stderr": "",
      }
    `);
  });

  it('cannot be skipped or aborted inside a turn of the agent', async () => {
    for (const name of ['skip', 'abort']) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, name, '-m', 'I am done'], {
        cwd: project.folder,
        env: { ...process.env, DUALGATE_RUN: currentRun(project) },
        encoding: 'utf8',
      });
      expect({ status, stdout }).toEqual({ status: 77, stdout: '' });
      expect(stderr).toMatch(/from inside a turn of the agent/);
    }
    expect((await run(['skip', '-m', '  '])).stderr).toMatch(/^Cannot skip a phase without a reason/);
  });

  it('is not resumed by run, which exits with the same code', async () => {
    expect(await run(['run', '--json'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Cannot start a run: RUN has not completed (stuck: Exit gate not passing: 2 iterations without progress). Continue it with dualgate resume, or start a new one with dualgate run --new. dualgate status lists the other ways out.\n',
    });
  });

  it('is not changed by run --new', async () => {
    project.write('agent.yaml', `turns:${RED_TURN}${GREEN_TURNS}`);
    const { code, stdout, stderr } = await run(['run', '--new', '--until', 'RED', '--json']);
    expect(stderr).toBe('');
    expect(stdout.split('\n')[0]).toContain('"type":"run.started"');
    // The tests of RED exist already and fail: a run does not start with a failing suite.
    expect(code).toBe(4);
  });

  it('is exited by an operator, and the ledger records it', async () => {
    expect(await run(['skip', '-m', 'the spec is wrong'])).toEqual({
      code: 0,
      stdout: 'Forced the exit of GREEN. The work is complete.\n',
      stderr: '',
    });
    const { stdout } = await run(['status']);
    expect(stdout.replace(/ by \S+: the spec/, ' by ME: the spec')).toMatchInlineSnapshot(`
      "run RUN: completed: The last phase was exited; 1 phase had a forced exit
      Next:
        dualgate report                   see what the run did
        ✓ RED
        » GREEN forced
      WHEN GREEN forced by ME: the spec is wrong
      5 suite runs, N s; your suite takes N s: baseline 2, tests 3
      ledger: 22 records, the last at WHEN. Only the last records were checked; to check all: dualgate verify
      "
    `);
  });
});
