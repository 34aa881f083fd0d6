import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLiveCount, isGreen, findEmptySuites } from '../../src/runners/is-green.ts';
import { type PlacedSuite, runSuites, type SuitesOptions } from '../../src/runners/run-suites.ts';
import type { TestCounts, TestRun } from '../../src/runners/test-run.ts';
import { canRun, whySkipped } from './find-tool.ts';
import { makeProject, withoutTimes } from './project.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

const hasPytest = canRun('python3', '-m', 'pytest', '--version');

const nodeTest = (...tests: readonly string[]): string =>
  ["import { test } from 'node:test';", "import assert from 'node:assert/strict';", ...tests, ''].join('\n');
const PASSES = "test('adds', () => {});";
const FAILS = "test('adds', () => assert.equal(1, 2));";

const suite = (name: string, given: Partial<PlacedSuite> = {}): PlacedSuite => ({
  name,
  folder: name,
  command: ['node', '--test'],
  runner: 'node',
  timeoutMs: 30_000,
  ...given,
});
const runAll = (workspace: string, suites: readonly PlacedSuite[], options: Partial<SuitesOptions> = {}) =>
  runSuites(suites, { workspace, reportFolder: join(workspace, '../reports'), env: {}, ...options });
const namesOf = ({ tests }: TestRun) => tests.map(({ file, name, state }) => [file, name, state]);
const NONE: ReadonlySet<string> = new Set();

describe('the suites of a list', () => {
  slow('run one after another as one run, test by test, and two tests of one name stay two', async () => {
    const workspace = await makeProject({
      'api/a.test.mjs': nodeTest(PASSES, "test('skips', { skip: true }, () => {});"),
      'web/a.test.mjs': nodeTest(FAILS),
    });
    const counted: TestCounts[] = [];
    const count = createLiveCount(NONE);
    const run = await runAll(workspace, [suite('api'), suite('web')], {
      onTest: (each) => counted.push(count(each)),
    });
    expect(namesOf(run)).toEqual([
      ['api/a.test.mjs', 'api > adds', 'passed'],
      ['api/a.test.mjs', 'api > skips', 'skipped'],
      ['web/a.test.mjs', 'web > adds', 'failed'],
    ]);
    expect(counted.map((each) => Object.values(each))).toEqual([
      [1, 0, 0],
      [1, 0, 1],
      [1, 1, 1],
    ]);
    expect(run).toMatchObject({
      exit_code: 1,
      ended: 'exited',
      report_fresh: true,
      report_complete: true,
      problems: [],
    });
    expect(run.suites?.map(({ suite: name, exit_code: code }) => [name, code])).toEqual([
      ['api', 0],
      ['web', 1],
    ]);
    expect(isGreen(run, NONE)).toBe(false);
  });

  slow('are green when each of them is', async () => {
    const workspace = await makeProject({ 'api/a.test.mjs': nodeTest(PASSES), 'web/a.test.mjs': nodeTest(PASSES) });
    expect(isGreen(await runAll(workspace, [suite('api'), suite('web')]), NONE)).toBe(true);
  });

  slow('have streams of their own', async () => {
    const workspace = await makeProject({
      'api/a.test.mjs': nodeTest("console.log('from api');", PASSES),
      'web/a.test.mjs': nodeTest("console.log('from web');", PASSES),
    });
    const place = (name: string) => join(workspace, '..', name);
    await runAll(workspace, [suite('api'), suite('web')], {
      outputOf: ({ name }, i) => ({ stdout: place(`${i}-${name}.out`), stderr: place(`${i}-${name}.err`) }),
    });
    const said = ['0-api.out', '1-web.out'].map((name) => readFileSync(place(name), 'utf8').match(/from \w+/g));
    expect(said).toEqual([['from api'], ['from web']]);
  });

  slow('in a folder, alone, names its files from the workspace and its tests as they are', async () => {
    const workspace = await makeProject({ 'packages/api/a.test.mjs': nodeTest(PASSES) });
    const run = await runAll(workspace, [suite('api', { folder: 'packages/api' })]);
    expect(namesOf(run)).toEqual([['packages/api/a.test.mjs', 'adds', 'passed']]);
    expect(Object.keys(withoutTimes(run))).not.toContain('suites');
  });

  slow(`of two languages are one run${whySkipped(hasPytest, 'pytest')}`, async ({ skip }) => {
    if (!hasPytest) skip();
    const workspace = await makeProject({
      'api/tests/test_add.py': 'def test_adds(): assert 1 == 1\ndef test_fails(): assert 1 == 2\n',
      'web/vitest.config.mjs': 'export default {};\n',
      'web/add.test.mjs': "import { test } from 'vitest';\ntest('adds', () => {});\n",
    });
    await mkdir(join(workspace, 'web'), { recursive: true });
    const run = await runAll(workspace, [
      suite('api', { command: ['python3', '-m', 'pytest', '-q'], runner: 'pytest' }),
      suite('web', { command: ['../node_modules/.bin/vitest', 'run'], runner: 'vitest' }),
    ]);
    expect(namesOf(run)).toEqual([
      ['api/tests/test_add.py', 'api > test_adds', 'passed'],
      ['api/tests/test_add.py', 'api > test_fails', 'failed'],
      ['web/add.test.mjs', 'web > adds', 'passed'],
    ]);
    expect(run.problems).toEqual([]);
  });
});

describe('a suite of a list does not hide another', () => {
  const twoOf = async (web: string, given: Partial<PlacedSuite> = {}) => {
    const workspace = await makeProject({ 'api/a.test.mjs': nodeTest(PASSES), 'web/a.test.mjs': web });
    return runAll(workspace, [suite('web', given), suite('api')]);
  };

  slow('that hangs: it is ended by its own limit and named, and the others run', async () => {
    const run = await twoOf(nodeTest(PASSES, "test('hangs', () => new Promise(() => setInterval(() => {}, 1e6)));"), {
      timeoutMs: 1_500,
    });
    expect(run).toMatchObject({ ended: 'timed_out', exit_code: null, report_complete: false });
    expect(run.problems).toContain('web: the test run reached its time limit of 1.5 s (timeout of the suite)');
    expect(run.tests.at(-1)).toMatchObject({ name: 'api > adds', state: 'passed' });
    expect(isGreen(run, NONE)).toBe(false);
  });

  slow('that is killed in the middle', async () => {
    const run = await twoOf(nodeTest("test('dies', () => process.kill(process.ppid, 'SIGKILL'));"));
    expect(run).toMatchObject({ exit_code: null, report_complete: false });
    expect(run.problems).toContain('web: the test runner was ended by SIGKILL');
  });

  slow('that cannot be started, or whose folder is gone', async () => {
    const run = await twoOf(nodeTest(PASSES), { command: ['no-such-runner'] });
    expect([run.ended, run.problems[0]]).toEqual([
      'missing',
      expect.stringMatching(/^web: the test command could not be started: /),
    ]);
    const other = await twoOf(nodeTest(PASSES), { folder: 'gone' });
    expect([other.ended, other.problems[0]]).toEqual([
      'missing',
      'web: the test command could not be started: the folder gone does not exist, or it is behind a link',
    ]);
  });

  slow('that says no and names no failure, or has an error after its last test', async () => {
    const run = await twoOf(nodeTest(PASSES, 'setTimeout(() => { throw new Error("late"); }, 500);'));
    expect(run.unhandled_errors.length).toBeGreaterThan(0);
    expect(run.unhandled_errors.every((error) => error.startsWith('web: '))).toBe(true);
    expect(isGreen(run, NONE)).toBe(false);
  });

  slow('that does not load: its file is named from the workspace', async () => {
    const run = await twoOf("import './nothing.mjs';\n");
    expect(run.load_failures.map(({ file }) => file)).toEqual(['web/a.test.mjs']);
  });

  slow('that has no tests, or none that counts: the tests of the others do not speak for it', async () => {
    const workspace = await makeProject({ 'api/a.test.mjs': nodeTest(PASSES), 'web/lib.mjs': '' });
    const none = await runAll(workspace, [suite('web'), suite('api')]);
    expect([findEmptySuites(none, NONE), isGreen(none, NONE)]).toEqual([['web'], false]);
    const skipped = new Set(['web/a.test.mjs > web > adds']);
    const ignored = await twoOf(nodeTest(PASSES));
    expect([findEmptySuites(ignored, skipped), isGreen(ignored, skipped)]).toEqual([['web'], false]);
  });

  slow('whose exit code is not explained by what is known to fail in another', async () => {
    const workspace = await makeProject({ 'api/a.test.mjs': nodeTest(PASSES, "test('slow', () => assert.ok(0));") });
    const liar = suite('web', {
      folder: '',
      command: ['node', '-e', "console.log('TAP version 13\\nok 1 - adds\\n1..1'); process.exitCode = 3"],
      runner: 'tap',
    });
    const run = await runAll(workspace, [suite('api'), liar]);
    expect(run.unhandled_errors).toEqual(['web: the test run exited with code 3, but its report contains no failure']);
    expect(isGreen(run, new Set(['api/a.test.mjs > api > slow']))).toBe(false);
  });

  slow('is not started after a cancellation', async () => {
    const workspace = await makeProject({ 'api/a.test.mjs': nodeTest(PASSES), 'web/a.test.mjs': nodeTest(PASSES) });
    const stop = new AbortController();
    const run = await runAll(workspace, [suite('api'), suite('web')], {
      signal: stop.signal,
      onTest: () => stop.abort(),
    });
    expect(run.suites?.map(({ suite: name }) => name)).toEqual(['api']);
    expect(run).toMatchObject({ ended: 'cancelled', exit_code: null, report_complete: false });
    expect(run.problems.at(-1)).toBe('the test run was cancelled before web started');
  });
});
