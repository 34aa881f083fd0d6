import { describe, expect, test } from 'vitest';
import { configCheck, diagramsCheck, specCheck } from '../../../src/doctor/checks/settings.check.ts';
import { judgeSuite, suiteCheck, testsCheck } from '../../../src/doctor/checks/suite.check.ts';
import type { DoctorEvent } from '../../../src/doctor/check.ts';
import { parseConfig, readConfig } from '../../../src/read-config/parse-config.ts';
import { ConfigError } from '../../../src/project/config/find-config.ts';
import { aFolder, git, hasGit, write } from '../../evidence/a-repository.ts';
import { aWorkspace } from '../../run/a-workspace.ts';
import { aTestRun, passed } from '../../runners/a-test-run.ts';
import { aVisit, lookAt } from '../a-visit.ts';

/** A workspace with these files, committed, and this test command. */
const aProject = async (files: Readonly<Record<string, string>>, tests: object = { command: 'node --test' }) => {
  const workspace = await aWorkspace([{ phase: 'RED', say: 'nothing' }], { tests: { timeout: '30s', ...tests } });
  await write(workspace.folder, files);
  await git(workspace.folder, 'add', '--all');
  await git(workspace.folder, 'commit', '--quiet', '--allow-empty', '--message', 'a project');
  return workspace;
};
const LEAST = parseConfig(
  'version: 1\nwork: { spec: a.md }\nagent: { command: a }\ntests: { command: node --test }\n',
  {
    path: '/project/dualgate.yaml',
    readFile: () => '',
  },
);
const aTest = (body: string) => `import { test } from 'node:test';\n${body}\n`;

describe('the config check', () => {
  const refusalOf = async (text: string | null) => {
    const folder = await aFolder();
    if (text !== null) await write(folder, { 'dualgate.yaml': text });
    try {
      readConfig({ cwd: folder });
      return null;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return configCheck.look({ ...(await aVisit({ folder })), refusal: error });
    }
  };

  test.skipIf(!hasGit)('takes one that loads', async () => {
    const says = 'dualgate.yaml, phases RED, GREEN, REFACTOR, DOCUMENT';
    expect(await lookAt(configCheck, await aWorkspace())).toEqual({ state: 'ok', says });
  });

  test('gives the place of the one thing that is wrong, or of each', async () => {
    const least = 'version: 1\nwork: { spec: a.md }\nagent: { command: a }\ntests: { command: node --test }\n';
    expect(await refusalOf(`${least}integrity: maybe\n`)).toEqual({
      state: 'problem',
      says: expect.stringMatching(/^dualgate\.yaml:5:12: integrity must be/),
      fix: 'Fix the config; docs/reference/config.md lists every key.',
    });
    expect(await refusalOf(`${least}integrity: maybe\nintegrty: block\n`)).toEqual({
      state: 'problem',
      says: '2 problems',
      details: [expect.stringMatching(/^dualgate\.yaml:\d+:\d+: /), expect.stringMatching(/^dualgate\.yaml:\d+:\d+: /)],
      fix: 'Fix the config; docs/reference/config.md lists every key.',
    });
  });

  test('finds that there is none', async () => {
    expect(await refusalOf(null)).toMatchObject({ says: expect.stringContaining('there is no config here') });
  });
});

describe.skipIf(!hasGit)('the spec check (needs git)', () => {
  test('counts the criteria', async () => {
    const workspace = await aProject({ 'spec.md': '- [ ] AC-1: one\n- [ ] another\n' });
    expect(await lookAt(specCheck, workspace)).toEqual({
      state: 'ok',
      says: 'spec.md, 2 criteria, 1 with an id',
      fix: 'With an id, a criterion asks for a test of its own. To write ids into the spec: dualgate doctor --number-criteria.',
    });
  });

  test('names another format, and the criteria that need clarification', async () => {
    const workspace = await aProject({ 'spec.md': '## Functional Requirements\n- **FR-001**: a\n' });
    const says = 'spec.md (GitHub Spec Kit), 1 criterion, each with an id';
    expect(await lookAt(specCheck, workspace)).toEqual({ state: 'ok', says });
    await write(workspace.folder, {
      'spec.md': '## Functional Requirements\n- **FR-001**: sorts by [NEEDS CLARIFICATION: date?]\n',
    });
    expect(await lookAt(specCheck, workspace)).toEqual({
      state: 'warning',
      says: `${says}; 1 criterion needs clarification`,
      details: ['spec.md:2 FR-001: sorts by [NEEDS CLARIFICATION: date?]'],
      fix: 'Clarify them: the agent would guess.',
    });
  });

  test('finds a spec without any, and none at all', async () => {
    const workspace = await aProject({ 'spec.md': '# One\n' });
    expect(await lookAt(specCheck, workspace)).toEqual({
      state: 'problem',
      says: 'The spec spec.md has no acceptance criteria',
      fix: 'Write each as a checkbox: "- [ ] AC-1: what must be true". dualgate also reads items below a heading "Acceptance criteria"; scenarios of OpenSpec; acceptance scenarios and functional requirements of GitHub Spec Kit; acceptanceCriteria in JSON such as prd.json.',
    });
    await git(workspace.folder, 'rm', '--quiet', 'spec.md');
    expect(await lookAt(specCheck, workspace)).toEqual({
      state: 'problem',
      says: 'The spec was not found: spec.md',
      fix: 'Write it, or correct its path under work.',
    });
  });

  test('finds that the list which a preset wants ticked is missing or empty, and counts it where it is not', async () => {
    const workspace = await aProject({ 'spec.md': '- [ ] AC-1: one\n' });
    const lookUnder = (preset: string) =>
      lookAt(specCheck, {
        folder: workspace.folder,
        config: parseConfig(
          `preset: ${preset}\nwork: { spec: spec.md }\nagent: { command: a }\ntests: { command: node --test }\n`,
          { path: `${workspace.folder}/dualgate.yaml`, readFile: () => '' },
        ),
      });
    expect(await lookUnder('gsd')).toEqual({
      state: 'problem',
      says: 'The list of plans was not found: ROADMAP.md',
      fix: 'Write the file, or fix plans.roadmap.',
    });
    await write(workspace.folder, {
      'fix_plan.md': '# Nothing to tick\n',
      'ROADMAP.md': '- [ ] 01: one\n- [x] 02: two\n',
    });
    expect(await lookUnder('ralph')).toMatchObject({
      state: 'problem',
      says: 'The list of tasks has no items that count: fix_plan.md',
    });
    expect(await lookUnder('gsd')).toEqual({
      state: 'ok',
      says: 'spec.md, 1 criterion, each with an id, 2 plans in ROADMAP.md',
    });
  });
});

describe.skipIf(!hasGit)('the tests check (needs git)', () => {
  test('says which runner it is, and where its program is', async () => {
    const says = expect.stringMatching(/^node --test \(node\), \/.*\/node$/);
    expect(await lookAt(testsCheck, await aProject({}))).toEqual({ state: 'ok', says });
  });

  test('finds a missing program, and an unknown runner', async () => {
    expect(await lookAt(testsCheck, await aProject({}, { command: 'no-such-runner', runner: 'node' }))).toEqual({
      state: 'problem',
      says: "The test command's program was not found: no-such-runner",
      fix: 'Install it, or correct tests.command.',
    });
    expect(await lookAt(testsCheck, await aProject({}, { command: 'sh run-tests' }))).toMatchObject({
      state: 'problem',
      says: expect.stringMatching(/^Cannot find the test runner of `sh run-tests`/),
      fix: expect.stringContaining('tests.runner'),
    });
  });
});

describe.skipIf(!hasGit)('the suite check, which runs it once (needs git)', () => {
  test('counts a green one while it runs', async () => {
    const workspace = await aProject({ 'test/a.test.js': aTest("test('a', () => {});\ntest.skip('b');") });
    const events: DoctorEvent[] = [];
    const found = await suiteCheck.look(await aVisit(workspace, events));
    expect(found).toEqual({
      state: 'ok',
      says: expect.stringMatching(/^1 passing, 0 failing, 1 skipped, in \d+\.\d s$/),
    });
    expect(events.at(-1)).toEqual({ type: 'counted', suite_passing: 1, suite_failing: 0, suite_skipped: 1 });
    expect(events).toHaveLength(2);
  });

  test('takes one without any test: the first are the agent’s', async () => {
    expect(await lookAt(suiteCheck, await aProject({}))).toMatchObject({
      state: 'ok',
      says: expect.stringMatching(/^no tests yet/),
    });
  });

  test('warns of tests that read a build that git ignores, and of no other', async () => {
    const files = {
      '.gitignore': 'build/\n',
      'build/one.js': 'export const one = 1;\n',
      'build.mjs':
        "import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('build', { recursive: true });\nwriteFileSync('build/one.js', 'export const one = 1;');\n",
      'test/a.test.js': aTest("import { one } from '../build/one.js';\ntest('a', () => void one);"),
    };
    expect(await lookAt(suiteCheck, await aProject(files))).toEqual({
      state: 'warning',
      says: expect.stringContaining(
        'test/a.test.js imports build/one.js, which git ignores: the tests see the last build',
      ),
      fix: 'Add a build in front of the suite: tests.before: { command: npm run build, makes: ["build/**"] }.',
    });
    const before = { command: 'node build.mjs', makes: ['build/**'] };
    expect(await lookAt(suiteCheck, await aProject(files, { command: 'node --test', before }))).toMatchObject({
      state: 'ok',
    });
  });

  test('finds one that is red, unless it is known to be', async () => {
    const files = { 'test/a.test.js': aTest("test('a', () => { throw new Error('no'); });") };
    const found = await lookAt(suiteCheck, await aProject(files));
    expect(found).toEqual({
      state: 'problem',
      says: expect.stringMatching(/^0 passing, 1 failing, 0 skipped, in .* s, and a run would not start$/),
      details: ['failing before the run started: test/a.test.js > a'],
      fix: 'Fix the suite, or list the tests that may fail under tests.known_failing: dualgate doctor --write-known-failing does it.',
    });
    const known = await aProject(files, { command: 'node --test', known_failing: ['a'] });
    expect(await lookAt(suiteCheck, known)).toMatchObject({ state: 'ok' });
  });

  test('finds a file that does not load, and a report that does not come', async () => {
    const broken = await aProject({ 'test/a.test.js': 'import "./nowhere.js";\n' });
    expect(await lookAt(suiteCheck, broken)).toMatchObject({
      state: 'problem',
      details: [expect.stringMatching(/^does not load: test\/a\.test\.js: /)],
    });
    const silent = await aProject(
      { 'run.sh': 'exit 0\n' },
      { command: 'sh run.sh', runner: 'tap', files: ['test/**'] },
    );
    expect(await lookAt(suiteCheck, silent)).toMatchObject({
      state: 'problem',
      details: [expect.stringMatching(/\S/)],
    });
  });

  test('finds a report that ends before its own plan does', async () => {
    const lying = 'echo "TAP version 13"; echo "1..2"; echo "ok 1 - a"\n';
    const workspace = await aProject({ 'run.sh': lying }, { command: 'sh run.sh', runner: 'tap', files: ['test/**'] });
    expect(await lookAt(suiteCheck, workspace)).toMatchObject({ state: 'problem' });
  });

  test('finds one that writes sources, and proposes how to say so', async () => {
    const writes = "import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('out/deep', { recursive: true });";
    const body = `${writes}\nwriteFileSync('out/deep/a.txt', '');\nwriteFileSync('log.txt', '');\ntest('a', () => {});`;
    const files = { 'test/a.test.js': aTest(body) };
    expect(await lookAt(suiteCheck, await aProject(files))).toEqual({
      state: 'problem',
      says: expect.stringMatching(/^1 passing, .*, and it writes sources$/),
      details: ['log.txt', 'out/deep/a.txt'],
      fix: 'Add the files that it writes to .gitignore, or to the config under tests: writes: ["log.txt", "out/**"].',
    });
    const reported = await aProject(files, { command: 'node --test', writes: ['log.txt', 'out/deep/**'] });
    expect(await lookAt(suiteCheck, reported)).toMatchObject({ state: 'ok' });
  });

  test('finds one that takes more than half of its time', () => {
    const suites = LEAST.tests.suites.map((suite) => ({ ...suite, timeout_ms: 10_000 }));
    const config = { ...LEAST, tests: { ...LEAST.tests, suites } };
    expect(judgeSuite(aTestRun([passed('a')], { ms: 5_001 }), [], config)).toEqual({
      state: 'warning',
      says: '1 passing, 0 failing, 0 skipped, in 5.0 s, of 10 s at most',
      fix: 'Raise tests.timeout.',
    });
    expect(judgeSuite(aTestRun([passed('a')], { ms: 5_000 }), [], config)).toMatchObject({ state: 'ok' });
  });
});

describe.skipIf(!hasGit)('the diagrams check (needs git)', () => {
  test('asks mermaid itself where a phase wants diagrams', async () => {
    const says = 'mermaid is installed';
    expect(await lookAt(diagramsCheck, await aWorkspace())).toEqual({ state: 'ok', says });
    const red = { phase: 'RED', purpose: 'fail', gate_1: { name: 'Red', condition: 'tests_failing == tests_total' } };
    const workspace = await aWorkspace([], { phases: [red] });
    expect(await lookAt(diagramsCheck, workspace)).toEqual({
      state: 'ok',
      says: 'not needed: no phase requires diagrams',
    });
  });
});
