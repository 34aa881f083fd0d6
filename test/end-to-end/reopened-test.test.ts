import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { inTurn } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, type Project, WORK, write } from './a-project.ts';
import { DO_THE_WORK, honestBut, SAY_YES, shell, signal } from './a-shell-agent.ts';
import { hasProc } from './processes.ts';
import { recordsOf, statusOf } from './read-project.ts';
import { PROGRAM, runProgram } from './run-program.ts';

const slow = inTurn(2, test);

const FILE = 'checks/shout.test.mjs';
const RIGHT: string = WORK.RED[FILE];
const WRONG = RIGHT.replace("slice(2), '!'", "slice(2), '!!'");
const TEST = `${FILE} > AC-2: a shout ends with one exclamation mark`;
const CHEAT = RIGHT.replace("equal(shout('no!')?.slice(2), '!')", 'equal(1, 1)');

/** Honest; in GREEN it reports the wrong expectation, until the prompt allows it to correct it. */
const REPORTS_IT = shell(
  'cat > ../prompt',
  DO_THE_WORK,
  'if [ "$DUALGATE_PHASE" = GREEN ]; then',
  '  if ! grep -q "Reopened test" ../prompt; then',
  `    ${signal('blocked', 'AC-2 expects two marks')}`,
  '    exit 0',
  '  fi',
  '  cp ../corrected.mjs checks/shout.test.mjs',
  'fi',
  SAY_YES,
);

/** As one has it who sets nothing but commits. */
const aBlockedProject = async (home: string, corrected = RIGHT): Promise<Project> => {
  await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n', 'corrected.mjs': corrected });
  const project = await aProject(home, {
    agent: REPORTS_IT,
    work: { ...WORK, RED: { ...WORK.RED, [FILE]: WRONG } },
    config: { commits: true },
  });
  expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 4 });
  return project;
};

const REASON = 'the spec asks for one mark';

describe.skipIf(!hasGit)('a test that an operator reopens (needs git)', { concurrent: true }, () => {
  test('is corrected by the agent, every report names who reopened it, and the proof of the run holds', async ({
    home,
  }) => {
    const project = await aBlockedProject(home);
    expect(await runProgram(project, 'reopen', TEST, '-m', REASON)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`Reopened: ${TEST}.`),
    });
    expect((await runProgram(project, 'status')).stdout).toContain(`(open): ${TEST}: ${REASON}`);
    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });

    expect(recordsOf(project, 'operator.reopened')).toMatchObject([
      { phase: 'GREEN', reason: REASON, file: FILE, test: TEST },
    ]);
    expect((await statusOf(project)).reopened).toMatchObject([{ reason: REASON, test: TEST, state: 'frozen' }]);
    expect((await runProgram(project, 'report')).stdout).toContain(REASON);
    expect((await runProgram(project, 'explain', 'GREEN', '2')).stdout).toContain(`${REASON} (${TEST})`);
    const proof = await runProgram(project, 'prove');
    expect(proof.stdout).toMatch(new RegExp(`which .+ reopened \\(${REASON}\\), still fails without the code`));
    expect(proof.exitCode).toBe(0);
  });

  slow('is held when the edit would pass without the code, and says how to go on', async ({ home }) => {
    const project = await aBlockedProject(home, CHEAT);
    await runProgram(project, 'reopen', FILE, '-m', REASON);
    expect((await runProgram(project, 'resume')).exitCode).not.toBe(0);
    const { findings = [] } = (await statusOf(project)).held ?? {};
    expect(findings.map(({ text }) => text).join('\n')).toMatch(
      /AC-2: .+ is passed instead of failed[\s\S]*dualgate reopen checks\/shout\.test\.mjs -m "why"/,
    );
  });
});

test.skipIf(!hasGit || !hasProc)(
  'an agent cannot reopen a test from inside its turn (needs git and /proc)',
  async ({ home }) => {
    const reopen = `"${process.execPath}" "${PROGRAM}" reopen ${FILE} --reason mine > ../heard 2>&1`;
    const project = await aProject(home, {
      agent: honestBut('GREEN', reopen, signal('blocked')),
    });
    await runProgram(project, 'run');
    expect(readFileSync(join(home, 'heard'), 'utf8')).toContain(
      'Cannot reopen a test from inside a turn of the agent.',
    );
    expect(recordsOf(project, 'operator.reopened')).toEqual([]);
  },
);
