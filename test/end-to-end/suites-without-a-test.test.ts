import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject } from './a-project.ts';
import { SAY_NO, shell } from './a-shell-agent.ts';
import { runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

/** Keys that the helper sets for other tests; here all is as by default. */
const DEFAULTS = { mutation_check: undefined, circuit_breaker: undefined };
const TAP = { command: 'node checks/run.mjs', runner: 'tap', files: ['checks/**'] };
/** Its report is whole and empty; the exit code says that it could not work. */
const BROKEN = "console.log('1..0');\nconsole.error('cannot reach the database');\nprocess.exit(3);\n";
const SAYS =
  'the test runner exited with code 3 without running a test; its last output: 1..0 | cannot reach the database';
const FIX = 'Run the test command by hand, and fix its error: node checks/run.mjs';
/** Keeps each prompt beside itself, and breaks the suite. */
const BREAKS_THE_SUITE = shell(
  'cat > "$(dirname "$0")/prompt-$DUALGATE_ITERATION"',
  'cp -R "$(dirname "$0")/RED/." .',
  SAY_NO,
);

describe.skipIf(!hasGit)('a suite that ends with an exit code other than 0 and without a test (needs git)', () => {
  slow('stops a run, in doctor and in run, with its last output', async ({ home }) => {
    const project = await aProject(home, {
      files: { 'checks/run.mjs': BROKEN },
      config: { ...DEFAULTS, tests: TAP },
    });
    const doctor = await runProgram(project, 'doctor');
    const run = await runProgram(project, 'run');

    expect(doctor.stdout).toContain(
      [
        '- the test runner exited with code 3 without running a test',
        '- its last output:',
        '- 1..0',
        '- cannot reach the database',
        `→ ${FIX}\n`,
      ].join('\n                   '),
    );
    expect(doctor.stdout).not.toContain('no tests yet');
    expect([doctor.exitCode, run.exitCode]).toEqual([1, 4]);
    expect(run.stdout + run.stderr).toContain(
      `The run did not start: ${SAYS}. The cause: the runner failed before its first test (exit code 3). ${FIX}`,
    );
  });

  slow('is reported to the agent that broke it, with its last output', async ({ home }) => {
    const project = await aProject(home, {
      agent: BREAKS_THE_SUITE,
      work: { RED: { 'checks/run.mjs': BROKEN } },
      files: { 'checks/run.mjs': "console.log('1..0');\n" },
      config: { ...DEFAULTS, tests: TAP, limits: { iterations: 2 } },
    });
    await runProgram(project, 'run');

    expect(await readFile(join(project.agent, 'prompt-2'), 'utf8')).toContain(`- ${SAYS}`);
  });

  slow('is a fresh start if the runner reports that there are no tests yet', async ({ home }) => {
    const project = await aProject(home, {
      config: { ...DEFAULTS, tests: { command: 'node --test test/later.test.mjs' } },
    });
    expect((await runProgram(project, 'doctor')).stdout).toMatch(/✓ suite +no tests yet/);
  });
});

describe.skipIf(!hasGit)('a glob in the test command (needs git)', () => {
  test('that the runner does not expand stops a run', async ({ home }) => {
    const project = await aProject(home, {
      files: { 'test/a.test.mjs': "import { test } from 'node:test';\ntest('a', () => {});\n" },
      config: { ...DEFAULTS, tests: { command: ['node', '--test', 'test/**/*.test.mjs'] } },
    });
    const { stdout } = await runProgram(project, 'doctor');

    if (Number(process.versions.node.split('.')[0]) >= 21) expect(stdout).toMatch(/✓ suite +1 passing/);
    else
      expect(stdout).toContain(
        "- the test command's glob test/**/*.test.mjs matches no file: dualgate uses no shell to expand it",
      );
  });
});
