import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { textsOf } from '../evidence/findings/a-finding.ts';
import { SUITE } from '../in-one-process.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, type Files, phases, type Project, SHOUT } from './a-project.ts';
import { DO_THE_WORK, SAY_YES, shell } from './a-shell-agent.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

const KEEP_THE_PROMPT = 'cat > "$(dirname "$0")/prompt-$DUALGATE_PHASE-$DUALGATE_ITERATION"';
const BESIDE = '"$(dirname "$0")';

/** The surroundings: a test command outside of the workspace that can break, once or for longer. */
const RUN_THE_SUITE = `#!/bin/sh
if rm ${BESIDE}/once" 2> /dev/null; then kill -9 $$; fi
if [ -e ${BESIDE}/broken" ]; then echo 'cannot allocate memory' >&2; exit 134; fi
exec node suite.mjs
`;

/** Does its work, and in the first turn of GREEN these lines too. */
const withIn = (...lines: readonly string[]): string =>
  shell(
    KEEP_THE_PROMPT,
    DO_THE_WORK,
    `if [ "$DUALGATE_PHASE-$DUALGATE_ITERATION" = GREEN-1 ]; then\n${lines.join('\n')}\nfi`,
    SAY_YES,
  );

const aRun = async (home: string, agent: string, files: Files = {}, iterations = 3): Promise<Project> => {
  const project = await aProject(home, {
    agent,
    files: { ...SUITE, '.gitignore': 'gen/\n', ...files },
    config: {
      tests: { command: ['sh', join(home, 'agent', 'run-the-suite.sh')], runner: 'node' },
      // Each fault is a run of the suite, and no test here looks at them.
      mutation_check: { mutants: 2 },
      phases: phases({ RED: {}, GREEN: { limits: { max_iterations: iterations } } }),
    },
  });
  await writeFile(join(project.agent, 'run-the-suite.sh'), RUN_THE_SUITE);
  return project;
};

const discardedOf = (project: Project) => recordsOf(project, 'turn.discarded').map(({ outcome }) => outcome);
const findingsOf = (project: Project, at: number) =>
  textsOf(recordsOf(project, 'iteration.decided')[at]?.record.findings ?? []).filter((each) =>
    /^No test ran|^A test run measured nothing/.test(each),
  );

describe.skipIf(!hasGit)('a runner that ends without running a test (needs git)', { concurrent: true }, () => {
  slow('once: the test run is repeated, and the honest work completes in the same iteration', async ({ home }) => {
    const project = await aRun(home, withIn(`touch ${BESIDE}/once"`));

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });

    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    expect(discardedOf(project)).toEqual([]);
    expect(findingsOf(project, 1)).toEqual([
      'A test run measured nothing and was repeated: the test runner was ended by SIGKILL. The second test run counts.',
    ]);
  });

  slow(
    'in broken surroundings: turns are discarded and free, three in a row need human input, and it resumes when they work',
    async ({ home }) => {
      const project = await aRun(home, withIn(`touch ${BESIDE}/broken"`), {}, 1);

      const run = await runProgram(project, 'run');

      expect(run.exitCode).toBe(4);
      expect(pathOf(project)).toEqual(['RED 1 exited']);
      expect(discardedOf(project)).toEqual(['no_test_ran', 'no_test_ran', 'no_test_ran']);
      expect(run.stdout).toContain(
        'No test ran, neither with the sources from before the turn: the test runner exited with code 134 without running a test, 3 times in a row. Make the test command work, then run dualgate resume.',
      );
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });

      await rm(join(project.agent, 'broken'));
      await rm(join(project.agent, 'agent.sh'));
      await writeFile(join(project.agent, 'agent.sh'), shell(KEEP_THE_PROMPT, DO_THE_WORK, SAY_YES), { mode: 0o755 });
      expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    },
  );

  const KILL = "console.error('out of patience'); process.kill(process.pid, 'SIGKILL');";

  slow(
    'by an abort in the code: no turn is free, also when it stays, and the prompt has the last lines',
    async ({ home }) => {
      const keepAborting = shell(
        KEEP_THE_PROMPT,
        DO_THE_WORK,
        `if [ "$DUALGATE_PHASE" = GREEN ]; then printf '%s\\n' "export const shout = 0; ${KILL}" > lib/shout.mjs; fi`,
        SAY_YES,
      );
      const project = await aRun(home, keepAborting, {}, 2);

      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });

      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 held']);
      expect(discardedOf(project)).toEqual([]);
      const told = (which: string): string =>
        `No test ran, in two test runs: the test runner was ended by SIGKILL. Undo what ends the runner (it does not end so with the sources from before the ${which}). Its last lines: out of patience`;
      expect(findingsOf(project, 1)).toEqual([told('turn')]);
      expect(findingsOf(project, 2)).toEqual([told('first turn')]);
      expect(await readFile(join(project.agent, 'prompt-GREEN-2'), 'utf8')).toContain(told('turn'));
    },
  );

  slow(
    'by an abort in a file that git ignores: it is held, though the earlier sources end so too',
    async ({ home }) => {
      const generated = `import '../gen/code.mjs';\n${SHOUT}`;
      const agent = withIn(`printf '%s\\n' "${KILL}" > gen/code.mjs`);
      const project = await aRun(home, agent, { 'gen/code.mjs': 'export {};\n', 'lib/old.mjs': generated }, 1);
      await mkdir(join(project.workspace, 'gen'), { recursive: true });
      await writeFile(
        join(project.workspace, 'a-first.test.mjs'),
        "import { test } from 'node:test';\nimport './lib/old.mjs';\ntest('old', () => {});\n",
      );

      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });

      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
      expect(findingsOf(project, 1)).toEqual([
        'No test ran, in two test runs: the test runner was ended by SIGKILL. Undo what ends the runner (gen/code.mjs, which git ignores, was written during the turn). Its last lines: out of patience',
      ]);
    },
  );
});
