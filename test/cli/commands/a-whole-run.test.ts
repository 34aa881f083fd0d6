/**
 * Every command on one real run, in the order in which a person would use them.
 *
 * @module
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, GREEN_TURNS, type Project, RED_TURN } from '../a-project.ts';
import { createMemoryIo, runLine } from '../memory-io.ts';
import { main } from '../../../src/cli/main.ts';

let state: string;
const before = process.env['XDG_STATE_HOME'];
beforeAll(() => {
  state = mkdtempSync(join(tmpdir(), 'dualgate-state-'));
  process.env['XDG_STATE_HOME'] = state;
});
afterAll(() => {
  rmSync(state, { recursive: true, force: true });
  if (before === undefined) delete process.env['XDG_STATE_HOME'];
  else process.env['XDG_STATE_HOME'] = before;
});

const PROGRAM = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

const currentRun = ({ folder }: Project): string => readFileSync(join(folder, '.dualgate', 'current'), 'utf8').trim();

/** Without what differs from run to run. */
const steady = (text: string, { folder }: Project): string =>
  text
    .replaceAll(folder, '.')
    .replaceAll(/\d{8}-\d{6}-[0-9a-f]{6}/g, 'RUN')
    .replaceAll(/^\d\d:\d\d:\d\d /gm, '')
    .replaceAll(/\d+\.\d s|\b\d+ s\b/g, 'N s')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'WHEN')
    .replaceAll(/head [0-9a-f]{12}/g, 'head HASH');

const hasGit = spawnSync('git', ['--version']).status === 0;

describe.skipIf(!hasGit)('a run that completes (needs git)', () => {
  let project: Project;
  beforeAll(async () => {
    project = await createProject();
  });
  afterAll(() => project.remove());
  const run = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await runLine(argv, { cwd: project.folder });
    return { code, stdout: steady(stdout, project), stderr: steady(stderr, project) };
  };

  it('is planned without anything being run', async () => {
    const { code, stdout, stderr } = await run('run', '--dry-run', '--json');
    const plan: unknown = JSON.parse(stdout);
    expect({ code, stderr, plan }).toMatchObject({
      code: 0,
      stderr: '',
      plan: { folder: '.', tests: { command: ['node', '--test'], runner: 'node' }, missing: [] },
    });
    expect(existsSync(join(project.folder, '.dualgate'))).toBe(false);
  });

  it('refuses a phase to stop after that it does not have, and agent output without JSON', async () => {
    expect(await run('run', '--until', 'QA')).toEqual({
      code: 70,
      stdout: '',
      stderr: 'Cannot run until QA: the config has no such phase. Choose one of RED, GREEN.\n',
    });
    expect(await run('run', '--agent-output')).toEqual({
      code: 64,
      stdout: '',
      stderr: "dualgate: Option '--agent-output' needs --json. See dualgate run --help.\n",
    });
  });

  it('pauses after a phase, line by line in a pipe', async () => {
    expect(await run('run', '--until', 'RED')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": " run RUN in .
       phases RED → GREEN, from RED
       inventory  the suite runs twice before anything is spent
       RED  A failing test for each criterion
       RED 1  the agent works
       RED 1  the agent ended: ok, exit code 0, N s
       RED 1  tests: 1 failing, exit code 1, N s
       RED 1  signal: true (explicit_true, line 1)
       RED 1  left: both gates agree in this iteration
       paused: RED was left, as --until asked; dualgate resume goes on
      ",
      }
    `);
  });

  it('says where it stands', async () => {
    expect(await run('status')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "run RUN: paused
        ✓ RED
        ▶ GREEN
      RED was left, as --until asked; dualgate resume goes on
      ledger: 6 records, the last at WHEN
      ",
      }
    `);
    const { code, stdout, stderr } = await run('status', '--json');
    expect({ code, stderr, status: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      stderr: '',
      status: { v: 1, phase: 'GREEN', settled: { status: 'paused' }, going: null, forced_exits: [] },
    });
  });

  it('is checked: held, for want of a signal and of green tests', async () => {
    expect(await run('check')).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": "GREEN: held. Neither gate is satisfied.
        agent: nothing of it was given; --output FILE reads what it said

      Gate 1 (measured): not satisfied
          tests_failing == 0
        - tests_failing == 0: 1 is not 0 (RULES 1.4)
        - tests_passing == tests_total: 0 is not 1 (RULES 1.4)
        - runner_exit_code == 0: 1 is not 0 (RULES 2.3)
        - consecutive_green_runs >= 2: 0 is not 2 or more (RULES 1.3)
        values: report_fresh true, report_complete true, runner_exit_code 1, tests_total 1, tests_passing 0, tests_failing 1, tests_skipped 0, unhandled_errors 0, suite_load_failures 0, consecutive_green_runs 0, tests_intact true, tree_stable true

      Gate 2 (the agent's word): not satisfied
        - exit_signal == true: no status block with EXIT_SIGNAL was found
        read: nothing (signal_missing)

      Failing tests:
        - test/one.test.cjs > AC-1: one is one: 0 == 1
      ",
      }
    `);
  });

  it('is checked with what the agent said, from stdin and from a file', async () => {
    project.write('said.txt', 'I am done.\n');
    const { code, stdout } = await runLine(['check', '--output', '-', '--json'], {
      cwd: project.folder,
      stdin: '---PRP_PHASE_STATUS---\nPHASE: GREEN\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_PRP_PHASE_STATUS---\n',
    });
    expect({ code, found: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 1,
      found: {
        record: { phase: 'GREEN', signal: { value: true } },
        decision: { can_exit: false, reason: 'Exit signal set but Gate 1 not satisfied' },
      },
    });
    expect((await run('check', '--output', 'said.txt')).stdout).toContain(
      '  read: nothing (signal_missing of said.txt)',
    );
    expect(await run('check', '--output', 'unsaid.txt')).toMatchObject({ code: 70, stdout: '' });
    rmSync(join(project.folder, 'said.txt'));
  });

  it('goes on as NDJSON, and completes', async () => {
    const { code, stdout, stderr } = await runLine(['resume', '--json', '--agent-output'], { cwd: project.folder });
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(events.map(({ type }) => type).filter((type) => !type.startsWith('test.'))).toMatchInlineSnapshot(`
      [
        "notice",
        "run.started",
        "phase.entered",
        "iteration.started",
        "agent.output",
        "turn.ended",
        "tests.ended",
        "signal.read",
        "iteration.decided",
        "phase.held",
        "signal.premature",
        "iteration.started",
        "agent.output",
        "turn.ended",
        "tests.ended",
        "tests.ended",
        "signal.read",
        "iteration.decided",
        "phase.left",
        "run.settled",
      ]
    `);
  });

  it('explains why it was held', async () => {
    expect(await run('explain', '1')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "GREEN 1: held. Exit signal set but Gate 1 not satisfied.
        agent: ok, exit code 0, N s

      Gate 1 (measured): not satisfied
          tests_failing == 0
        - tests_failing == 0: 1 is not 0 (RULES 1.4)
        - tests_passing == tests_total: 0 is not 1 (RULES 1.4)
        - runner_exit_code == 0: 1 is not 0 (RULES 2.3)
        - consecutive_green_runs >= 2: 0 is not 2 or more (RULES 1.3)
        values: report_fresh true, report_complete true, runner_exit_code 1, tests_total 1, tests_passing 0, tests_failing 1, tests_skipped 0, unhandled_errors 0, suite_load_failures 0, consecutive_green_runs 0, tests_intact true, tree_stable true

      Gate 2 (the agent's word): satisfied
        read: true (explicit_true, line 3 of transcripts/green-1-1.stdout)

      Failing tests:
        - test/one.test.cjs > AC-1: one is one: 0 == 1
      ",
      }
    `);
    const { stdout } = await run('explain', '--phase', 'RED', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ record: { phase: 'RED' }, decision: { can_exit: true } });
    expect(await run('explain', '9')).toEqual({
      code: 70,
      stdout: '',
      stderr: 'Cannot explain GREEN 9 of the run RUN: there is none. Decided were: RED 1, GREEN 1, GREEN 2.\n',
    });
  });

  it('is checked: may be left, with a signal and two green runs', async () => {
    const { code, stdout } = await runLine(['check', '--phase', 'GREEN', '-o', '-'], {
      cwd: project.folder,
      stdin: '---PRP_PHASE_STATUS---\nPHASE: GREEN\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_PRP_PHASE_STATUS---\n',
    });
    expect({ code, stdout }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stdout": "GREEN: may be left. Both gates agree in this iteration.

      Gate 1 (measured): satisfied
          tests_failing == 0
        values: report_fresh true, report_complete true, runner_exit_code 0, tests_total 1, tests_passing 1, tests_failing 0, tests_skipped 0, unhandled_errors 0, suite_load_failures 0, consecutive_green_runs 2, tests_intact true, tree_stable true

      Gate 2 (the agent's word): satisfied
        read: true (explicit_true, line 1 of -)
      ",
      }
    `);
    expect(await run('check')).toMatchObject({ code: 70, stdout: '' });
    expect(await run('check', '--phase', 'QA')).toMatchObject({ code: 70, stdout: '' });
  });

  it('cannot be gone on with, skipped or aborted any more', async () => {
    expect(await run('resume')).toEqual({
      code: 70,
      stdout: '',
      stderr: 'Cannot resume the run RUN: its work is over. Begin a new one with dualgate run.\n',
    });
    expect(await run('skip', '-m', 'why')).toMatchObject({ code: 70, stdout: '' });
    expect(await run('abort', '-m', 'why')).toMatchObject({ code: 70, stdout: '' });
  });

  it('verifies, until somebody changes a letter of its ledger', async () => {
    expect(await run('verify')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "The ledger of RUN holds: 16 records, head HASH.
      ",
      }
    `);
    const { ledger } = JSON.parse((await runLine(['verify', '--json'], { cwd: project.folder })).stdout) as {
      readonly ledger: string;
    };
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('"can_exit":false', '"can_exit":true '));
    const { code, stdout } = await run('verify');
    expect({ code, said: stdout.split('\n')[0] }).toEqual({ code: 1, said: 'The ledger of RUN does not hold:' });
    expect(await run('verify', '--json')).toMatchObject({ code: 1, stderr: '' });
  });
});

describe.skipIf(!hasGit)('a run that is stuck (needs git)', () => {
  let project: Project;
  beforeAll(async () => {
    project = await createProject(RED_TURN);
  });
  afterAll(() => project.remove());
  const run = async (argv: readonly string[]) => {
    const { code, stdout, stderr } = await runLine(argv, { cwd: project.folder });
    return { code, stdout: steady(stdout, project), stderr: steady(stderr, project) };
  };

  it('ends with 1, and says what can be done', async () => {
    const { code, stdout, stderr } = await run(['run']);
    expect({ code, stderr, end: stdout.split('\n').slice(-6) }).toMatchInlineSnapshot(`
      {
        "code": 1,
        "end": [
          " stuck: Exit gate not passing: 2 iterations without progress",
          "Next:",
          "  dualgate explain             why the last iteration was held",
          "  dualgate resume              go on, with a new allowance of iterations",
          "  dualgate skip -m "why"       force the phase; recorded for ever",
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

  it('is not forgotten when a new one begins', async () => {
    project.write('agent.yaml', `turns:${RED_TURN}${GREEN_TURNS}`);
    const { code, stdout, stderr } = await run(['run', '--until', 'RED', '--json']);
    expect(stderr).toBe('Beginning a new run. The work of RUN is not over: dualgate resume would go on with it.\n');
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
      ledger: 16 records, the last at WHEN
      "
    `);
  });
});

describe.skipIf(!hasGit)('a run that is aborted (needs git)', () => {
  it('is over for good', async () => {
    const project = await createProject();
    try {
      await runLine(['run', '--until', 'RED'], { cwd: project.folder });
      const aborted = await runLine(['abort', '--reason', 'no longer wanted'], { cwd: project.folder });
      expect({ ...aborted, stdout: steady(aborted.stdout, project) }).toEqual({
        code: 0,
        stdout: 'The work of RUN was aborted.\n',
        stderr: '',
      });
      expect(await runLine(['resume'], { cwd: project.folder })).toMatchObject({ code: 70, stdout: '' });
    } finally {
      project.remove();
    }
  });
});

describe.skipIf(!hasGit)('Ctrl+C (needs git)', () => {
  /** Presses it when a line of the output says so. */
  const runUntil = async (project: Project, marks: readonly string[]) => {
    const left = [...marks];
    let press = () => {};
    const memory = createMemoryIo({ cwd: project.folder });
    const io = {
      ...memory.io,
      print: (line: string) => {
        memory.io.print(line);
        if (left[0] !== undefined && line.includes(left[0])) {
          left.shift();
          press();
        }
      },
    };
    press = memory.interrupt;
    const code = await main(['run'], io);
    return { code, lines: steady(memory.stdout(), project).trimEnd().split('\n'), stderr: memory.stderr() };
  };

  it('lets the iteration finish, and says that it was heard', async () => {
    const project = await createProject();
    try {
      const { code, lines, stderr } = await runUntil(project, ['GREEN 1  the agent ended']);
      expect({ code, end: lines.slice(-11), stderr }).toMatchInlineSnapshot(`
        {
          "code": 3,
          "end": [
            " GREEN 1  the agent ended: ok, exit code 0, N s",
            " GREEN 1  tests: 1 failing, exit code 1, N s",
            " GREEN 1  signal: true (explicit_true, line 3)",
            " GREEN 1  held: Exit signal set but Gate 1 not satisfied",
            " GREEN 1    - tests_failing == 0: 1 is not 0",
            " GREEN 1    - tests_passing == tests_total: 0 is not 1",
            " GREEN 1    - runner_exit_code == 0: 1 is not 0",
            " GREEN 1    - consecutive_green_runs >= 2: 0 is not 2 or more",
            " interrupted",
            "Next:",
            "  dualgate resume              go on",
          ],
          "stderr": "Interrupted: this iteration is finished and recorded first. Ctrl+C again ends it at once.
        ",
        }
      `);
    } finally {
      project.remove();
    }
  });

  it('ends the agent at once when it is pressed again', async () => {
    const config =
      'version: 1\nwork: { spec: SPEC.md }\nagent: { command: node agent.mjs }\ntests: { command: node --test }\n';
    const agent = 'console.log(process.pid); setInterval(() => {}, 60_000);';
    const project = await createProject(RED_TURN, { 'dualgate.yaml': config, 'agent.mjs': agent });
    try {
      const memory = createMemoryIo({ cwd: project.folder });
      let pid = 0;
      const print = (line: string) => {
        memory.io.print(line);
        const event = JSON.parse(line) as { readonly type: string; readonly text?: string };
        if (event.type !== 'agent.output' || pid !== 0) return;
        pid = Number(event.text);
        memory.interrupt();
        memory.interrupt();
      };
      expect(await main(['run', '--json', '--agent-output'], { ...memory.io, print })).toBe(3);
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      expect(memory.stderr()).toBe(
        'Interrupted: this iteration is finished and recorded first. Ctrl+C again ends it at once.\nEnding the agent and everything that it started.\n',
      );
    } finally {
      project.remove();
    }
  });
});

describe('the built program', () => {
  it('prints nothing but the result on stdout, and answers with the exit code', () => {
    expect(execFileSync(process.execPath, [PROGRAM, '--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
