import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findEarlierTime } from '../../../src/runners/report/read-coverage.ts';
import { makeProject, runIn } from '../project.ts';

const BEGAN = Date.UTC(2026, 5, 1, 12, 0, 0);
const NOW = BEGAN + 30_000;
const judge = (stamps: readonly string[], mtimeMs = NOW) =>
  findEarlierTime(stamps.map((stamp) => `<testsuite timestamp="${stamp}">`).join(), { mtimeMs }, BEGAN, NOW);

describe('a report file', () => {
  test.each<readonly [string, readonly string[]]>([
    ['without a timestamp', []],
    ['of this run', ['2026-06-01T12:00:07']],
    ['of this run, in whole seconds before its first millisecond', ['2026-06-01T11:59:59Z']],
    ['in the time of another zone', ['2026-06-01T17:30:07']],
    ['in the time of a zone in the west', ['2026-06-01 02:00:07.123']],
    ['with one suite of this run', ['2020-01-01T00:00:00', '2026-06-01T12:00:07']],
    ['with a constant that makes builds reproducible', ['1980-01-01T00:00:00']],
    ['with a time in another form', ['Mon Jun 1 2026']],
  ])('%s may be of this run', (_name, stamps) => {
    expect(judge(stamps)).toBeNull();
  });

  test.each<readonly [string, readonly string[]]>([
    ['a minute before', ['2026-06-01T11:59:00']],
    ['a minute before, in another zone', ['2026-06-01T13:59:00']],
    ['another day', ['2026-05-30T12:00:07', '2026-05-30T12:00:08']],
    ['a later time', ['2026-06-01T12:05:00Z']],
  ])('of %s is of the past', (_name, stamps) => {
    expect(judge(stamps)).toMatch(
      /^its timestamp \S+ is not of this test run, so a tool with a cache has restored it\./,
    );
  });

  test('that was last written before the run is of the past', () => {
    expect(judge([], BEGAN - 5_000)).toMatch(/^it was last written before this test run began, so a tool with a cache/);
    expect(judge([], BEGAN - 500)).toBeNull();
  });
});

const TOOL = `import { copyFileSync, utimesSync } from 'node:fs';
  copyFileSync('kept.xml', 'junit.xml'); if (process.argv[2] === 'old') utimesSync('junit.xml', 1e9, 1e9);`;
const XML = (stamp: string) =>
  `<testsuites><testsuite name="a" tests="1"${stamp}><testcase classname="a" name="adds"/></testsuite></testsuites>`;
const restored = async (stamp: string, ...words: readonly string[]) => {
  const workspace = await makeProject({ 'tool.mjs': TOOL, 'kept.xml': XML(stamp), 'junit.xml': XML('') });
  utimesSync(join(workspace, 'kept.xml'), 1e9, 1e9);
  return runIn(workspace, { command: ['node', 'tool.mjs', ...words], runner: 'junit', report: 'junit.xml' });
};

test('a tool that is not known and gives a report of the past back is held by what that file says', async () => {
  const byStamp = await restored(' timestamp="2026-01-01T00:07:01"');
  expect(byStamp.report_complete).toBe(false);
  expect(byStamp.problems[0]).toMatch(/^junit\.xml: its timestamp 2026-01-01T00:07:01 is not of this test run/);
  const byTime = await restored('', 'old');
  expect(byTime.problems[0]).toMatch(/^junit\.xml: it was last written before this test run began/);
  const honest = await restored(` timestamp="${new Date().toISOString()}"`);
  expect([honest.report_complete, honest.problems]).toEqual([true, []]);
});
