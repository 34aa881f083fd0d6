import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, WORK } from './a-project.ts';
import { pathOf, runOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const WRITES =
  "import { appendFileSync, mkdirSync } from 'node:fs';\nmkdirSync('out', { recursive: true });\nappendFileSync('out/log.txt', 'x');\n";

const LIST = `Sources that each test run writes:
  written   out/**
Next:
  dualgate accept --writes 'out/**' -m "why"  does not count as a source for the rest of this run`;

describe.skipIf(!hasGit)('a suite of RED that writes (needs git)', () => {
  test('is told which files it writes, and continues after an operator accepts them', async ({ home }) => {
    const checks = WORK.RED['checks/shout.test.mjs'];
    const project = await aProject(home, {
      config: { phases: phases({ RED: { limits: { max_iterations: 1 } }, GREEN: {} }) },
      work: { ...WORK, RED: { ...WORK.RED, 'checks/shout.test.mjs': `${WRITES}${checks}` } },
    });

    const held = await runProgram(project, 'run');
    expect(held.exitCode).toBe(1);
    expect(held.stdout.split('\n').slice(-2)).toEqual([
      `  dualgate accept --writes 'out/**' -m "why"`,
      `${' '.repeat(36)}exclude the files that each test run writes from the sources`,
    ]);
    expect(await runProgram(project, 'accept')).toEqual({ exitCode: 0, stderr: '', stdout: LIST });
    expect(await runProgram(project, 'accept', '--writes', 'lib/**', '-m', 'all of it')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('lib/** matches lib/shout.mjs, which no test run wrote. Use a narrower glob'),
    });
    expect(await runProgram(project, 'accept', '--writes', 'out/**', '-m', 'a log')).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: 'Accepted: out/**. Continue with dualgate resume.',
    });
    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 exited', 'GREEN 1 exited']);
    expect((await runProgram(project, 'status')).stdout).toContain('out/** as written by the suite: a log');
    expect((await runProgram(project, 'verify', '--run', runOf(project))).exitCode).toBe(0);
  });
});
