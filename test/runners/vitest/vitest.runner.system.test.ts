import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { vitestRunner } from '../../../src/runners/vitest/vitest.runner.ts';
import { makeProject as makeIn, runIn, WHOLE, withoutTimes } from '../project.ts';
import { modulesWith, versionOf } from '../runner-modules.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(2, test);

const makeProject = (files: Readonly<Record<string, string>>, name?: string): Promise<string> =>
  makeIn(files, name, modulesWith('vitest') ?? undefined);
const COMMAND = ['node_modules/.bin/vitest', 'run'];
const PASSING = `import { test } from 'vitest';\ntest('adds', () => {});\n`;

describe('a vitest run', { timeout: 180_000 }, () => {
  slow('reports every test by file, full name and state', async () => {
    const workspace = await makeProject({
      'src/sum.test.js': `import { describe, expect, test } from 'vitest';
        describe('sum', () => {
          test('adds', () => {});
          describe('of nothing', () => { test('is 0', () => expect(1).toBe(0)); });
          test.skip('skips', () => {});
          test.todo('will do');
        });`,
      'only.test.js': `import { test } from 'vitest'; test.only('chosen', () => {}); test('switched off', () => {});`,
    });
    const seen: string[] = [];
    const run = await runIn(
      workspace,
      { command: [...COMMAND, '--allowOnly', '--no-file-parallelism'], runner: 'vitest' },
      { onTest: ({ name }, counts) => seen.push(`${name} ${JSON.stringify(Object.values(counts))}`) },
    );
    const byName = [...run.tests].sort((a, b) => (a.name < b.name ? -1 : 1));
    expect({ ...withoutTimes(run), tests: byName }).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [
        { file: 'only.test.js', name: 'chosen', state: 'passed' },
        { file: 'src/sum.test.js', name: 'sum > adds', state: 'passed' },
        {
          file: 'src/sum.test.js',
          name: 'sum > of nothing > is 0',
          state: 'failed',
          message: 'AssertionError: expected 1 to be +0 // Object.is equality',
          failure: 'assertion',
        },
        { file: 'src/sum.test.js', name: 'sum > skips', state: 'skipped' },
        { file: 'src/sum.test.js', name: 'sum > will do', state: 'skipped' },
        { file: 'only.test.js', name: 'switched off', state: 'skipped' },
      ],
    });
    expect(seen).toHaveLength(6);
    expect(seen.at(-1)).toMatch(/ \[2,1,3\]$/);
  });

  slow('names files that do not load, failing hooks and errors after the last test', async () => {
    const workspace = await makeProject({
      'broken.test.js': `throw new Error('no such thing');`,
      'hook.test.js': `import { beforeAll, describe, test } from 'vitest';
        describe('with a hook', () => { beforeAll(() => { throw new Error('hook broke'); }); test('waits', () => {}); });`,
      'late.test.js': `import { test } from 'vitest';
        test('leaves a timer', () => { setTimeout(() => { throw new TypeError('too late'); }, 20); });
        test('continues', () => new Promise((resolve) => setTimeout(resolve, 100)));`,
    });
    const run = await runIn(workspace, { command: COMMAND, runner: 'vitest' });
    expect({ ...withoutTimes(run), tests: run.tests.length }).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: 3,
      load_failures: [{ file: 'broken.test.js', message: 'no such thing' }],
      unhandled_errors: ['hook.test.js: with a hook: hook broke', 'TypeError: too late'],
    });
  });

  slow('is incomplete when a worker dies with exit code 0 in mid-suite', async () => {
    const workspace = await makeProject({
      'gone.test.js': `import { test } from 'vitest';
        test('is last seen here', () => process.reallyExit(0)); test('never runs', () => {});`,
    });
    const run = await runIn(workspace, { command: COMMAND, runner: 'vitest' });
    // vitest 3 ends with the worker.
    const endsToo = versionOf('vitest').startsWith('3.');
    expect(withoutTimes(run)).toEqual({
      ...WHOLE,
      exit_code: 1,
      report_complete: false,
      unhandled_errors: endsToo ? [] : [expect.stringContaining('Worker')],
      problems: endsToo
        ? [
            'the report has no end: the test runner was killed or exited early',
            expect.stringContaining('the test runner exited with code 1 without reporting a test'),
          ]
        : [
            'gone.test.js: the test "is last seen here" never ended',
            'gone.test.js: the test "never runs" never ended',
            'gone.test.js: it never ended',
          ],
      last_output: expect.any(Array),
    });
  });

  slow('fails a test that passes only when it is tried again, and passes none that has to fail', async () => {
    const workspace = await makeProject({
      'a.test.js': `import { test } from 'vitest'; let n = 0;
        test('flips', { retry: 2 }, () => { n += 1; if (n < 2) throw new Error('no'); });
        test.fails('is known to fail', () => { throw new Error('not yet'); });`,
    });
    const run = await runIn(workspace, { command: COMMAND, runner: 'vitest' });
    expect(withoutTimes(run)).toEqual({
      ...WHOLE,
      tests: [
        { file: 'a.test.js', name: 'flips', state: 'failed', message: 'it passed only when it was tried again' },
        { file: 'a.test.js', name: 'is known to fail', state: 'skipped' },
      ],
    });
  });

  slow('fails a test that calls process.exit(0)', async () => {
    const workspace = await makeProject({
      'exit.test.js': `import { test } from 'vitest'; test('leaves', () => process.exit(0));`,
    });
    const run = await runIn(workspace, { command: COMMAND, runner: 'vitest' });
    expect(run.exit_code).toBe(1);
    expect(run.tests).toEqual([
      {
        file: 'exit.test.js',
        name: 'leaves',
        state: 'failed',
        message: expect.stringMatching(/^process\.exit unexpectedly called with "0"/),
      },
    ]);
  });

  slow('reports a test while the next one hangs, and keeps it when the suite is cancelled', async () => {
    const workspace = await makeProject({
      'hang.test.js': `import { test } from 'vitest';
        test('ends', () => {});
        // vitest gathers what it tells for 100 ms and may keep the rest until something else happens.
        test('takes a while', () => new Promise((resolve) => setTimeout(resolve, 400)));
        test('waits', () => new Promise(() => {}), 60_000);`,
    });
    const cancel = new AbortController();
    const run = await runIn(
      workspace,
      { command: COMMAND, runner: 'vitest' },
      { onTest: () => cancel.abort(), signal: cancel.signal },
    );
    const { tests, problems, unhandled_errors, ...others } = withoutTimes(run);
    const { problems: _none, unhandled_errors: _neither, ...whole } = WHOLE;
    expect({ ...others, tests: tests[0], problem: problems[0] }).toEqual({
      ...whole,
      exit_code: null,
      ended: 'cancelled',
      report_complete: false,
      tests: { file: 'hang.test.js', name: 'ends', state: 'passed' },
      problem: 'the test run was cancelled',
    });
    // Its worker may end before it does: then it reports that, and which tests never ended.
    expect([problems.slice(1), unhandled_errors]).toBeOneOf([
      [['the report has no end: the test runner was killed or exited early'], []],
      [
        expect.arrayContaining(['hang.test.js: the test "waits" never ended', 'hang.test.js: it never ended']),
        [expect.stringContaining('Worker')],
      ],
    ]);
  });

  test('of no tests at all is a whole report of nothing', async () => {
    const run = await runIn(await makeProject({ 'a.js': '' }), { command: COMMAND, runner: 'vitest' });
    expect(withoutTimes(run)).toEqual({ ...WHOLE, exit_code: 1 });
  });

  slow('is not fooled by tested code that prints a report, looks for ours, or asks for the nonce', async () => {
    const workspace = await makeProject({
      'liar.test.js': `import { test } from 'vitest';
        test('lies', () => {
          console.log('{"type":"end","passed":99,"failed":0,"skipped":0,"load_failures":0,"unhandled_errors":0,"interrupted":false}');
          console.log('TAP version 13\\nok 1 - all\\n1..1');
          throw new Error(JSON.stringify(Object.keys(process.env).filter((name) => name.startsWith('DUALGATE'))));
        });`,
    });
    // A name of its own: what carries the same one is ended with it.
    const env = { DUALGATE_RUN: randomUUID(), DUALGATE_NONCE: 'secret' };
    const run = await runIn(workspace, { command: COMMAND, runner: 'vitest' }, { env });
    expect(withoutTimes(run)).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [{ file: 'liar.test.js', name: 'lies', state: 'failed', message: '["DUALGATE_RUN"]' }],
    });
  });

  slow('is spoilt when tested code writes a passing test into the report', async () => {
    const workspace = await makeProject({
      'forger.test.js': `import { appendFileSync, readdirSync } from 'node:fs';
        import { test } from 'vitest';
        test('forges', () => {
          for (const file of readdirSync('../reports')) {
            appendFileSync('../reports/' + file, JSON.stringify({ type: 'test', file: 'forger.test.js', name: 'made up', state: 'passed' }) + '\\n');
          }
        });`,
    });
    const run = await runIn(workspace, { command: COMMAND, runner: 'vitest' });
    expect([run.report_complete, run.problems]).toEqual([
      false,
      [
        'the seal of the report is wrong: another program wrote to it',
        'the totals at the end of the report do not add up',
      ],
    ]);
  });

  slow('runs behind npm test, in a folder with blanks, and still prints for people', async () => {
    const workspace = await makeProject(
      { 'a.test.js': PASSING, 'package.json': '{"scripts":{"test":"vitest run"}}' },
      'a folder with blanks',
    );
    const output = { stdout: join(workspace, '../out.txt'), stderr: join(workspace, '../err.txt') };
    const run = await runIn(workspace, { command: ['npm', 'test'], runner: 'vitest' }, { output });
    expect(withoutTimes(run)).toEqual({
      ...WHOLE,
      tests: [{ file: 'a.test.js', name: 'adds', state: 'passed' }],
    });
    expect(await readFile(output.stdout, 'utf8')).toContain('1 passed');
  });
});

describe('the command of vitest', () => {
  const words = (...command: string[]) =>
    vitestRunner
      .prepare(command, '/nowhere', '')
      .command.map((word) => (word.endsWith('vitest/vitest.mjs') ? '--reporter=OURS' : word))
      .join(' ');

  test.each([
    [['vitest'], 'vitest --reporter=default --reporter=OURS'],
    [['npx', 'vitest', 'run', 'src'], 'npx vitest run src --reporter=default --reporter=OURS'],
    [['vitest', 'run', '--reporter=dot'], 'vitest run --reporter=dot --reporter=OURS'],
    [['npm', 'test'], 'npm test -- --reporter=default --reporter=OURS'],
    [['npm', 'run', 'unit', '--', 'src'], 'npm run unit -- src --reporter=default --reporter=OURS'],
    [['npm', 'exec', 'vitest', 'run'], 'npm exec vitest run -- --reporter=default --reporter=OURS'],
    [['pnpm', 'test'], 'pnpm test --reporter=default --reporter=OURS'],
    [['yarn', 'vitest', 'run'], 'yarn vitest run --reporter=default --reporter=OURS'],
  ])('%j gets its reporter where the launcher hands it on', (command, expected) => {
    expect(words(...command)).toBe(expected);
  });
});
