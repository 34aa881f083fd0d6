/**
 * The commands on one run that completes, in the order in which a person would use them.
 *
 * @module
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorFolder } from '../../../src/ledger/anchor.ts';
import { CONFIG, createProject, type Project } from '../a-project.ts';
import { runLine } from '../memory-io.ts';
import { hasGit, keepAnchorsAside, steady } from './a-run.ts';

keepAnchorsAside();

describe.skipIf(!hasGit)('a run that completes (needs git)', () => {
  let project: Project;
  beforeAll(async () => {
    // What is printed is shown word for word, the breaker too; a probe draws other faults each time.
    const keys = '    circuit_breaker: { no_progress: 2 }\nprobe: false\n';
    project = await createProject(undefined, { 'dualgate.yaml': `${CONFIG}${keys}` });
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
      plan: {
        folder: '.',
        tests: [{ name: 'suite 1', folder: '', command: ['node', 'suite.mjs'], runner: 'node' }],
        missing: [],
      },
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
       RED 1    by its own word 100 % done
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
      ledger: 7 records, the last at WHEN (its end was checked)
      ",
      }
    `);
    const { code, stdout, stderr } = await run('status', '--json');
    expect({ code, stderr, status: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      stderr: '',
      status: { v: 2, phase: 'GREEN', settled: { status: 'paused' }, going: null, forced_exits: [] },
    });
  });

  it('goes on as NDJSON, and completes; that nothing outside of the workspace knows of it is said', async () => {
    rmSync(anchorFolder(process.env), { recursive: true });
    const { code, stdout, stderr } = await runLine(['resume', '--json', '--agent-output'], { cwd: project.folder });
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string; readonly text?: string });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(events[0]?.text).toMatch(
      /^No anchor of this run is in .+: whether its ledger was cut off at its end, or sealed anew, is not known\.$/,
    );
    expect(events.map(({ type }) => type).filter((type) => !type.startsWith('test.'))).toMatchInlineSnapshot(`
      [
        "notice",
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
        "breaker.changed",
        "iteration.started",
        "agent.output",
        "turn.ended",
        "tests.ended",
        "tests.ended",
        "signal.read",
        "iteration.decided",
        "phase.left",
        "breaker.changed",
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
        + tests_total >= 1: tests_total 1 (RULES 1.5)
        + report_fresh == true: report_fresh true (RULES 2.2)
        + report_complete == true: report_complete true (RULES 2.2)
        + tests_passing + tests_failing + tests_skipped == tests_total: tests_passing 0, tests_failing 1, tests_skipped 0, tests_total 1 (RULES 2.2)
        + unhandled_errors == 0: unhandled_errors 0 (RULES 2.3)
        + suite_load_failures == 0: suite_load_failures 0 (RULES 2.3)
        + tree_stable == true: tree_stable true (RULES 2.4)
        + tests_intact == true: tests_intact true (RULES 2.7)

      Gate 2 (the agent's word): satisfied
        + exit_signal == true: exit_signal true
        read: true (explicit_true, prp block at line 3 of transcripts/green-1-1.stdout)
             1 | Done!
             2 |
        >    3 | ---PRP_PHASE_STATUS---
             4 | TIMESTAMP: WHEN
             5 | PHASE: GREEN
             6 | STATUS: COMPLETE
             7 | ITERATION: 1
             8 | PROGRESS_PERCENT: 100
             9 | TESTS: not measured
            10 | FILES: not measured
            11 | CIRCUIT_BREAKER:
            12 |   STATE: CLOSED
            13 |   NO_PROGRESS_COUNT: 0
            14 | DUAL_GATE:
            15 |   GATE_1: true
            16 |   GATE_1_DETAIL: "as far as I can see"
            17 |   GATE_2: true
            18 |   CAN_EXIT: true
            19 | BLOCKERS:
            20 |   - none
            21 | EXIT_SIGNAL: true
            22 | REFACTORING_COMPLETE: false
            23 | RECOMMENDATION: Leave the phase.
            24 | NONCE: [redacted]
            25 | ---END_PRP_PHASE_STATUS---
        by its own word 100 % done

      Failing tests:
        - test/one.test.cjs > AC-1: one is one: 0 == 1

      Without progress: 1 of 2. Iterations used: 1 of 10. Next: hold.

      breaker HALF_OPEN: 1 iteration without progress
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

  it('cannot be gone on with, skipped or aborted any more', async () => {
    expect(await run('resume')).toEqual({
      code: 70,
      stdout: '',
      stderr: 'Cannot resume the run RUN: its work is over. Begin a new one with dualgate run.\n',
    });
    expect(await run('skip', '-m', 'why')).toMatchObject({ code: 70, stdout: '' });
    expect(await run('abort', '-m', 'why')).toMatchObject({ code: 70, stdout: '' });
  });

  it('is decided once more: to the same, and under a config that asks for more to something else', async () => {
    expect(await run('replay')).toEqual({
      code: 0,
      stdout: 'RUN: 3 iterations, decided once more under the config that it began with: every decision is the same.\n',
      stderr: '',
    });
    writeFileSync(
      join(project.folder, 'other.yaml'),
      `${readFileSync(join(project.folder, 'dualgate.yaml'), 'utf8')}\nlimits: { iterations: 1 }\n`,
    );
    const { code, stdout } = await run('replay', '-c', 'other.yaml');
    expect({ code, said: stdout.split('\n').slice(0, 4) }).toEqual({
      code: 1,
      said: [
        'RUN: 3 iterations, decided once more under other.yaml: 1 would be another decision.',
        '',
        '  iteration  recorded  would be',
        '  GREEN 2    leave     not decided',
      ],
    });
    const told: unknown = JSON.parse((await run('replay', '--json')).stdout);
    expect(told).toMatchObject({ run: 'RUN', under: 'recorded', same: true, oddities: [] });
    expect(await run('replay', 'nobody')).toEqual({
      code: 70,
      stdout: '',
      stderr: 'Cannot find the run nobody: it has no ledger in .. Choose one of .dualgate/runs.\n',
    });
  });

  it('verifies, until somebody changes a letter of its ledger', async () => {
    expect(await run('verify')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "The ledger of RUN holds: 21 records, head HASH.
      ",
      }
    `);
    const { ledger, anchored } = JSON.parse((await runLine(['verify', '--json'], { cwd: project.folder })).stdout) as {
      readonly ledger: string;
      readonly anchored: unknown;
    };
    expect(anchored).toBe(20);
    const [anchors, elsewhere] = [anchorFolder(process.env), `${anchorFolder(process.env)}.away`];
    renameSync(anchors, elsewhere);
    expect(await run('verify')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The ledger of RUN holds: [^\n]+\nNo anchor of it is in [^\n]+\n$/),
    });
    expect(await run('verify', 'nobody')).toEqual({
      code: 70,
      stdout: '',
      stderr: 'Cannot find the run nobody: it has no ledger in .. Choose one of .dualgate/runs.\n',
    });
    renameSync(elsewhere, anchors);
    renameSync(ledger, `${ledger}.away`);
    expect(await run('verify')).toEqual({
      code: 70,
      stdout: '',
      stderr:
        'Cannot verify RUN: its ledger is gone from ., and record 20 of it was anchored. Restore it from a copy, or start a new run.\n',
    });
    renameSync(`${ledger}.away`, ledger);
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('"can_exit":false', '"can_exit":true '));
    const { code, stdout } = await run('verify');
    expect({ code, said: stdout.split('\n')[0] }).toEqual({ code: 1, said: 'The ledger of RUN does not hold:' });
    expect(await run('verify', '--json')).toMatchObject({ code: 1, stderr: '' });
    expect(await run('verify', '--all')).toMatchObject({ code: 1, stdout });
    expect(await run('verify', 'RUN', '--all')).toMatchObject({ code: 64 });
  });

  it('tells nothing and goes nowhere once its ledger does not hold, in the same words everywhere', async () => {
    const [, problem = ''] = (await run('verify')).stdout.split('\n');
    const what =
      /- changed: (record \d+ \(line \d+\) was changed: its hash does not match) \(at byte \d+\)\. Do not/.exec(
        problem,
      )?.[1];
    expect(what).toBeDefined();
    for (const argv of [['status', '--verify'], ['explain'], ['replay'], ['resume'], ['skip', '-m', 'why']]) {
      const { code, stdout, stderr } = await run(...argv);
      expect({ argv, code, stdout, stderr }).toEqual({
        argv,
        code: 70,
        stdout: '',
        stderr: expect.stringContaining(String(what)),
      });
    }
  });
});
