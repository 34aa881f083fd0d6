import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCoverage, findEarlierTime } from '../../../src/runners/report/read-coverage.ts';
import { makeProject, runIn } from '../project.ts';

const LCOV =
  'TN:\nSF:src/a.js\nDA:1,3\nDA:2,0\nDA:3,1\nLF:9\nLH:9\nend_of_record\nSF:src/b.js\nDA:1,0\nend_of_record\n';
const COBERTURA =
  '<?xml version="1.0" ?>\n<coverage version="7.0" lines-valid="40" lines-covered="37" line-rate="1">\n<packages/>\n</coverage>\n';
const SUMMARY = '{"total":{"lines":{"total":10,"covered":9,"skipped":0,"pct":100},"functions":{}},"/a.js":{}}';
const GO = 'mode: set\nm/a.go:3.20,5.2 2 1\nm/a.go:7.20,9.2 3 0\nm/a.go:3.20,5.2 2 0\n';

describe('a coverage file', () => {
  test.each([
    ['lcov.info', LCOV, { covered: 2, total: 4 }],
    ['coverage.xml', COBERTURA, { covered: 37, total: 40 }],
    ['coverage-summary.json', SUMMARY, { covered: 9, total: 10 }],
    ['cover.out', GO, { covered: 2, total: 5 }],
  ])('%s is counted by its lines, not by the percentage that it names', (path, text, found) => {
    expect(readCoverage(path, text)).toEqual(found);
  });

  test.each([
    ['runs of it that cover the same', [4, 4], [4, 4], { covered: 2, total: 4 }],
    ['files of that name in two packages', [4, 4, 0], [0, 0, 7], { covered: 3, total: 8 }],
  ])('with two records of one file counts the lower share: two %s', (_, first, second, found) => {
    const record = (name: string, hits: readonly number[]): string =>
      [`SF:${name}`, ...hits.map((count, n) => `DA:${n + 1},${count}`), 'end_of_record', ''].join('\n');
    const text = record('src/a.js', first) + record('src/b.js', [0, 0]) + record('src/a.js', second);
    expect(readCoverage('lcov.info', text)).toEqual(found);
  });

  test.each([
    ['lcov.info', ''],
    ['lcov.info', LCOV.replaceAll('end_of_record', '')],
    ['lcov.info', 'end_of_record\n'],
    ['coverage.xml', COBERTURA.replace('</coverage>', '')],
    ['coverage.xml', COBERTURA.replace('lines-valid="40"', '')],
    ['coverage.xml', COBERTURA.replace('lines-covered="37"', 'lines-covered="41"')],
    ['coverage.xml', '<html></html>'],
    ['coverage-summary.json', SUMMARY.slice(0, -1)],
    ['coverage-summary.json', '{"total":{"lines":{"total":0,"covered":0}}}'],
    ['coverage-summary.json', '{"total":{"lines":{"total":10,"covered":9.5}}}'],
    ['coverage-summary.json', '{"total":{"lines":{"total":10,"covered":-1}}}'],
    ['cover.out', 'mode: set\n'],
    ['cover.out', 'm/a.go:3.20,5.2 2 1\n'],
    ['cover.out', `${GO}and more\n`],
    ['notes.txt', LCOV],
  ])('%s that is torn, empty or does not add up is no coverage: %j', (path, text) => {
    expect(readCoverage(path, text)).toBe(null);
  });
});

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
