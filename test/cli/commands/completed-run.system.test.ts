/** The commands on one run that completes, in the order in which a person would use them. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { anchorFolder } from '../../../src/ledger/anchor.ts';
import { IN_ONE_PROCESS } from '../../in-one-process.ts';
import { CONFIG, createProject, type Project, RED_TURN } from '../a-project.ts';
import { runLine } from '../memory-io.ts';
import { currentRun, hasGit, keepAnchorsAside, steady } from './a-run.ts';

keepAnchorsAside();

describe.skipIf(!hasGit)('a run that completes (needs git)', () => {
  let project: Project;
  beforeAll(async () => {
    // The output is compared as a whole; a mutation check would choose other mutants each time.
    const keys = '    circuit_breaker: { no_progress: 2 }\nmutation_check: false\n';
    project = await createProject(undefined, { 'dualgate.yaml': `${CONFIG}${keys}` });
  });
  afterAll(() => project.remove());
  const run = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await runLine(argv, { cwd: project.folder });
    return { code, stdout: steady(stdout, project), stderr: steady(stderr, project) };
  };

  it('--dry-run plans it and runs nothing', async () => {
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

  it('refuses an unknown phase for --until, and --agent-output without --json', async () => {
    expect(await run('run', '--until', 'QA')).toEqual({
      code: 77,
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
       phases RED → GREEN, starting at RED
       gates  a phase ends only when its measured tests (gate 1) and the agent (gate 2) both say that it is done
       baseline  the suite runs twice before the first turn, to find failing and flaky tests
       baseline  both runs of the suite agree: no tests
       RED  purpose: A failing test for each criterion
       RED 1  the agent works
       RED 1  the turn ended: ok, exit code 0, N s
       RED 1  tests: 1 failing, exit code 1, N s
       RED 1  the agent says it is done (line 1 of its output)
       RED 1  exited: both gates are satisfied
       paused: RED was exited, as --until requested
      Next:
        dualgate resume                   continue
      ",
      }
    `);
  });

  it('shows its status', async () => {
    expect(await run('status')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "run RUN: paused: RED was exited, as --until requested
      Next:
        dualgate resume                   continue
        ✓ RED
        ▶ GREEN
      3 suite runs, N s; your suite takes N s: baseline 2, tests 1
      ledger: 7 records, the last at WHEN. Only the last records were checked; to check all: dualgate verify
      ",
      }
    `);
    const { code, stdout, stderr } = await run('status', '--json');
    expect({ code, stderr, status: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      stderr: '',
      status: { v: 2, phase: 'GREEN', ending: { status: 'paused' }, going: null, forced_exits: [] },
    });
  });

  it('resumes as NDJSON, completes, and names the missing anchor', async () => {
    rmSync(anchorFolder(process.env), { recursive: true });
    const { code, stdout, stderr } = await runLine(['resume', '--json', '--agent-output'], { cwd: project.folder });
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string; readonly text?: string });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(events[0]?.text).toMatch(
      /^No anchor of this run is in .+: it is unknown whether its ledger was truncated or rewritten\.$/,
    );
    expect(events.map(({ type }) => type).filter((type) => !type.startsWith('test.'))).toMatchInlineSnapshot(`
      [
        "notice",
        "run.resumed",
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
        "phase.exited",
        "breaker.changed",
        "run.ended",
      ]
    `);
  });

  it('explains why it was held', async () => {
    expect(await run('explain', '1')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "GREEN 1: held. Exit signal set but Gate 1 not satisfied: the agent says it is done, but the measurements do not confirm it.
        agent: ok, exit code 0, N s

      To do:
        ✗ fails: test/one.test.cjs > AC-1: one is one
          | 0 == 1

      Gate 1 (measured): not satisfied
        condition of GREEN: tests_failing == 0
        not met (of this condition, and of the rules for every phase: docs/reference/rules.md):
        - tests_failing == 0: got 1, expected 0 (rule 1.4)
        - tests_passing == tests_total: got 0, expected 1 (rule 1.4)
        - runner_exit_code == 0: got 1, expected 0 (rule 2.3)
        - consecutive_green_runs >= 2: got 0, expected 2 or more (rule 1.3)
        8 other conditions are met (--all lists them)

      Gate 2 (the agent's exit signal): satisfied
        exit signal: true (prp block at line 3 of transcripts/green-1-1.stdout)

      Iterations without progress: 1, of at most 2 (circuit_breaker.no_progress)
      Iterations used: 1, of at most 10 (limits.max_iterations of the phase)

      Circuit breaker half-open (closed → half-open): 1 iteration without progress; one more like this opens it

      From the output of the agent (dualgate uses only its exit signal):
             1 | Done!
             2 |
        >    3 | ---PRP_PHASE_STATUS---
             4 | TIMESTAMP: WHEN
             5 | PHASE: GREEN
               …
            21 | EXIT_SIGNAL: true
               …
            25 | ---END_PRP_PHASE_STATUS---
      ",
      }
    `);
    const { stdout } = await run('explain', 'RED', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ record: { phase: 'RED' }, decision: { can_exit: true } });
    expect(await run('explain', '9')).toEqual({
      code: 77,
      stdout: '',
      stderr:
        'Cannot explain GREEN 9 of the run RUN: there is no such iteration. Decided iterations: RED 1, GREEN 1, GREEN 2.\n',
    });
  });

  it('cannot be resumed, skipped or aborted any more', async () => {
    expect(await run('resume')).toEqual({
      code: 77,
      stdout: '',
      stderr: 'Cannot resume the run RUN: its work is over. Start a new one with dualgate run.\n',
    });
    expect(await run('skip', '-m', 'why')).toMatchObject({ code: 77, stdout: '' });
    expect(await run('abort', '-m', 'why')).toMatchObject({ code: 77, stdout: '' });
  });

  it('is replayed: with the same decisions, and with others under a stricter config', async () => {
    expect(await run('replay')).toEqual({
      code: 0,
      stdout: 'RUN: 3 iterations, decided again under its recorded config: every decision is the same.\n',
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
        'RUN: 3 iterations, decided again under other.yaml: 1 decision differs.',
        '',
        '  iteration  recorded  replayed',
        '  GREEN 2    leave     not decided',
      ],
    });
    const reported: unknown = JSON.parse((await run('replay', '--json')).stdout);
    expect(reported).toMatchObject({ run: 'RUN', under: 'recorded', same: true, oddities: [] });
    expect(await run('replay', '--run', 'nobody')).toEqual({
      code: 77,
      stdout: '',
      stderr: 'Cannot find the run nobody: it has no ledger in .. Choose one of .dualgate/runs.\n',
    });
  });

  it('verifies until its ledger is changed', async () => {
    expect(await run('verify')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "The ledger of RUN is intact: 21 records, head HASH.
      ",
      }
    `);
    const { ledger, anchored } = JSON.parse((await runLine(['verify', '--json'], { cwd: project.folder })).stdout) as {
      readonly ledger: string;
      readonly anchored: unknown;
    };
    expect(anchored).toBe(20);
    expect(await run('verify', ledger)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The ledger of \S+ledger\.jsonl is intact: 21 records, head HASH\.\n$/),
    });
    expect(await run('verify', 'gone.jsonl')).toMatchObject({
      code: 77,
      stderr: 'Cannot verify ./gone.jsonl: there is no such file. Name a ledger.jsonl, or a run with --run RUN.\n',
    });
    const day = currentRun(project).slice(0, 8);
    expect((await run('verify', '--run', day)).stdout).toBe((await run('verify')).stdout);
    const [anchors, elsewhere] = [anchorFolder(process.env), `${anchorFolder(process.env)}.away`];
    renameSync(anchors, elsewhere);
    expect(await run('verify')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The ledger of RUN is intact: [^\n]+\nIt has no anchor in [^\n]+\n$/),
    });
    expect(await run('verify', '--run', 'nobody')).toEqual({
      code: 77,
      stdout: '',
      stderr: 'Cannot find the run nobody: it has no ledger in .. Choose one of .dualgate/runs.\n',
    });
    renameSync(elsewhere, anchors);
    renameSync(ledger, `${ledger}.away`);
    expect(await run('verify')).toEqual({
      code: 70,
      stdout: '',
      stderr:
        'Cannot verify RUN: its ledger is missing from ., although its record 20 is anchored. Restore it from a copy, or start a new run.\n',
    });
    renameSync(`${ledger}.away`, ledger);
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('"can_exit":false', '"can_exit":true '));
    const { code, stdout } = await run('verify');
    expect({ code, said: stdout.split('\n')[0] }).toEqual({ code: 1, said: 'The ledger of RUN has problems:' });
    expect(await run('verify', '--json')).toMatchObject({ code: 1, stderr: '' });
    expect(await run('verify', '--all')).toMatchObject({ code: 1, stdout });
    expect(await run('verify', '--run', 'RUN', '--all')).toMatchObject({ code: 64 });
  });

  it('cannot be shown or resumed with a broken ledger, with the same message in every command', async () => {
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

describe.skipIf(!hasGit)('a run after one that completed (needs git)', () => {
  it('is said to be a new one, also with --until: unless somebody asks for it', async () => {
    const only = 'phases: [{ phase: GREEN, purpose: p, gate_1: { condition: tests_failing == 0 } }]\n';
    const own = `version: 1\nwork: { spec: SPEC.md }\nagent: { use: scripted, script: agent.yaml }\ntests: { command: ${IN_ONE_PROCESS.command}, runner: ${IN_ONE_PROCESS.runner} }\n`;
    const works = RED_TURN.replace('RED', 'GREEN').replaceAll('() => 0', '() => 1');
    const project = await createProject(works, { 'dualgate.yaml': `${own}mutation_check: false\n${only}` });
    onTestFinished(project.remove);
    const run = async (...argv: readonly string[]) => {
      const { code, stdout } = await runLine(['run', ...argv], { cwd: project.folder });
      return { code, says: /^.* completed SPEC\.md already.*$/m.exec(steady(stdout, project))?.[0] };
    };
    expect(await run()).toEqual({ code: 0, says: undefined });
    const says = ' The run RUN has completed SPEC.md already: this is a new run.';
    expect(await run('--until', 'GREEN')).toMatchObject({ says });
    expect(await run('--new')).toMatchObject({ says: undefined });
  });
});
