import { describe, expect } from 'vitest';
import { textsOf } from '../evidence/findings/a-finding.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, STUB, WORK } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { lastDecision, pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

const aTest = (
  title: string,
  body = "equal(shout('no')?.slice(0, 2), 'NO')",
): string => `import { test } from 'node:test';
import { equal } from 'node:assert/strict';
import { shout } from '../lib/shout.mjs';
test(${title}, () => ${body});
test('AC-2: a shout ends with one exclamation mark', () => equal(shout('no!')?.slice(2), '!'));
`;

/** With a test of the other criterion. */
const inNode = (text: string): string => `import { test } from 'node:test';
import { equal } from 'node:assert/strict';
import { shout } from '../lib/shout.mjs';
${text}
test('AC-2: a shout ends with one exclamation mark', () => equal(shout('no!')?.slice(2), '!'));
`;

const inRed = async (home: string, file: string, more = '', inGreen = {}): Promise<Project> => {
  const project = await aProject(home, {
    agent: shell(READ_THE_PROMPT, DO_THE_WORK, more, SAY_YES),
    work: { ...WORK, RED: { 'checks/shout.test.mjs': file, 'lib/shout.mjs': STUB } },
    config: { phases: phases({ RED: { limits: { max_iterations: 1 } }, GREEN: { limits: inGreen } }) },
  });
  await runProgram(project, 'run');
  return project;
};
const told = (project: Project) => textsOf(recordsOf(project, 'iteration.decided')[0]?.record.findings ?? []);

describe.skipIf(!hasGit)('RED (needs git)', { concurrent: true }, () => {
  slow('refuses names that differ from run to run', async ({ home }) => {
    const project = await inRed(home, aTest('`AC-1: in capitals at ${process.hrtime.bigint()}`'));
    expect(pathOf(project)).toEqual(['RED 1 held']);
    expect(told(project)).toEqual([
      expect.stringMatching(
        /^Names of tests that differ from run to run: "checks\/shout\.test\.mjs > AC-1: in capitals at \d+"\. Use no time/,
      ),
    ]);
  });

  // The program that runs the whole suite has no file in its command line.
  slow('gives nothing to a name that is the same only where its file is run alone', async ({ home }) => {
    const asked = "readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').includes('shout.test')";
    const name = `\`AC-1: in capitals\${${asked} ? '' : process.hrtime.bigint()}\``;
    const project = await inRed(home, `import { readFileSync } from 'node:fs';\n${aTest(name)}`);
    expect(pathOf(project)).toEqual(['RED 1 held']);
    expect(told(project)).toEqual([expect.stringMatching(/^Names of tests that differ from run to run: /)]);
  });

  slow('the honest twin: a name that is made from a table is the same in each run', async ({ home }) => {
    const project = await inRed(home, aTest("`AC-1: ${['in', 'capitals'].join(' ')}`"));
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    expect(recordsOf(project, 'tests.ended').filter(({ phase }) => phase === 'RED').length).toBe(1);
  });

  slow('refuses an inline snapshot without a value, with its line', async ({ home }) => {
    const body = '({ toMatchInlineSnapshot: () => equal(shout(1), 2) }).toMatchInlineSnapshot()';
    const project = await inRed(home, aTest("'AC-1: in capitals'", body));
    expect(pathOf(project)).toEqual(['RED 1 held']);
    expect(told(project)).toEqual([
      'checks/shout.test.mjs:4: the inline snapshot is empty, so the first test run that passes would write into the test file, which is frozen when this phase is exited. Write the expected value into it.',
    ]);
  });

  slow('names a new test that already passes', async ({ home }) => {
    const project = await inRed(home, aTest("'AC-1: in capitals'", 'equal(1, 1)'));
    expect(pathOf(project)).toEqual(['RED 1 held']);
    expect(told(project)).toEqual([
      'New tests that already pass: "checks/shout.test.mjs > AC-1: in capitals". Make each fail, or remove it. If its criterion already holds, name it with a reason in your message or in the reason of the signal command (GUARD: ID WHY).',
    ]);
  });

  test('is held by a todo test with subtests, whatever they are, and names it', async ({ home }) => {
    const project = await inRed(
      home,
      inNode(`test('AC-1: in capitals', { todo: true }, async (t) => {
        await t.test('of no', () => equal(shout('no')?.slice(0, 2), 'NO'));
        equal(shout('oh')?.slice(0, 2), 'OH');
      });`),
    );
    expect(pathOf(project)).toEqual(['RED 1 held']);
    expect(told(project)).toEqual([
      'Skipped, todo or expected to fail: "checks/shout.test.mjs > AC-1: in capitals". Such a test shows nothing: let it run, and ask for what the code does.',
    ]);
  });

  test('the honest twin: a test that fails before its subtests, which stand for it once it passes', async ({
    home,
  }) => {
    const project = await inRed(
      home,
      inNode(`test('AC-1: in capitals', async (t) => {
        equal(shout('oh')?.slice(0, 2), 'OH');
        await t.test('of no', () => equal(shout('no')?.slice(0, 2), 'NO'));
      });`),
    );
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
  });

  test('whose test turns todo in GREEN: its criterion is not passing', async ({ home }) => {
    const project = await inRed(
      home,
      inNode(`test('AC-1: in capitals', async (t) => {
        await t.test('of no', () => equal(shout('no')?.slice(0, 2), 'NO'));
        if (shout('no') !== undefined) t.todo('later');
        equal(shout('oh')?.slice(0, 2), undefined === shout('oh') ? 'OH' : 'ho');
      });`),
      '',
      { max_iterations: 1 },
    );
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
    expect(lastDecision(project).unmet).toContain('criteria_passing == criteria_with_id');
  });

  slow('names the source that a test writes', async ({ home }) => {
    const write =
      "import('node:fs').then((fs) => { fs.writeFileSync('lib/log.txt', String(Math.random())); equal(1, 2); })";
    const project = await inRed(home, aTest("'AC-1: in capitals'", write));
    expect(pathOf(project)).toEqual(['RED 1 held']);
    expect(told(project).join('\n')).toContain('Each test run writes lib/log.txt');
  });
});
