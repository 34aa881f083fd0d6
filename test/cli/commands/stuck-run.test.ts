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

  it('ends with 1, and says what can be done', async () => {
    const { code, stdout, stderr } = await run(['run']);
    expect({ code, stderr, end: stdout.split('\n').slice(-8) }).toMatchInlineSnapshot(`
      {
        "code": 1,
        "end": [
          " stuck: Exit gate not passing: 2 iterations without progress",
          "Next:",
          "  dualgate explain             why the last iteration was held",
          "  dualgate resume              go on, with a new allowance of iterations",
          "  dualgate guide "TEXT"        tell the agent something before that",
          "  dualgate skip -m "why"       force the phase; recorded for ever",
          "  dualgate abort -m "why"      end it for good",
          "",
        ],
        "stderr": "",
      }
    `);
  });

  it('is skipped and aborted by nobody who was started by the run itself', async () => {
    for (const name of ['skip', 'abort']) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, name, '-m', 'I am done'], {
        cwd: project.folder,
        env: { ...process.env, DUALGATE_RUN: currentRun(project) },
        encoding: 'utf8',
      });
      expect({ status, stdout }).toEqual({ status: 70, stdout: '' });
      expect(stderr).toMatch(/from inside a turn of the agent/);
    }
    expect((await run(['skip', '-m', '  '])).stderr).toMatch(/^Cannot skip a phase without a reason/);
  });

  it('is not gone on with by run, which says so and ends as it had ended', async () => {
    expect(await run(['run', '--json'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Cannot begin a run: the work of RUN is not over (stuck: Exit gate not passing: 2 iterations without progress). dualgate resume goes on with it, with a new allowance of iterations; dualgate run --new begins a new one.\n',
    });
  });

  it('is left as it is by run --new', async () => {
    project.write('agent.yaml', `turns:${RED_TURN}${GREEN_TURNS}`);
    const { code, stdout, stderr } = await run(['run', '--new', '--until', 'RED', '--json']);
    expect(stderr).toBe('');
    expect(stdout.split('\n')[0]).toContain('"type":"run.started"');
    // The tests of RED are there already, and they fail: a suite that is red from the start begins no run.
    expect(code).toBe(4);
  });

  it('is forced by an operator, recorded for ever', async () => {
    expect(await run(['skip', '-m', 'the spec is wrong'])).toEqual({
      code: 0,
      stdout: 'GREEN was left by a forced exit. The work is completed by it.\n',
      stderr: '',
    });
    const { stdout } = await run(['status']);
    expect(stdout.replace(/ by \S+ at/, ' by ME at')).toMatchInlineSnapshot(`
      "run RUN: completed
        ✓ RED
        ✓ GREEN
      The last phase was left; 1 of the phases by a forced exit
      forced exit of GREEN by ME at WHEN: the spec is wrong
      ledger: 22 records, the last at WHEN (its end was checked)
      "
    `);
  });
});
