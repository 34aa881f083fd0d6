/** Requirements for every JavaScript runner, checked with the real program on tiny projects. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RUNNER_NAMES, type RunnerName } from '../../src/runners/runners.ts';
import type { TestRunOptions, TestSuite } from '../../src/runners/run-tests.ts';
import type { TestRun } from '../../src/runners/test-run.ts';
import { inTurn, SEED } from '../pick-some.ts';
import { makeProject, runIn, WHOLE, withoutTimes } from './project.ts';
import { modulesWith } from './runner-modules.ts';

type Files = Readonly<Record<string, string>>;

/** A runner, and how its test files are written. */
export interface Tongue {
  readonly runner: RunnerName;
  /** Words after launchers. */
  readonly command: readonly string[];
  /** Puts `test` and `describe` into scope. */
  readonly prelude: string;
  /** Options that remove the time limits of its tests. */
  readonly withoutLimit: readonly string[];
  /** How it says what an Error said. */
  readonly says: (message: string) => string;
  /** Behaviour after a file that does not load: it continues with the others, or runs nothing. */
  readonly afterLoadFailure: 'goes on' | 'stops';
  readonly ofProcessExit: Partial<TestRun>;
  readonly ofKill: Partial<TestRun>;
}

/** A project of test files in this tongue, and runs of it. */
export const speak = (tongue: Tongue) => {
  const modules = modulesWith(tongue.runner) ?? undefined;
  const make = (files: Files, name?: string): Promise<string> => {
    const whole = Object.entries(files).map(([path, text]) => [
      path,
      path.includes('.test.') ? `${tongue.prelude}${text}` : text,
    ]);
    return makeProject({ 'package.json': '{}', ...Object.fromEntries(whole) }, name, modules);
  };
  const run = async (
    files: Files,
    suite: Partial<TestSuite> & { readonly words?: readonly string[] } = {},
    options: Partial<TestRunOptions> = {},
  ): Promise<Omit<TestRun, 'started_at' | 'ms'>> => {
    const command = suite.command ?? [...tongue.command, ...(suite.words ?? [])];
    return withoutTimes(await runIn(await make(files), { runner: tongue.runner, ...suite, command }, options));
  };
  return { make, run };
};

const NO_END = 'the report has no end: the test runner was killed or exited early';
/** 10,000 in `npm run check:full`. */
const MANY = Math.min(10_000, Number(process.env['DUALGATE_TRIALS'] ?? 300));

/** The suites of it, to be called where tests are declared. */
export const testEveryRunner = (tongue: Tongue): void => {
  const { make, run } = speak(tongue);
  const { runner, says } = tongue;
  const file = 'a.test.js';
  // Every claim is tried with half of the runners.
  const some = inTurn(2, test, RUNNER_NAMES.indexOf(runner));

  describe(`what every runner shows: ${runner}; ${SEED}`, { timeout: 120_000 }, () => {
    some('each test by file, full name and state', async () => {
      const found = await run({
        [file]: `describe('sum', () => {
          test('adds', () => {});
          describe('of nothing', () => { test('is 0', () => { throw new Error('one is not nothing'); }); });
          test.skip('skips', () => {});
          describe.skip('switched off', () => { test('is not looked at', () => {}); });
        });`,
      });
      expect(found).toEqual({
        ...WHOLE,
        exit_code: 1,
        tests: [
          { file, name: 'sum > adds', state: 'passed' },
          { file, name: 'sum > of nothing > is 0', state: 'failed', message: says('one is not nothing') },
          { file, name: 'sum > skips', state: 'skipped' },
          { file, name: 'sum > switched off > is not looked at', state: 'skipped' },
        ].toSorted(
          (a, b) =>
            found.tests.findIndex(({ name }) => name === a.name) - found.tests.findIndex(({ name }) => name === b.name),
        ),
      });
    });

    some('a file that does not load', async () => {
      const { load_failures, report_complete, tests, exit_code } = await run({
        [file]: `test('is fine', () => {});`,
        'broken.test.js': `throw new Error('no such thing');`,
      });
      const goesOn = tongue.afterLoadFailure === 'goes on';
      expect({ load_failures, report_complete, tests: tests.length, exit_code }).toEqual({
        load_failures: [{ file: 'broken.test.js', message: expect.stringContaining('no such thing') }],
        report_complete: goesOn,
        tests: goesOn ? 1 : 0,
        exit_code: 1,
      });
    });

    some('an error that no test waits for', async () => {
      const found = await run({
        [file]: `test('leaves a timer', () => { setTimeout(() => { throw new Error('too late'); }, 50); });
          test('takes a while', () => new Promise((resolve) => setTimeout(resolve, 500)));`,
      });
      // Whether it fails the test that runs then, or stands alone, is the runner's matter.
      const told = [...found.tests.map(({ message = '' }) => message), ...found.unhandled_errors].join();
      expect([told, found.exit_code]).toEqual([
        expect.stringContaining('too late'),
        expect.toSatisfy((code) => code !== 0),
      ]);
    });

    some('a suite that hangs is ended by the time limit', async () => {
      const { ended, exit_code, report_complete, problems } = await run(
        { [file]: `test('waits', () => new Promise(() => { setInterval(() => {}, 1000); }));` },
        { words: tongue.withoutLimit, timeoutMs: 4_000 },
      );
      expect([ended, exit_code, report_complete, problems[0]]).toEqual([
        'timed_out',
        null,
        false,
        'the test run reached its time limit of 4 s (timeout of the suite)',
      ]);
    });

    some('a test that calls process.exit(0) in mid-suite', async () => {
      const text = `test('first', () => {}); test('leaves', () => process.exit(0)); test('never', () => { throw new Error('no'); });`;
      expect(await run({ [file]: text })).toMatchObject(tongue.ofProcessExit);
    });

    some('a test whose process is killed in mid-suite', async () => {
      const text = `test('first', () => {}); test('dies', () => process.kill(process.pid, 'SIGKILL'));`;
      expect(await run({ [file]: text })).toMatchObject(tongue.ofKill);
    });

    some('a file that leaves the process while it is loaded is never a whole report', async () => {
      const found = await run({ [file]: `test('is fine', () => {}); process.exit(0);` });
      expect([found.report_complete, found.tests, found.problems.at(-1)]).toEqual([false, [], NO_END]);
    });

    some('a suite without tests is a whole report of nothing', async () => {
      expect({ ...(await run({ 'a.txt': '' })), exit_code: 0 }).toEqual(WHOLE);
    });

    some('tests as they end, while the next one still waits', async () => {
      const workspace = await make({
        [file]: `const { existsSync } = require('node:fs');
          test('first', () => {});
          test('waits until the first was reported', async () => {
            while (!existsSync('told')) await new Promise((resolve) => setTimeout(resolve, 20));
          });`,
      });
      const told: string[] = [];
      const found = await runIn(
        workspace,
        { command: [...tongue.command, ...tongue.withoutLimit], runner, timeoutMs: 30_000 },
        {
          onTest: ({ name }, counts) => {
            told.push(`${name}: ${counts.suite_passing}`);
            void writeFile(join(workspace, 'told'), '');
          },
        },
      );
      expect([found.ended, told]).toEqual(['exited', ['first: 1', 'waits until the first was reported: 2']]);
    });

    some('what it told, when it is cancelled', async () => {
      const cancel = new AbortController();
      const found = await run(
        {
          [file]: `test('first', () => {}); test('waits', () => new Promise(() => { setInterval(() => {}, 1000); }));`,
        },
        { words: tongue.withoutLimit },
        { onTest: () => cancel.abort(), signal: cancel.signal },
      );
      expect([found.ended, found.report_complete, found.problems[0], found.tests[0]]).toEqual([
        'cancelled',
        false,
        'the test run was cancelled',
        { file, name: 'first', state: 'passed' },
      ]);
    });

    some(
      `${MANY} tests, each once`,
      async () => {
        const found = await run(
          { [file]: `for (let n = 0; n < ${MANY}; n += 1) test('test ' + n, () => {});` },
          { timeoutMs: 1_140_000 },
        );
        expect({ ...found, tests: new Set(found.tests.map(({ name }) => name)).size }).toEqual({
          ...WHOLE,
          tests: MANY,
        });
        expect(found.tests).toHaveLength(MANY);
      },
      1_200_000,
    );

    some('the same behind npm test, in a folder with blanks, and prints for people as ever', async () => {
      const script = tongue.command
        .filter((word) => word !== 'npx')
        .map((word) => (word.includes('*') ? `"${word}"` : word));
      const workspace = await make(
        { [file]: `test('adds', () => {});`, 'package.json': JSON.stringify({ scripts: { test: script.join(' ') } }) },
        'a folder with blanks',
      );
      const output = { stdout: join(workspace, '../out.txt'), stderr: join(workspace, '../err.txt') };
      const found = await runIn(workspace, { command: ['npm', 'test'], runner }, { output });
      expect(withoutTimes(found)).toEqual({ ...WHOLE, tests: [{ file, name: 'adds', state: 'passed' }] });
      const printed = `${await readFile(output.stdout, 'utf8')}${await readFile(output.stderr, 'utf8')}`;
      expect(printed).toMatch(/1 (?:test )?pass|Tests: +1 passed/);
    });
  });
};
