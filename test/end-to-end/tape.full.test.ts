import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { modulesWith, whySkipped } from '../runners/runner-modules.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, ONE_CHANCE, type Project, type ProjectOptions, SHOUT, STUB, WORK } from './a-project.ts';
import { DO_THE_WORK, honestBut, once, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { lastDecision, pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';
import { textsOf } from '../evidence/findings/a-finding.ts';

const modules = hasGit ? modulesWith('tape') : null;

/** Each test has an assertion that passes from the start, and the name of one of them is used twice. */
const CHECKS = `import test from 'tape';
import { shout } from '../lib/shout.mjs';
test('AC-1: a word is shouted in capitals', async (t) => {
  t.equal(typeof shout, 'function', 'is a function');
  t.equal(shout('no')?.slice(0, 2), 'NO');
});
test('AC-2: a shout ends with one exclamation mark', (t) => {
  t.equal(shout('no!')?.slice(2), '!');
  t.end();
});
`;
const OLD = "import test from 'tape';\ntest('an old one', (t) => { t.plan(1); t.ok(true, 'is true'); });\n";
const THROWS = "export const shout = () => { throw new Error('not implemented'); };\n";

const aTapeProject = async (home: string, options: ProjectOptions = {}): Promise<Project> => {
  const project = await aProject(home, {
    files: { '.gitignore': 'node_modules\n', 'checks/old.test.mjs': OLD },
    work: { ...WORK, RED: { 'checks/shout.test.mjs': CHECKS, 'lib/shout.mjs': STUB } },
    ...options,
    config: {
      tests: { command: 'node_modules/.bin/tape checks/*.test.mjs', runner: 'tap', files: ['checks/**'] },
      mutation_check: false,
      ...options.config,
    },
  });
  symlinkSync(modules ?? '', join(project.workspace, 'node_modules'));
  return project;
};

describe.skipIf(modules === null)(`a run over tape${whySkipped('tape')} (needs git)`, { concurrent: true }, () => {
  test('goes through all phases with an honest agent, and counts tests and not assertions', async ({ home }) => {
    const project = await aTapeProject(home);

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited', 'DOCUMENT 1 exited']);
    const [red, green] = recordsOf(project, 'iteration.decided').map(({ record }) => record.metrics);
    expect(red).toMatchObject({ tests_total: 2, tests_failing: 2, existing_total: 1, existing_passing: 1 });
    expect(green).toMatchObject({ tests_total: 3, tests_passing: 3, criteria_passing: 2 });
  });

  test('is proposed by init with a suite whose baseline can be taken', async ({ home }) => {
    const files = {
      '.gitignore': 'node_modules\n',
      'package.json': JSON.stringify({ scripts: { test: 'tape tests/*.test.mjs' } }),
      'tests/old.test.mjs': `${OLD}test('later', { skip: true }, (t) => { t.end(); });\n`,
    };
    const project = await aTapeProject(home, { files });
    rmSync(join(project.workspace, 'dualgate.yaml'));

    await runProgram(project, 'init');
    expect(readFileSync(join(project.workspace, 'dualgate.yaml'), 'utf8')).toContain('  runner: tap #');
    const { stdout } = await runProgram(project, 'doctor');
    expect(stdout).toContain('✓ suite            1 passing, 0 failing, 1 skipped');
  });

  test('holds RED while a stub throws, with the way out, and exits RED with a stub that returns', async ({ home }) => {
    const project = await aTapeProject(home, {
      agent: shell(READ_THE_PROMPT, DO_THE_WORK, once('cp -R "$(dirname "$0")/THROWS/." .'), SAY_YES),
      work: {
        ...WORK,
        RED: {
          'checks/shout.test.mjs': CHECKS.replaceAll(', (t) =>', ', async (t) =>').replace('  t.end();\n', ''),
          'lib/shout.mjs': STUB,
        },
        THROWS: { 'lib/shout.mjs': THROWS },
      },
    });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project).slice(0, 3)).toEqual(['RED 1 held', 'RED 2 exited', 'GREEN 1 exited']);
    expect(textsOf(recordsOf(project, 'iteration.decided')[0]?.record.findings ?? [])).toEqual([
      'Fix this error, which is outside any test: "Error: not implemented" ended the test "AC-1: a word is shouted in capitals", and no assertion of it did. Let a stub return a wrong value, so that the test fails at an assertion.',
      'Fix this error, which is outside any test: "Error: not implemented" ended the test "AC-2: a shout ends with one exclamation mark", and no assertion of it did. Let a stub return a wrong value, so that the test fails at an assertion.',
    ]);
  });

  test.for([
    ['leaves the stub', STUB, 'tests_passing == tests_total'],
    ['prints test points', `${SHOUT}console.log('# AC-2: a shout\\nok 1 is loud');\n`, 'report_complete == true'],
  ] as const)('holds GREEN of an agent that %s and says that it is done', async ([, lib, clause], { home }) => {
    const project = await aTapeProject(home, {
      agent: honestBut('GREEN', 'cp -R "$(dirname "$0")/LIE/." .', SAY_YES),
      config: { phases: ONE_CHANCE },
      work: { ...WORK, RED: { 'checks/shout.test.mjs': CHECKS, 'lib/shout.mjs': STUB }, LIE: { 'lib/shout.mjs': lib } },
    });

    await runProgram(project, 'run');
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
    expect(lastDecision(project).unmet).toContain(clause);
  });
});
