import { describe, expect, test } from 'vitest';
import { jestRunner } from '../../../src/runners/jest/jest.runner.ts';
import { speak, testEveryRunner, type Tongue } from '../every-runner.ts';
import { WHOLE } from '../project.ts';
import { modulesWith, versionOf, whySkipped } from '../runner-modules.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, test);

const NO_END = 'the report has no end: the test runner was killed or exited early';
const JEST: Tongue = {
  runner: 'jest',
  command: ['node_modules/.bin/jest'],
  prelude: '',
  withoutLimit: ['--testTimeout=60000'],
  says: (message) => `Error: ${message}`,
  afterLoadFailure: 'goes on',
  ofProcessExit: { exit_code: 0, report_complete: false, problems: [NO_END] },
  ofKill: { report_complete: false, problems: expect.arrayContaining([NO_END]) },
};
const { run } = speak(JEST);
const file = 'a.test.js';
/** jest 29 does not say of a test that it has to fail. */
const tellsOfFailing = !versionOf('jest').startsWith('29.');

describe.skipIf(modulesWith('jest') === null)(`jest${whySkipped('jest')}`, { timeout: 180_000 }, () => {
  testEveryRunner(JEST);

  slow('shows todo, failing and each, and takes what stands beside an only for skipped', async () => {
    const found = await run({
      [file]: `test.todo('will do'); test.failing('is known to fail', () => { throw new Error('not yet'); });
        test.each([1, 2])('doubles %i', () => {});`,
      'only.test.js': `test.only('chosen', () => {}); test('switched off', () => {});`,
    });
    const byName = [...found.tests].sort((a, b) => (a.name < b.name ? -1 : 1));
    expect({ ...found, tests: byName }).toEqual({
      ...WHOLE,
      tests: [
        { file: 'only.test.js', name: 'chosen', state: 'passed' },
        { file, name: 'doubles 1', state: 'passed' },
        { file, name: 'doubles 2', state: 'passed' },
        { file, name: 'is known to fail', state: tellsOfFailing ? 'skipped' : 'passed' },
        { file: 'only.test.js', name: 'switched off', state: 'skipped' },
        { file, name: 'will do', state: 'skipped' },
      ],
    });
  });

  slow('fails a test that passes only when it is tried again', async () => {
    const found = await run({
      [file]: `let n = 0; jest.retryTimes(2); test('flips', () => { n += 1; if (n < 2) throw new Error('no'); });`,
    });
    expect(found).toEqual({
      ...WHOLE,
      tests: [{ file, name: 'flips', state: 'failed', message: 'it passed only when it was tried 2 times' }],
    });
  });

  slow('names failing hooks and rejections that nobody heard', async () => {
    const hook = await run({
      [file]: `test('is fine', () => {}); afterAll(() => { throw new Error('hook broke'); });`,
    });
    expect([hook.unhandled_errors, hook.exit_code]).toEqual([[`${file}: Error: hook broke`], 1]);
    const rejected = await run({ [file]: `test('is fine', () => { Promise.reject(new Error('too late')); });` });
    expect([rejected.unhandled_errors, rejected.report_complete]).toEqual([['Error: too late'], false]);
  });

  slow('is incomplete when a bail left files out', async () => {
    const failing = `test('fails', () => { throw new Error('no'); });`;
    const found = await run(
      { [file]: failing, 'b.test.js': failing, 'c.test.js': failing },
      { words: ['--bail', '--runInBand'] },
    );
    expect([found.report_complete, found.problems]).toEqual([false, ['jest ended before 2 of 3 test files had ended']]);
  });

  slow('in several workers it tells the same, and of a worker that leaves', async () => {
    const found = await run(
      { [file]: `test('is fine', () => {});`, 'b.test.js': `test('leaves', () => process.exit(0));` },
      { words: ['--maxWorkers=2'] },
    );
    expect(found.tests).toContainEqual({ file, name: 'is fine', state: 'passed' });
    expect([found.exit_code, found.load_failures.map((it) => it.file)]).toEqual([1, ['b.test.js']]);
  });

  slow('hears of a worker that dies of an error after the last test of its file', async () => {
    const found = await run(
      {
        // Long after its file was reported, and before the other worker is done, however fast either begins.
        [file]: `const { writeFileSync } = require('node:fs');
          test('is fine', () => { setTimeout(() => { writeFileSync('died', String(process.pid)); throw new Error('too late'); }, 1_000); });`,
        'b.test.js': `const { existsSync, readFileSync } = require('node:fs');
          const isAlive = (pid) => { try { process.kill(pid, 0); return true; } catch { return false; } };
          test('ends after the other worker', async () => {
            const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
            while (!existsSync('died') || isAlive(Number(readFileSync('died', 'utf8')))) await pause(20);
            await pause(500);
          }, 60_000);`,
      },
      { words: ['--maxWorkers=2'] },
    );
    expect(found.unhandled_errors).toEqual(['a worker of jest died with exit code 1']);
  });

  slow('is known to let a globalSetup, which jest runs before it loads a reporter, read the key', async () => {
    const found = await run({
      [file]: `test('is fine', () => {});`,
      'package.json': '{"jest":{"globalSetup":"./up.js"}}',
      'up.js': `module.exports = () => require('node:fs').readFileSync(process.env.DUALGATE_REPORT_KEY_FILE);`,
    });
    expect(found).toEqual({ ...WHOLE, tests: [{ file, name: 'is fine', state: 'passed' }] });
  });

  slow('has no whole report when somebody took the key away', async () => {
    const found = await run({
      [file]: `test('is fine', () => {});`,
      'package.json': '{"jest":{"globalSetup":"./up.js"}}',
      'up.js': `module.exports = () => require('node:fs').unlinkSync(process.env.DUALGATE_REPORT_KEY_FILE);`,
    });
    expect([found.report_fresh, found.report_complete, found.tests, found.problems[0]]).toEqual([
      false,
      false,
      [],
      'the report is sealed with a key of another test run: the key was removed, or the report was forged',
    ]);
  });

  slow('names it when every test passed and jest says no all the same', async () => {
    const found = await run(
      { [file]: `test('is fine', () => {});`, 'lib.js': 'module.exports = () => 1;' },
      { words: ['--coverage', '--collectCoverageFrom=lib.js', '--coverageThreshold={"global":{"lines":100}}'] },
    );
    expect(found).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [{ file, name: 'is fine', state: 'passed' }],
      unhandled_errors: [
        'the test run exited with code 1, but its report contains no failure: a coverage threshold is missed, and its check ends the run with a code of its own',
      ],
    });
  });
});

describe('the command of jest', () => {
  const words = (...command: string[]): string =>
    jestRunner
      .prepare(command, '/nowhere', '')
      .command.map((word) => (word.endsWith('jest/jest.mjs') ? '--reporters=OURS' : word))
      .join(' ');

  test.each([
    [['jest'], 'jest --reporters=default --reporters=OURS --no-cache'],
    [['npx', 'jest', '--reporters=summary'], 'npx jest --reporters=summary --reporters=OURS --no-cache'],
    [['npm', 'test'], 'npm test -- --reporters=default --reporters=OURS --no-cache'],
    [['yarn', 'jest', 'src'], 'yarn jest src --reporters=default --reporters=OURS --no-cache'],
  ])('%j gets its reporter, and no cache, where the launcher hands them on', (command, expected) => {
    expect(words(...command)).toBe(expected);
  });
});
