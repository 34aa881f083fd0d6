import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mochaRunner } from '../../../src/runners/mocha/mocha.runner.ts';
import { speak, testEveryRunner, type Tongue } from '../every-runner.ts';
import { runIn, WHOLE, withoutTimes } from '../project.ts';
import { modulesWith, whySkipped } from '../runner-modules.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, test);

const file = 'a.test.js';
const NO_END = 'the report has no end: the test runner was killed or exited early';
const MOCHA: Tongue = {
  runner: 'mocha',
  command: ['node_modules/.bin/mocha', '*.test.js'],
  prelude: 'const test = it;\n',
  withoutLimit: ['--no-timeouts'],
  says: (message) => message,
  afterLoadFailure: 'stops',
  ofProcessExit: {
    exit_code: 0,
    report_complete: false,
    problems: ['the process was left before its tests had ended', NO_END],
  },
  ofKill: { report_complete: false, problems: expect.arrayContaining([NO_END]) },
};
const { make, run } = speak(MOCHA);

describe.skipIf(modulesWith('mocha') === null)(`mocha${whySkipped('mocha')}`, { timeout: 180_000 }, () => {
  testEveryRunner(MOCHA);

  slow('takes pending tests, and those beside an only, for skipped', async () => {
    const found = await run({
      [file]: `it('will do'); it('skips while it runs', function () { this.skip(); });`,
      'only.test.js': `describe('s', () => { it('switched off', () => {}); it.only('chosen', () => {}); });`,
    });
    const byName = [...found.tests].sort((a, b) => (a.name < b.name ? -1 : 1));
    expect({ ...found, tests: byName }).toEqual({
      ...WHOLE,
      tests: [
        { file: 'only.test.js', name: 's > chosen', state: 'passed' },
        { file: 'only.test.js', name: 's > switched off', state: 'skipped' },
        { file, name: 'skips while it runs', state: 'skipped' },
        { file, name: 'will do', state: 'skipped' },
      ],
    });
  });

  slow('leaves out what the command leaves out by --grep', async () => {
    const found = await run({ [file]: `it('unit', () => {}); it('slow', () => {});` }, { words: ['--grep', 'unit'] });
    expect(found).toEqual({ ...WHOLE, tests: [{ file, name: 'unit', state: 'passed' }] });
  });

  slow('takes what was never tried for skipped: after a failing hook, and after a bail', async () => {
    const found = await run(
      {
        [file]: `describe('h', () => { before(() => { throw new Error('hook broke'); }); it('waits', () => {}); }); it('is fine', () => {});`,
      },
      {},
    );
    expect(found).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [
        { file, name: 'is fine', state: 'passed' },
        { file, name: 'h > waits', state: 'skipped' },
      ],
      unhandled_errors: [`${file}: h > "before all" hook for "waits": hook broke`],
    });
    const bailed = await run(
      { [file]: `it('fails', () => { throw new Error('no'); }); it('never', () => {});` },
      { words: ['--bail'] },
    );
    expect(bailed.tests.map(({ state }) => state)).toEqual(['failed', 'skipped']);
  });

  slow('fails a test that passes only when it is tried again, and names a dry run', async () => {
    const flips = await run({
      [file]: `let n = 0; it('flips', function () { this.retries(2); n += 1; if (n < 2) throw new Error('no'); });`,
    });
    expect(flips.tests).toEqual([
      { file, name: 'flips', state: 'failed', message: 'it passed only when it was tried 2 times' },
    ]);
    const dry = await run({ [file]: `it('fails', () => { throw new Error('no'); });` }, { words: ['--dry-run'] });
    expect([dry.report_complete, dry.problems]).toEqual([false, ['mocha was told to run no test (--dry-run)']]);
  });

  slow('receives rejections that mocha ignores, and errors after its end', async () => {
    const rejected = await run({ [file]: `it('is fine', () => { Promise.reject(new Error('too late')); });` });
    expect([rejected.exit_code, rejected.unhandled_errors]).toEqual([0, ['unhandled rejection: too late']]);
    const late = await run({
      [file]: `it('is fine', () => { setTimeout(() => { throw new Error('too late'); }, 1_000); });`,
    });
    expect([late.report_complete, late.unhandled_errors]).toEqual([true, ['too late']]);
    const afterwards = await run({
      [file]: `it('is fine', () => {}); process.on('exit', () => { process.exitCode = 0; process.reallyExit(0); });`,
    });
    expect(afterwards.tests).toEqual([{ file, name: 'is fine', state: 'passed' }]);
  });

  slow('tells a test that passed and then failed', async () => {
    const found = await run({ [file]: `it('calls twice', (done) => { done(); done(); });` });
    expect([found.exit_code, found.unhandled_errors]).toEqual([
      1,
      [expect.stringContaining('done() called multiple times')],
    ]);
  });

  slow('keeps the reporter and the required files of the config', async () => {
    const workspace = await make({
      [file]: `it('adds', () => { if (globalThis.prepared !== true) throw new Error('not prepared'); });`,
      '.mocharc.json': '{"reporter":"./theirs.js","require":["./prepare.js"],"spec":["*.test.js"]}',
      'theirs.js': `module.exports = class { constructor(runner) { runner.on('end', () => require('node:fs').writeFileSync('theirs.txt', 'here')); } };`,
      'prepare.js': 'globalThis.prepared = true;',
    });
    const found = await runIn(workspace, { command: ['node_modules/.bin/mocha'], runner: 'mocha' });
    expect(withoutTimes(found)).toEqual({ ...WHOLE, tests: [{ file, name: 'adds', state: 'passed' }] });
    expect(await readFile(join(workspace, 'theirs.txt'), 'utf8')).toBe('here');
  });

  describe('in parallel', () => {
    const words = ['--parallel', '--jobs=2'];
    const other = { 'b.test.js': `it('is fine', () => {});` };

    slow('tells the same, and forbids an only', async () => {
      const found = await run(
        { [file]: `it('fails', () => { throw new Error('no'); }); it.skip('skips', () => {});`, ...other },
        { words },
      );
      expect(found.exit_code).toBe(1);
      expect([...found.tests].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
        { file, name: 'fails', state: 'failed', message: 'no' },
        { file: 'b.test.js', name: 'is fine', state: 'passed' },
        { file, name: 'skips', state: 'skipped' },
      ]);
      const only = await run({ [file]: `it.only('chosen', () => {}); it('off', () => {});`, ...other }, { words });
      expect([
        only.exit_code,
        only.tests.some(({ state }) => state === 'failed') || only.unhandled_errors.length > 0,
      ]).toEqual([1, true]);
    });

    test.each([
      ['does not load', `throw new Error('no such thing');`],
      ['leaves its worker', `it('leaves', () => process.exit(0));`],
      [
        'leaves a rejection',
        `it('rejects', () => { Promise.reject(new Error('too late')); }); it('waits', () => new Promise((r) => setTimeout(r, 50)));`,
      ],
    ])('is not green when a file %s', async (_how, text) => {
      const found = await run({ [file]: text, ...other }, { words });
      expect(found.exit_code).not.toBe(0);
      expect(
        found.unhandled_errors.length + found.tests.filter(({ state }) => state === 'failed').length,
      ).toBeGreaterThan(0);
    });
  });

  describe('whose tests share its process', () => {
    const attempt = (code: string): string =>
      `try { ${code} } catch {}\nit('fails', () => { throw new Error('no'); });`;

    test.each([
      ['Runner.prototype.fail', `require('mocha').Runner.prototype.fail = function () {};`],
      [
        'Runner.prototype.emit',
        `const { prototype } = require('mocha').Runner; const { emit } = prototype;
        prototype.emit = function (type, ...rest) { return emit.call(this, type === 'fail' ? 'pass' : type, ...rest); };`,
      ],
      ['Runnable.prototype.run', `require('mocha').Runnable.prototype.run = function (done) { done(); };`],
      ['Suite.prototype.addTest', `require('mocha').Suite.prototype.addTest = function () {};`],
    ])('names an attempt to replace %s, and is not fooled by it', async (name, code) => {
      const found = await run({ [file]: attempt(code) });
      expect([found.tests, found.problems]).toEqual([
        [{ file, name: 'fails', state: 'failed', message: 'no' }],
        [`a test file tried to replace mocha's own ${name}`],
      ]);
    });

    slow('is not fooled by another EventEmitter, nor by exit listeners that are taken away', async () => {
      const emitter = await run({
        [file]: attempt(`const { EventEmitter } = require('node:events'); const { emit } = EventEmitter.prototype;
        EventEmitter.prototype.emit = function (type, ...rest) { return emit.call(this, type === 'fail' ? 'pass' : type, ...rest); };`),
      });
      expect(emitter.tests).toEqual([{ file, name: 'fails', state: 'failed', message: 'no' }]);
      const listeners = await run({ [file]: `it('is fine', () => { process.removeAllListeners('exit'); });` });
      expect([listeners.report_complete, listeners.problems]).toEqual([false, [NO_END]]);
    });

    slow('are not fooled by a test that gives another one a new body: that one fails, and says so', async () => {
      const found = await run({
        [file]: `before(function () { this.test.parent.tests.forEach((it) => { it.fn = () => {}; }); }); it('fails', () => { throw new Error('no'); });`,
      });
      expect(found.tests).toEqual([
        {
          file,
          name: 'fails',
          state: 'failed',
          message: 'it passed, and was given another body after its file was loaded',
        },
      ]);
    });
  });
});

describe('the command of mocha', () => {
  test('is required beside the reporter of the user', () => {
    const { command, env } = mochaRunner.prepare(['npm', 'test'], '/nowhere', '');
    expect([command.slice(0, 3), command[3]?.replace(/=.*mocha\.mjs/, '=OURS/mocha.mjs'), env]).toEqual([
      ['npm', 'test', '--'],
      '--require=OURS/mocha.mjs',
      {},
    ]);
  });
});
