import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { inTurn } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Files, type Project, type ProjectOptions, WORK, write } from './a-project.ts';
import type { CheatedProject } from '../cheats/a-cheat.ts';
import { whyNot } from '../cheats/find-runner-program.ts';
import { FILES, LANGUAGES } from '../cheats/language-projects.ts';
import { PROJECTS, TEST_FILE, workOf } from '../cheats/projects.ts';
import { linkRunner } from '../cheats/try-cheat.ts';
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
  '  cp -R ../corrected/. .',
  'fi',
  SAY_YES,
);

/** As one has it who sets nothing but commits; the agent has a corrected file, for when it may write it. */
const aBlockedProject = async (
  home: string,
  corrected: Files,
  options: ProjectOptions,
  runner?: string,
): Promise<Project> => {
  await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
  await correctWith(home, corrected);
  const project = await aProject(home, {
    agent: REPORTS_IT,
    ...options,
    config: { commits: true, ...options.config },
  });
  if (runner !== undefined) linkRunner(project.workspace, runner);
  expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 4 });
  return project;
};

const correctWith = (home: string, corrected: Files): Promise<void> => write(join(home, 'corrected'), corrected);

const expecting = (tests: string): ProjectOptions => ({ work: { ...WORK, RED: { ...WORK.RED, [FILE]: tests } } });

/** The same mistake under other runners: the right expectation, and the wrong one. */
const RUNNERS: readonly (readonly [CheatedProject, file: string, right: string, wrong: string])[] = [
  [LANGUAGES.pytest, FILES.pytest, "== '!'", "== '!!'"],
  [PROJECTS.vitest, TEST_FILE, "toBe('!')", "toBe('!!')"],
];

const REASON = 'the spec asks for one mark';

describe.skipIf(!hasGit)('a test that an operator reopens (needs git)', { concurrent: true }, () => {
  test('is corrected by the agent, every report names who reopened it, and the proof of the run holds', async ({
    home,
  }) => {
    const project = await aBlockedProject(home, { [FILE]: RIGHT }, expecting(WRONG));
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

  slow('may be followed by another test of the same file, and the proof judges both edits', async ({ home }) => {
    const bothWrong = WRONG.replace("slice(0, 2), 'NO'", "slice(0, 2), 'no'");
    const project = await aBlockedProject(home, { [FILE]: bothWrong.replace("'!!'", "'!'") }, expecting(bothWrong));
    await runProgram(project, 'reopen', TEST, '-m', REASON);
    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 4 });
    await correctWith(home, { [FILE]: RIGHT });
    await runProgram(project, 'reopen', FILE, '-m', 'shouts have capitals');
    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
    const proof = await runProgram(project, 'prove');
    expect(proof.stdout).toMatch(/AC-2: [^\n]+ reopened \(the spec asks for one mark\), still fails without the code/);
    expect(proof.stdout).toMatch(/AC-1: [^\n]+ reopened \(shouts have capitals\), still fails without the code/);
    expect(proof).toMatchObject({ exitCode: 0 });
  });

  for (const [on, file, right, wrong] of RUNNERS) {
    const why = whyNot(on.runner);
    slow.skipIf(why !== '')(`is corrected and proven under ${on.runner}${why}`, async ({ home }) => {
      const work: Readonly<Record<string, Files>> = workOf(on);
      const tests = work['RED']?.[file] ?? '';
      const project = await aBlockedProject(
        home,
        { [file]: tests },
        {
          work: { ...work, RED: { ...work['RED'], [file]: tests.replace(right, wrong) } },
          files: { '.gitignore': 'node_modules\n', 'package.json': '{}\n', ...on.files },
          config: { tests: on.tests, phases: phases({ RED: {}, GREEN: {} }) },
        },
        on.runner === 'vitest' ? on.runner : undefined,
      );
      await runProgram(project, 'reopen', file, '-m', REASON);
      expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
      expect((await statusOf(project)).reopened).toMatchObject([{ reason: REASON, state: 'frozen' }]);
      const { stdout, exitCode } = await runProgram(project, 'prove');
      expect(exitCode, stdout).toBe(0);
    });
  }

  slow('is held when the edit would pass without the code, and says how to go on', async ({ home }) => {
    const project = await aBlockedProject(home, { [FILE]: CHEAT }, expecting(WRONG));
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
