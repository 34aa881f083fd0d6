import { describe, expect, test } from 'vitest';
import { avaRunner } from '../../../src/runners/ava/ava.runner.ts';
import { speak, testEveryRunner, type Tongue } from '../every-runner.ts';
import { makeProject, runIn, WHOLE } from '../project.ts';
import { modulesWith, whySkipped } from '../runner-modules.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, test);

const file = 'a.test.js';
const NO_END = 'the report has no end: the test runner was killed or exited early';
const LEFT = `${file}: its process was left before its tests had ended`;
/** AVA knows no suites, and a test without an assertion of its own has failed. */
const AVA: Tongue = {
  runner: 'ava',
  command: ['node_modules/.bin/ava'],
  prelude: `const ava = require('ava');
const suites = [];
const named = (title) => [...suites, title].join(' > ');
let declare = ava.serial;
const test = (title, body) => declare(named(title), async (t) => { await body(); t.pass(); });
test.skip = (title, body) => ava.skip(named(title), body);
const describe = (title, body) => { suites.push(title); body(); suites.pop(); };
describe.skip = (title, body) => { declare = ava.skip; describe(title, body); declare = ava.serial; };
`,
  withoutLimit: ['--timeout=1h'],
  says: (message) => message,
  afterLoadFailure: 'goes on',
  ofProcessExit: {
    exit_code: 1,
    report_complete: false,
    tests: [
      { file, name: 'first', state: 'passed' },
      { file, name: 'leaves', state: 'skipped' },
      { file, name: 'never', state: 'skipped' },
    ],
    problems: [LEFT, NO_END],
  },
  ofKill: { report_complete: false, problems: expect.arrayContaining([NO_END]) },
};
const { run } = speak(AVA);

const aProject = (files: Readonly<Record<string, string>>): Promise<string> =>
  makeProject({ 'package.json': '{}', ...files }, 'project', modulesWith('ava') ?? undefined);
const runPlain = async (files: Readonly<Record<string, string>>, ...words: readonly string[]) =>
  runIn(await aProject(files), { command: [...AVA.command, ...words], runner: 'ava' });
const IMPORT = `const test = require('ava');\n`;
const inOrder = <T extends { readonly file: string; readonly name: string }>(tests: readonly T[]): readonly T[] =>
  [...tests].sort((a, b) => (a.file + a.name < b.file + b.name ? -1 : 1));

describe.skipIf(modulesWith('ava') === null)(`ava${whySkipped('ava')}`, { timeout: 180_000 }, () => {
  testEveryRunner(AVA);

  slow(
    'says what an assertion saw, and takes known failures, todo and what stands beside an only for skipped',
    async () => {
      const found = await runPlain({
        [file]: `${IMPORT}test('is', (t) => t.is(1, 2)); test('throws a string', () => { throw 'text'; });
        test('asserts nothing', () => {}); test.failing('fails', (t) => t.fail()); test.failing('works', (t) => t.pass());
        test.todo('later');`,
        'only.test.js': `${IMPORT}test.only('chosen', (t) => t.pass()); test('switched off', (t) => t.pass());`,
      });
      expect([found.report_complete, found.exit_code, inOrder(found.tests)]).toEqual([
        true,
        1,
        [
          { file, name: 'asserts nothing', state: 'failed', message: 'Test finished without running any assertions' },
          { file, name: 'fails', state: 'skipped' },
          { file, name: 'is', state: 'failed', message: 'Difference (- actual, + expected):\n- 1\n+ 2' },
          { file, name: 'later', state: 'skipped' },
          { file, name: 'throws a string', state: 'failed', message: expect.stringContaining("'text'") },
          { file, name: 'works', state: 'failed', message: expect.stringContaining('expected to fail, but succeeded') },
          { file: 'only.test.js', name: 'chosen', state: 'passed' },
          { file: 'only.test.js', name: 'switched off', state: 'skipped' },
        ],
      ]);
    },
  );

  slow('names a test alike, whether its file is alone or not, and what --match leaves out is skipped', async () => {
    const one = { [file]: `${IMPORT}test('unit', (t) => t.pass()); test('slow', (t) => t.pass());` };
    const alone = await runPlain(one);
    const beside = await runPlain({ ...one, 'b.test.js': `${IMPORT}test('other', (t) => t.pass());` }, '--match=unit');
    expect(inOrder(alone.tests).map(({ name, state }) => [name, state])).toEqual([
      ['slow', 'passed'],
      ['unit', 'passed'],
    ]);
    expect(inOrder(beside.tests).map(({ name, state }) => [name, state])).toEqual([
      ['slow', 'skipped'],
      ['unit', 'passed'],
      ['other', 'skipped'],
    ]);
  });

  slow('has an error outside of tests for a failing hook, and its tests are skipped', async () => {
    const found = await runPlain({
      [file]: `${IMPORT}test.before('sets up', () => { throw new Error('hook broke'); }); test('waits', (t) => t.pass());`,
    });
    expect([found.tests, found.unhandled_errors, found.report_complete]).toEqual([
      [{ file, name: 'waits', state: 'skipped' }],
      [`${file}: sets up: hook broke`],
      true,
    ]);
  });

  slow('hears a rejection that no test waits for, and a file without the import of AVA', async () => {
    const found = await runPlain({
      [file]: `${IMPORT}test('is fine', (t) => { Promise.reject(new Error('too late')); t.pass(); });`,
      'b.test.js': '',
    });
    expect([found.tests, found.unhandled_errors, found.load_failures, found.exit_code]).toEqual([
      [{ file, name: 'is fine', state: 'passed' }],
      [`${file}: unhandled rejection: too late`],
      [{ file: 'b.test.js', message: 'it does not import "ava"' }],
      1,
    ]);
  });

  slow('fails a test that is running when the time limit of AVA is over', async () => {
    const found = await runPlain(
      { [file]: `${IMPORT}test('waits', () => new Promise(() => { setInterval(() => {}, 1000); }));` },
      '--timeout=2s',
    );
    expect([found.ended, found.exit_code, found.tests]).toEqual([
      'exited',
      1,
      [
        {
          file,
          name: 'waits',
          state: 'failed',
          message: 'it had not ended when AVA stopped: no test ended for 2000 ms',
        },
      ],
    ]);
  });

  slow(
    'is not whole when files were left out: after a failure with --fail-fast, or in one part of a parallel build',
    async () => {
      const failing = `${IMPORT}test('fails', (t) => t.fail());`;
      const files = { [file]: failing, 'b.test.js': failing };
      const bailed = await runPlain(files, '--fail-fast', '--serial');
      expect([bailed.report_complete, bailed.problems]).toEqual([false, ['AVA ran no test of 1 of 2 test files']]);
      const command = [...AVA.command];
      const env = { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '2' };
      const part = await runIn(await aProject(files), { command, runner: 'ava' }, { env });
      expect([part.report_complete, part.problems]).toEqual([false, ['AVA ran no test of 1 of 2 test files']]);
    },
  );

  slow('of files without a test is a whole report of nothing', async () => {
    expect(await runPlain({ [file]: IMPORT })).toMatchObject({ ...WHOLE, exit_code: 1 });
  });

  slow('in processes of their own tells the same of passing and failing tests, of an exit and of a kill', async () => {
    const found = await run(
      {
        [file]: `test('adds', () => {}); test('fails', () => { throw new Error('no'); });`,
        'b.test.js': `test('dies', () => process.kill(process.pid, 'SIGKILL')); test('never', () => {});`,
      },
      { words: ['--no-worker-threads'] },
    );
    expect({ ...found, tests: inOrder(found.tests) }).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [
        { file, name: 'adds', state: 'passed' },
        { file, name: 'fails', state: 'failed', message: 'no' },
        { file: 'b.test.js', name: 'dies', state: 'skipped' },
        { file: 'b.test.js', name: 'never', state: 'skipped' },
      ],
      unhandled_errors: ['b.test.js: its worker ended by SIGKILL'],
    });
    const left = await run({ [file]: `test('leaves', () => process.exit(0));` }, { words: ['--no-worker-threads'] });
    expect([left.report_complete, left.problems]).toEqual([false, [LEFT, NO_END]]);
  });

  test('tested code finds neither the key nor what loads the reporter, and NODE_OPTIONS are what they were', async () => {
    const text = `test('looks', () => { throw new Error([process.env.NODE_OPTIONS, process.execArgv.join(), ...Object.keys(process.env).filter((name) => name.startsWith('DUALGATE'))].join()); });`;
    for (const words of [[], ['--no-worker-threads']]) {
      const env = { NODE_OPTIONS: '--no-deprecation' };
      const found = await run({ [file]: text }, { words }, { env });
      const [looks] = found.tests;
      expect(looks?.message).toBe('--no-deprecation,--enable-source-maps');
    }
  });

  test('a worker that reports a test twice, or one that was not to run, has no whole report', async () => {
    const send = (title: string) =>
      `require('node:worker_threads').parentPort.postMessage({ ava: { type: 'test-passed', title: '${title}' } });`;
    const text = `test('fails', () => { ${send('fails')} ${send('made up')} throw new Error('no'); });`;
    const found = await run({ [file]: text });
    expect([found.report_complete, found.problems]).toEqual([
      false,
      [`${file}: the test "made up" ended, and was not to run`, `${file}: the test "fails" ended more than once`],
    ]);
  });

  // Its cure: a hidden suite, or the clean re-execution of a finished run.
  test('known open: tested code can speak for its worker, and keep it from speaking', async () => {
    const found = await run({
      [file]: `test('fails', () => {
        const { parentPort } = require('node:worker_threads');
        const { postMessage } = parentPort;
        parentPort.postMessage = ({ ava }) => postMessage.call(parentPort, { ava: ava.type === 'test-failed' ? { ...ava, type: 'test-passed' } : ava });
        throw new Error('no');
      });`,
    });
    expect(found.tests).toEqual([{ file, name: 'fails', state: 'passed' }]);
  });
});

describe('the command of AVA', () => {
  test('stays as it is: the reporter comes beside the NODE_OPTIONS of the user', () => {
    const { command, env } = avaRunner.prepare(['npm', 'test'], '/nowhere', '--no-deprecation');
    expect([
      command,
      env['NODE_OPTIONS']?.replace(/=file:.*\/ava\.mjs/, '=OURS/ava.mjs'),
      env['DUALGATE_NODE_OPTIONS'],
    ]).toEqual([['npm', 'test'], '--no-deprecation --import=OURS/ava.mjs', '--no-deprecation']);
  });

  test('runs all files where the name of one would be a pattern', () => {
    expect(avaRunner.select?.(['npx', 'ava'], ['[id].test.js'], '/nowhere')).toBeNull();
  });
});
