import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type Project } from '../a-project.ts';
import { runLine } from '../memory-io.ts';
import { hasGit, keepAnchorsAside, steady } from './a-run.ts';

keepAnchorsAside();

describe.skipIf(!hasGit)('a checked run (needs git)', () => {
  let project: Project;
  beforeAll(async () => {
    project = await createProject();
    await run('run', '--until', 'RED');
  });
  afterAll(() => project.remove());
  const run = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await runLine(argv, { cwd: project.folder });
    return { code, stdout: steady(stdout, project), stderr: steady(stderr, project) };
  };

  it('is held without a signal and green tests', async () => {
    expect(await run('check')).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": "GREEN: held. Neither gate is satisfied.
        agent: no exit signal; --transcript FILE reads the output of the agent

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
        values: report_fresh true, report_complete true, runner_exit_code 1, tests_total 1, tests_passing 0, tests_failing 1, tests_skipped 0, unhandled_errors 0, suite_load_failures 0, consecutive_green_runs 0, tests_intact true, tree_stable true

      Gate 2 (the agent's exit signal): not satisfied
        - exit_signal == true: no status block with a signal was found
        exit signal: none (signal_missing)
      ",
      }
    `);
  });

  it('reads the exit signal from stdin and from a file', async () => {
    project.write('said.txt', 'I am done.\n');
    const { code, stdout } = await runLine(['check', '--transcript', '-', '--json'], {
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
    expect((await run('check', '--transcript', 'said.txt')).stdout).toContain(
      '  exit signal: none (signal_missing, in said.txt)',
    );
    for (const [name, why] of [
      ['unsaid.txt', 'there is no readable file '],
      ['test', ''],
    ] as const)
      expect(await run('check', '--transcript', name)).toEqual({
        code: 64,
        stdout: '',
        stderr: `dualgate: Option '--transcript': ${why}./${name}${why === '' ? ' is a folder' : ''}. See dualgate check --help.\n`,
      });
    rmSync(join(project.folder, 'said.txt'));
  });

  it('may be exited with a signal and two green runs', async () => {
    expect(await run('resume')).toMatchObject({ code: 0 });
    const { code, stdout } = await runLine(['check', 'GREEN', '--transcript', '-'], {
      cwd: project.folder,
      stdin: '---PRP_PHASE_STATUS---\nPHASE: GREEN\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_PRP_PHASE_STATUS---\n',
    });
    expect({ code, stdout }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stdout": "GREEN: may be exited. Both gates agree in this iteration.
        run: none is active, so no file is frozen yet

      Gate 1 (measured): satisfied
        condition of GREEN: tests_failing == 0
        values: report_fresh true, report_complete true, runner_exit_code 0, tests_total 1, tests_passing 1, tests_failing 0, tests_skipped 0, unhandled_errors 0, suite_load_failures 0, consecutive_green_runs 2, tests_intact true, tree_stable true

      Gate 2 (the agent's exit signal): satisfied
        exit signal: true (prp block at line 1 of -)
      ",
      }
    `);
    expect(await run('check')).toMatchObject({ code: 77, stdout: '' });
    expect(await run('check', 'QA')).toMatchObject({ code: 64, stdout: '' });
  });
});
