import { describe, expect } from 'vitest';
import { aFreshProject } from './a-fresh-project.ts';
import { hasGit, test } from './a-home.ts';
import { phases } from './a-project.ts';
import { SAY_YES, READ_THE_PROMPT, shell } from './a-shell-agent.ts';
import { lastDecision, pathOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const OTHERS = { 'lib/whisper.mjs': 'export const whisper = (word) => word.toLowerCase();\n' };
const GONE =
  'lib/whisper.mjs no longer has the public name whisper, which it had when the run began. If other code may use it, restore it.';

/** Removes in REFACTOR what no test needs; restores it in the second iteration. */
const AGENT = shell(
  READ_THE_PROMPT,
  'cp -R "$(dirname "$0")/$DUALGATE_PHASE/." .',
  'if [ "$DUALGATE_PHASE-$DUALGATE_ITERATION" = REFACTOR-1 ]; then rm lib/whisper.mjs; fi',
  'if [ "$DUALGATE_PHASE-$DUALGATE_ITERATION" = REFACTOR-2 ]; then git show HEAD:lib/whisper.mjs > lib/whisper.mjs; fi',
  SAY_YES,
);

describe.skipIf(!hasGit)('code that no test looks at is removed in REFACTOR (needs git)', { timeout: 240_000 }, () => {
  test('the run completes, and the report names it, and so does the proof', async ({ home }) => {
    const project = await aFreshProject(home, { agent: AGENT, files: OTHERS });
    const run = await runProgram(project, 'run');
    expect(run.exitCode, run.stdout).toBe(0);
    const report = await runProgram(project, 'report');
    expect(report.stdout).toContain('Removed public names');
    expect(report.stdout).toContain('lib/whisper.mjs no longer has the public name whisper');
    const proof = await runProgram(project, 'prove', '--no-mutation-check');
    expect(proof.stdout).toContain(
      'lib/whisper.mjs no longer has the public name whisper, which it had when the run began: read why.',
    );
  });

  test('a condition makes it hold, and the agent that restores it completes', async ({ home }) => {
    const condition = 'tests_failing == 0 AND public_names_removed == 0';
    const project = await aFreshProject(home, {
      agent: AGENT,
      files: OTHERS,
      config: { phases: phases({ RED: {}, GREEN: {}, REFACTOR: { gate_1: { condition } } }) },
    });
    const run = await runProgram(project, 'run');
    expect(run.exitCode, run.stdout).toBe(0);
    expect(pathOf(project).slice(-2)).toEqual(['REFACTOR 1 held', 'REFACTOR 2 exited']);
    expect(lastDecision(project).notes).not.toContain(GONE);
    expect((await runProgram(project, 'explain', 'REFACTOR', '1')).stdout).toContain('whisper');
  });
});
