import { describe, expect, test } from 'vitest';
import { RUNNERS } from '../../../src/runners/runners.ts';
import { makeProject, runIn, WHOLE, withoutTimes } from '../project.ts';

const read = (...lines: readonly string[]) => {
  const { text } = RUNNERS;
  if (text.report !== 'stdout') throw new Error('The words are in the output.');
  const reader = text.read(() => {}, '/');
  reader.push(Buffer.from(lines.join('\n')));
  return reader.finish();
};
const states = (...lines: readonly string[]) => read(...lines).tests.map(({ name, state }) => `${state}: ${name}`);

describe('words of success and failure', () => {
  test.each([
    ['PASS adds', 'passed: adds'],
    ['PASSED: adds', 'passed: adds'],
    ['[ OK ] adds (0.02 s)', 'passed: adds'],
    ['test_adds ... OK', 'passed: test_adds'],
    ['\u001b[32mPASS\u001b[0m adds', 'passed: adds'],
    ['FAIL adds', 'failed: adds'],
    ['test_adds ... ERROR', 'failed: test_adds'],
    ['PASS adds, but with an ERROR', 'failed: adds, but with an'],
    ['PASSED 3, FAILED 1', 'failed: 3, 1'],
    ['FAILED: 0.5', 'failed: 0.5'],
    ['10 FAILED', 'failed: 10'],
    ['not OK', 'failed: not'],
    ['SKIPPED adds', 'skipped: adds'],
    ['PASSED 3, FAILED 0', 'passed: 3, 0'],
  ])('of "%s" are `%s`', (line, state) => expect(states(line)).toEqual([state]));

  test.each(['all is well', 'pass', 'it was OK for a while', 'TOKEN', '0 FAILED', 'PASSAGE'])(
    'are not in "%s"',
    (line) => expect(states(line)).toEqual([]),
  );
});

describe('a run that reports by words', { timeout: 180_000 }, () => {
  const say = async (...statements: readonly string[]) =>
    withoutTimes(await runIn(await makeProject({}), { command: ['node', '-e', statements.join(';')], runner: 'text' }));

  test('counts lines of both streams', async () => {
    const run = await say(`console.log('PASS a')`, `console.error('FAIL b: one is not two')`, 'process.exitCode = 1');
    expect({ ...run, tests: run.tests.toSorted((a, b) => a.name.localeCompare(b.name)) }).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [
        { file: '', name: 'a', state: 'passed' },
        { file: '', name: 'b: one is not two', state: 'failed', message: 'FAIL b: one is not two' },
      ],
    });
  });

  test('that is silent is no success, whatever its exit code', async () => {
    const problems = ['no line of the output contains PASS, OK, FAIL or ERROR: silence is not success'];
    expect(await say(`console.log('42 tests, all fine')`)).toEqual({
      ...WHOLE,
      report_fresh: false,
      report_complete: false,
      problems,
      last_output: ['42 tests, all fine'],
    });
  });

  test('that says only good things and leaves with another exit code than 0 has an unhandled error', async () => {
    const run = await say(`console.log('PASS a')`, 'process.exitCode = 3');
    expect([run.exit_code, run.unhandled_errors]).toEqual([
      3,
      ['the test run exited with code 3, but its report contains no failure'],
    ]);
  });

  // Its cure: any runner that reports in another way.
  test('known open: whoever prints PASS and leaves with 0 has passed', async () => {
    const run = await say(`console.log('PASS everything')`);
    expect([run.report_complete, run.tests.length]).toEqual([true, 1]);
  });
});
