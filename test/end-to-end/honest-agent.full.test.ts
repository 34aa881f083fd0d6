import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, WORK } from './a-project.ts';
import { HONEST } from './a-shell-agent.ts';
import { pathOf, runOf, statusOf } from './read-project.ts';
import { readEvents, runProgram } from './run-program.ts';

describe.skipIf(!hasGit)('an honest agent of ten lines (needs git)', { concurrent: true }, () => {
  test('goes RED, GREEN, REFACTOR, DOCUMENT, completed, in a path with blanks, a quote and a letter outside ASCII', async ({
    home,
  }) => {
    expect(HONEST.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
    const project = await aProject(home, { config: { tests: { command: 'node --test' } } });

    const run = await runProgram(project, 'run', '--json');

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited', 'DOCUMENT 1 exited']);
    const events = readEvents(run.stdout);
    const id = runOf(project);
    for (const event of events)
      expect(event).toEqual(
        expect.objectContaining({ v: 4, type: expect.any(String), run: id, at: expect.stringMatching(/^\d{4}-.*Z$/) }),
      );
    expect(events.at(-1)).toMatchObject({ type: 'run.ended', status: 'completed', exit_code: 0 });
    expect(await statusOf(project)).toMatchObject({
      run: id,
      phase: null,
      forced_exits: [],
      ending: { status: 'completed' },
      going: null,
    });
    expect(await runProgram(project, 'verify')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^The ledger of \S+ is intact: \d+ records/),
    });
    const explained = await runProgram(project, 'explain', 'GREEN', '1');
    expect(explained.stdout).toContain('GREEN 1: exited. Both gates agree in this iteration.');
    expect(explained.stdout).toContain('Gate 1 (measured): satisfied');
    expect(explained.stdout).toContain("Gate 2 (the agent's exit signal): satisfied");
  });

  test('completes a QA phase of the config', async ({ home }) => {
    const QA = {
      phase: 'QA',
      purpose: 'Verify that the notes of the testers are there',
      gate_1: { condition: 'tests_passing == tests_total AND files_created >= 1' },
    };
    const project = await aProject(home, {
      config: { phases: [...phases({ RED: {}, GREEN: {}, REFACTOR: {} }), QA, ...phases({ DOCUMENT: {} })] },
      work: { ...WORK, QA: { 'notes/testers.txt': 'loud enough\n' } },
    });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual([
      'RED 1 exited',
      'GREEN 1 exited',
      'REFACTOR 1 exited',
      'QA 1 exited',
      'DOCUMENT 1 exited',
    ]);
    expect(
      readFileSync(join(project.workspace, '.dualgate', 'runs', runOf(project), 'phase-status.log'), 'utf8'),
    ).toContain('PHASE: QA');
  });
});
