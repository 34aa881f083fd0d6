import { describe, expect } from 'vitest';
import { aClaim } from '../agents/model-server/step.ts';
import { hasGit, test } from './a-home.ts';
import { aHost } from './a-host.ts';
import { aProject, phases, type Project, WORK, write } from './a-project.ts';
import { hasProc } from './processes.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const SHORT = { phases: phases({ RED: {}, GREEN: {} }) };
/** As the prompt asks for it, where the phase is not done. */
const NOT_YET = aClaim(false);

const suiteRuns = (project: Project): number => recordsOf(project, 'tests.ended').length;
const end = (project: Project) => runProgram(project, 'session', 'end', '-m', 'the test is over');

describe.skipIf(!hasGit || !hasProc)('a person who talks with the agent of a session (needs git and /proc)', () => {
  test('costs no suite run and no iteration; the claims alone are measured', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    await runProgram(project, 'session', 'start', '--json');
    await using host = aHost(project);
    await host.event('SessionStart');
    const before = suiteRuns(project);
    const ask = () => host.event('UserPromptSubmit', { prompt: 'Why is the test there?' });

    // A question before any work is reminded once of the task; then each ends without a word.
    await ask();
    expect(await host.stop(`It is for this.\n\n${NOT_YET}`)).toMatchObject({ decision: 'block' });
    for (const answer of [`It is for this.\n\n${NOT_YET}`, 'It is for that.', `So it is.\n\n${NOT_YET}`]) {
      await ask();
      expect(await host.stop(answer)).toEqual({});
    }
    await ask();
    expect(await host.event('Stop', { last_assistant_message: 'My plan: …', permission_mode: 'plan' })).toEqual({});
    await write(project.workspace, { 'lib/aside.mjs': 'export const aside = 1;\n' });
    await ask();
    expect(await host.stop('I have added the file that you wanted.')).toEqual({
      systemMessage: expect.stringContaining('sources have changed, and nothing was measured'),
    });
    expect({ runs: suiteRuns(project) - before, path: pathOf(project) }).toEqual({ runs: 0, path: [] });
    expect(recordsOf(project, 'breaker.changed')).toEqual([]);

    // A false claim, and a true one.
    expect(await host.claim()).toMatchObject({
      decision: 'block',
      systemMessage: expect.stringMatching(/^dualgate: RED 1 was held: \S/),
    });
    // An answer whose block is of the turn before claims nothing, if it says no.
    await ask();
    expect(await host.stop(`Still so.\n\n${aClaim(false, '0123456789abcdef')}`)).toMatchObject({ decision: 'block' });
    await ask();
    expect(await host.stop(`Still so.\n\n${aClaim(false, '0123456789abcdef')}`)).toEqual({});
    expect(pathOf(project)).toEqual(['RED 1 held']);
    await ask();
    expect(await host.stop(aClaim(true, '0123456789abcdef'))).toMatchObject({ decision: 'block' });
    await write(project.workspace, WORK.RED);
    expect(await host.claim()).toMatchObject({ systemMessage: 'dualgate: GREEN begins.' });
    expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 held', 'RED 3 exited']);
    expect(suiteRuns(project) - before).toBe(3);
    await end(project);
  });

  test('gives the agent its task also where the session was started through a pipe', async ({ home }) => {
    const project = await aProject(home, { config: SHORT });
    expect((await runProgram(project, 'session', 'start')).stdout).toContain('# Phase RED, iteration 1');
    expect(await runProgram(project, 'session', 'verify')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('is not over, and no hook of an agent has asked it.'),
    });
    await using host = aHost(project);
    expect(await host.event('UserPromptSubmit', { prompt: 'continue' })).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining('# Phase RED, iteration 1') },
    });
    await end(project);
  });
});
