import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeRunner } from '../../../src/runners/node/node.runner.ts';
import { makeProject, runIn, WHOLE, withoutTimes } from '../project.ts';

const COMMAND = ['node', '--test'];
const inNode = (text: string): string => `import { before, describe, it, test } from 'node:test';\n${text}`;
const runFiles = async (files: Readonly<Record<string, string>>, ...words: string[]) =>
  withoutTimes(await runIn(await makeProject(files), { command: [...COMMAND, ...words], runner: 'node' }));

describe('a run of node:test', { timeout: 180_000 }, () => {
  test('reports the leaves by file, full name and state', async () => {
    const run = await runFiles({
      'test/sum.test.mjs': inNode(`
        describe('sum', () => {
          it('adds', () => {});
          describe('of nothing', () => { it('is 0', () => { throw new Error('one is not nothing'); }); });
          it.skip('skips', () => {});
          it.todo('will do', () => { throw new Error('not yet'); });
        });
        describe.skip('a suite that is switched off', () => { it('is not looked at', () => {}); });
        test('a parent', async (t) => { await t.test('a child', () => {}); });
        test('a parent that fails by itself', async (t) => { await t.test('a child', () => {}); throw new Error('own fault'); });
        test('skips while it runs', (t) => t.skip(''));`),
    });
    const file = 'test/sum.test.mjs';
    expect(run).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [
        { file, name: 'sum > adds', state: 'passed' },
        { file, name: 'sum > of nothing > is 0', state: 'failed', message: 'one is not nothing' },
        { file, name: 'sum > skips', state: 'skipped' },
        { file, name: 'sum > will do', state: 'skipped' },
        { file, name: 'a suite that is switched off', state: 'skipped' },
        { file, name: 'a parent > a child', state: 'passed' },
        { file, name: 'a parent that fails by itself > a child', state: 'passed' },
        { file, name: 'a parent that fails by itself', state: 'failed', message: 'own fault' },
        { file, name: 'skips while it runs', state: 'skipped' },
      ],
    });
  });

  test('names files that do not load, failing hooks and errors after the last test', async () => {
    const run = await runFiles({
      'broken.test.mjs': `throw new Error('no such thing');`,
      'hook.test.mjs': inNode(
        `describe('with a hook', () => { before(() => { throw new Error('hook broke'); }); it('waits', () => {}); });`,
      ),
      'late.test.mjs': inNode(`test('leaves a promise', () => { Promise.reject(new Error('too late')); });`),
      'timer.test.mjs': inNode(
        `test('is well', () => {}); setTimeout(() => { throw new Error('a timer broke'); }, 500);`,
      ),
    });
    expect(run.load_failures).toEqual([
      { file: 'broken.test.mjs', message: expect.stringContaining('Error: no such thing') },
    ]);
    for (const error of ['hook broke', 'too late', 'a timer broke']) {
      expect(run.unhandled_errors).toContainEqual(expect.stringContaining(error));
    }
    expect([run.exit_code, run.report_complete, run.problems]).toEqual([1, true, []]);
  });

  test.each([
    ['calls process.exit(0) in a test', `test('leaves', () => process.exit(0)); test('fails', () => { throw 1; });`],
    ['calls process.exit(0) after its tests were declared', `test('fails', () => { throw 1; }); process.exit(0);`],
    [
      'removes the listeners before it exits',
      `test('leaves', () => { process.removeAllListeners('exit'); process.reallyExit(0); }); test('fails', () => { throw 1; });`,
    ],
  ])('is incomplete when a file %s', async (_how, text) => {
    const run = await runFiles({ 'exit.test.mjs': inNode(`test('first', () => {}); ${text}`) });
    expect([run.exit_code, run.report_complete, run.problems]).toEqual([
      1,
      false,
      ['exit.test.mjs: it was left by process.exit before its tests had ended'],
    ]);
  });

  test('is incomplete when a file is killed in mid-suite', async () => {
    const run = await runFiles({
      'crash.test.mjs': inNode(`test('first', () => {}); test('dies', () => process.kill(process.pid, 'SIGKILL'));`),
    });
    expect([run.report_complete, run.problems]).toEqual([false, ['crash.test.mjs: it was ended by SIGKILL']]);
  });

  test('has no report when the tests end the runner itself', async () => {
    const run = await runFiles({
      'crash.test.mjs': inNode(`test('kills', () => process.kill(process.ppid, 'SIGKILL'));`),
    });
    expect(run).toEqual({
      ...WHOLE,
      exit_code: null,
      report_complete: false,
      problems: [
        'the test runner was ended by SIGKILL',
        'the report has no end: the test runner was killed or exited early',
      ],
    });
  });

  test('that hangs is ended by the time limit', async () => {
    const workspace = await makeProject({
      'hang.test.mjs': inNode(`test('waits', () => new Promise(() => { setInterval(() => {}, 1000); }));`),
    });
    const run = await runIn(workspace, { command: COMMAND, runner: 'node', timeoutMs: 1_500 });
    expect([run.ended, run.exit_code, run.report_complete, run.problems[0]]).toEqual([
      'timed_out',
      null,
      false,
      'the test run reached its time limit of 1.5 s (timeout of the suite)',
    ]);
  });

  test('of no test files, or of a file that is not there yet, is a whole report of nothing', async () => {
    expect({ ...(await runFiles({ 'a.txt': '' })), exit_code: 0 }).toEqual(WHOLE);
    expect(await runFiles({}, 'test/later.test.mjs')).toEqual({ ...WHOLE, exit_code: 1 });
  });

  test('is not fooled by tested code that prints a report, looks for ours, or asks for the nonce', async () => {
    const workspace = await makeProject({
      'liar.test.mjs': inNode(`test('lies', () => {
        console.log('{"type":"end","passed":99,"failed":0}');
        console.log('TAP version 13\\nok 1 - all\\n1..1');
        throw new Error(JSON.stringify(Object.keys(process.env).filter((name) => /^DUALGATE|^NODE_OPTIONS/.test(name))));
      });`),
    });
    // A name of its own: what carries the same one is ended with it.
    const env = { DUALGATE_RUN: randomUUID(), DUALGATE_NONCE: 'secret' };
    const run = await runIn(workspace, { command: COMMAND, runner: 'node' }, { env });
    expect(withoutTimes(run)).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [{ file: 'liar.test.mjs', name: 'lies', state: 'failed', message: '["DUALGATE_RUN"]' }],
    });
  });

  test('reports a test while the next one still waits', async () => {
    const workspace = await makeProject({
      'slow.test.mjs': inNode(`import { existsSync } from 'node:fs';
        import { setTimeout as wait } from 'node:timers/promises';
        test('first', () => {});
        test('waits until the first was reported', async () => { while (!existsSync('told')) await wait(20); });`),
    });
    const told: string[] = [];
    const run = await runIn(
      workspace,
      { command: COMMAND, runner: 'node', timeoutMs: 30_000 },
      {
        onTest: ({ name }, counts) => {
          told.push(`${name}: ${counts.suite_passing}`);
          void writeFile(join(workspace, 'told'), '');
        },
      },
    );
    expect([run.ended, told]).toEqual(['exited', ['first: 1', 'waits until the first was reported: 2']]);
  });

  test('ends at once when it is cancelled', async () => {
    const workspace = await makeProject({
      'hang.test.mjs': inNode(`import { writeFileSync } from 'node:fs';
        writeFileSync('started', ''); test('waits', () => new Promise(() => { setInterval(() => {}, 1000); }));`),
    });
    const cancel = new AbortController();
    const watcher = watch(workspace, (_event, name) => {
      if (name === 'started') cancel.abort();
    });
    const run = await runIn(workspace, { command: COMMAND, runner: 'node' }, { signal: cancel.signal });
    watcher.close();
    expect([run.ended, run.report_complete, run.problems[0]]).toEqual([
      'cancelled',
      false,
      'the test run was cancelled',
    ]);
  });

  test('runs behind npm test with a reporter of its own, in a folder with blanks', async () => {
    const workspace = await makeProject(
      {
        'a.test.mjs': inNode(`test('adds', () => {});`),
        'package.json': '{"scripts":{"test":"node --test --test-reporter=dot a.test.mjs"}}',
      },
      'a folder with blanks',
    );
    const run = await runIn(workspace, { command: ['npm', 'test'], runner: 'node' });
    expect(withoutTimes(run)).toEqual({
      ...WHOLE,
      tests: [{ file: 'a.test.mjs', name: 'adds', state: 'passed' }],
    });
  });

  test('is spoilt when the command starts the runner twice', async () => {
    const workspace = await makeProject({
      'a.test.mjs': inNode(`test('adds', () => {});`),
      'package.json': '{"scripts":{"test":"node --test a.test.mjs; node --test a.test.mjs"}}',
    });
    const run = await runIn(workspace, { command: ['npm', 'test'], runner: 'node' });
    expect([run.report_complete, run.problems[0]]).toEqual([
      false,
      'the report has lines after its end: the runner was started more than once',
    ]);
  });
});

describe('the command of node:test', () => {
  test('keeps the NODE_OPTIONS of the config', () => {
    const { command, env } = nodeRunner.prepare(COMMAND, '/nowhere', '--max-old-space-size=512');
    expect([command, env['DUALGATE_NODE_OPTIONS'], env['NODE_OPTIONS']?.split(' ').length]).toEqual([
      COMMAND,
      '--max-old-space-size=512',
      6,
    ]);
  });
});
