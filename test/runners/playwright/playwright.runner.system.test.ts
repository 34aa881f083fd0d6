import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { playwrightRunner } from '../../../src/runners/playwright/playwright.runner.ts';
import { speak, testEveryRunner, type Tongue } from '../every-runner.ts';
import { runIn, WHOLE, withoutTimes } from '../project.ts';
import { modulesWith, whySkipped } from '../runner-modules.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, test);

const file = 'a.test.js';
const PLAYWRIGHT: Tongue = {
  runner: 'playwright',
  command: ['node_modules/.bin/playwright', 'test'],
  prelude: `const { test } = require('@playwright/test'); const { describe } = test;\n`,
  withoutLimit: ['--timeout=0'],
  says: (message) => `Error: ${message}`,
  afterLoadFailure: 'stops',
  // It starts another worker for the rest.
  ofProcessExit: {
    exit_code: 1,
    report_complete: true,
    tests: [
      { file, name: 'first', state: 'passed' },
      {
        file,
        name: 'leaves',
        state: 'failed',
        message: 'Error: worker process exited unexpectedly (code=0, signal=null)',
      },
      { file, name: 'never', state: 'failed', message: 'Error: no' },
    ],
  },
  ofKill: {
    exit_code: 1,
    tests: [
      { file, name: 'first', state: 'passed' },
      {
        file,
        name: 'dies',
        state: 'failed',
        message: 'Error: worker process exited unexpectedly (code=null, signal=SIGKILL)',
      },
    ],
  },
};
const { make, run } = speak(PLAYWRIGHT);

describe.skipIf(modulesWith('playwright') === null)(
  `playwright${whySkipped('playwright')}`,
  { timeout: 180_000 },
  () => {
    testEveryRunner(PLAYWRIGHT);

    slow('takes tests that are to be fixed or to fail for skipped, and names projects', async () => {
      const found = await run({
        [file]: `test.fixme('is to be fixed', () => {}); test('adds', () => {});
        test('is known to fail', () => { test.fail(); throw new Error('not yet'); });`,
        'playwright.config.js': `module.exports = { projects: [{ name: 'chrome' }] };`,
      });
      expect(found).toEqual({
        ...WHOLE,
        tests: [
          { file, name: 'chrome > is to be fixed', state: 'skipped' },
          { file, name: 'chrome > adds', state: 'passed' },
          { file, name: 'chrome > is known to fail', state: 'skipped' },
        ],
      });
    });

    slow('is red, and says where, when there is an only: it would hide the tests beside it', async () => {
      const found = await run({ [file]: `test.only('chosen', () => {}); test('switched off', () => {});` });
      expect(found).toEqual({
        ...WHOLE,
        exit_code: 1,
        report_complete: false,
        load_failures: [{ file, message: expect.stringContaining('--forbid-only') }],
        problems: [`${file}: Playwright ran no test, because of this file`],
        last_output: expect.arrayContaining([expect.stringContaining('--forbid-only')]),
      });
    });

    slow('fails a test that passes only when it is tried again', async () => {
      const found = await run(
        { [file]: `test('flips', ({}, info) => { if (info.retry < 1) throw new Error('no'); });` },
        { words: ['--retries=2'] },
      );
      expect(found).toEqual({
        ...WHOLE,
        tests: [{ file, name: 'flips', state: 'failed', message: 'it passed only when it was tried 2 times' }],
      });
    });

    slow('takes tests that were never tried for skipped, and says when it ended itself', async () => {
      const found = await run(
        { [file]: `test('fails', () => { throw new Error('no'); }); test('never', () => {});` },
        { words: ['--max-failures=1'] },
      );
      expect(found.tests.map(({ name, state }) => [name, state])).toEqual([
        ['fails', 'failed'],
        ['never', 'skipped'],
      ]);
      const ended = await run(
        { [file]: `test('first', () => {}); test('waits', () => new Promise(() => {}));` },
        { words: ['--timeout=0', '--global-timeout=3000'] },
      );
      expect([ended.report_complete, ended.problems]).toEqual([false, ['Playwright ended it by its globalTimeout']]);
    });

    slow('keeps the reporters of the config', async () => {
      const workspace = await make({
        [file]: `test('adds', () => {});`,
        'playwright.config.js': `module.exports = { reporter: [['./theirs.js']] };`,
        'theirs.js': `module.exports = class { onEnd({ status }) { require('node:fs').writeFileSync('theirs.txt', status); } };`,
      });
      const found = await runIn(workspace, { command: PLAYWRIGHT.command, runner: 'playwright' });
      expect(withoutTimes(found)).toEqual({ ...WHOLE, tests: [{ file, name: 'adds', state: 'passed' }] });
      expect(await readFile(join(workspace, 'theirs.txt'), 'utf8')).toBe('passed');
    });
  },
);

describe('the command of playwright', () => {
  test('forbids only, and names its reporter in the environment', () => {
    const { command, env } = playwrightRunner.prepare(['npm', 'test'], '/nowhere', '');
    expect([command, Object.keys(env)]).toEqual([['npm', 'test', '--', '--forbid-only'], ['PW_TEST_REPORTER']]);
  });
});
