import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test, describe } from 'vitest';
import * as fc from 'fast-check';
import { openReportChannel, readReport } from '../../../src/runners/report/read-report.ts';

const KEY = 'the key of this run';
const startOf = (key: string) =>
  JSON.stringify({ type: 'start', v: 1, seal: createHmac('sha256', key).update('start').digest('hex') });
const TESTS = [
  JSON.stringify({ type: 'test', file: '/w/a.test.js', name: 'adds', state: 'passed' }),
  JSON.stringify({
    type: 'test',
    file: '/w/a.test.js',
    name: 'is 0',
    state: 'failed',
    message: '\u001b[31mno\u001b[39m',
  }),
];
const SUMS = { passed: 1, failed: 1, skipped: 0, load_failures: 0, unhandled_errors: 0, interrupted: false };

/** A report as our reporters write it, sealed with `key`. */
const aReport = (lines: readonly string[] = TESTS, sums: Partial<typeof SUMS> = {}, key = KEY): string => {
  const body = [startOf(key), ...lines].map((line) => `${line}\n`).join('');
  const end = { type: 'end', ...SUMS, ...sums };
  const seal = createHmac('sha256', key).update(body).update(JSON.stringify(end)).digest('hex');
  return `${body}${JSON.stringify({ ...end, seal })}\n`;
};
const read = (...chunks: readonly (string | Buffer)[]) => {
  const reader = readReport({ key: KEY, nameFile: (path) => path.replace('/w/', '') }, () => {});
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  return reader.finish();
};

const WHOLE = {
  report_fresh: true,
  report_complete: true,
  tests: [
    { file: 'a.test.js', name: 'adds', state: 'passed' },
    { file: 'a.test.js', name: 'is 0', state: 'failed', message: 'no' },
  ],
  load_failures: [],
  unhandled_errors: [],
  problems: [],
};

describe('the report of a test run', () => {
  test('is believed when it is whole', () => expect(read(aReport())).toEqual(WHOLE));

  test('reads the same however its bytes are cut', () => {
    const bytes = Buffer.from(aReport());
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        expect(read(...places.slice(1).map((to, i) => bytes.subarray(places[i], to)))).toEqual(WHOLE);
      }),
    );
  });

  test('is never complete when a byte is changed, added or lost', () => {
    const report = Buffer.from(aReport());
    fc.assert(
      fc.property(fc.nat(report.length - 1), fc.uint8Array({ maxLength: 2 }), fc.nat(1), (at, added, lost) => {
        const changed = Buffer.concat([report.subarray(0, at), added, report.subarray(at + lost)]);
        fc.pre(!changed.equals(report));
        expect(read(changed).report_complete).toBe(false);
      }),
    );
  });

  test.each<[string, string, string]>([
    ['is absent', '', 'the test runner wrote no report'],
    [
      'has no end',
      aReport().slice(0, aReport().indexOf('{"type":"end"')),
      'the report has no end: the test runner was killed or exited early',
    ],
    ['was interrupted', aReport(TESTS, { interrupted: true }), 'the test run was interrupted'],
    ['has sums that do not add up', aReport(TESTS, { passed: 2 }), 'the totals at the end of the report do not add up'],
    ['has a line of something else', aReport([...TESTS, 'Debugger attached.']), 'line 4 of the report is not valid'],
    [
      'continues after its end',
      aReport() + aReport(),
      'the report has lines after its end: the runner was started more than once',
    ],
    ['begins twice', aReport([startOf(KEY), ...TESTS]), 'line 2 of the report starts another report'],
    [
      'names a problem',
      aReport([...TESTS, '{"type":"problem","file":"/w/a.test.js","message":"it was killed"}']),
      'a.test.js: it was killed',
    ],
  ])('is not complete when it %s', (_how, report, problem) => {
    const { report_complete, problems } = read(report);
    expect([report_complete, problems]).toEqual([false, [problem]]);
  });

  test('is not complete when somebody takes the interruption back', () => {
    const report = aReport(TESTS, { interrupted: true }).replace('"interrupted":true', '"interrupted":false');
    expect(read(report).problems).toEqual(['the seal of the report is wrong: another program wrote to it']);
  });

  test('of another run, with another key, is not fresh and brings no tests', () => {
    expect(read(aReport(TESTS, {}, 'the key of yesterday'))).toMatchObject({
      report_fresh: false,
      report_complete: false,
      tests: [],
    });
  });
});

const aFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'reports');
};

test('the key of a report lies in a file of its user alone, and the environment carries paths only', async () => {
  const folder = await aFolder();
  const { file, key, env, remove } = await openReportChannel(folder);
  expect(env).toEqual({ DUALGATE_REPORT: file, DUALGATE_REPORT_KEY_FILE: `${file}.key` });
  expect(await readFile(env.DUALGATE_REPORT_KEY_FILE, 'utf8')).toBe(key);
  expect([key, (await stat(env.DUALGATE_REPORT_KEY_FILE)).mode & 0o777]).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    0o600,
  ]);
  await remove();
  expect(await readdir(folder)).toEqual([]);
});

test('two test runs share neither name nor key', async () => {
  const folder = await aFolder();
  const [one, two] = [await openReportChannel(folder), await openReportChannel(folder)];
  expect([one.file === two.file, one.key === two.key]).toEqual([false, false]);
});
