import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { countRecorded, readRecorded, readRecordings, recordingPath } from './recorded-reports.ts';

/** `UPDATE=1` writes the counts of a new recording: look at them. */
const keepCounts = (name: string, counts: object): void => {
  const document = parseDocument(readFileSync(recordingPath(name), 'utf8'));
  document.set('counts', counts);
  writeFileSync(recordingPath(name), document.toString({ lineWidth: 120 }));
};

const RECORDINGS = readRecordings();

describe('the recorded report of', () => {
  test.each(RECORDINGS.map((each) => [each.name, each] as const))('%s is read as it was', (name, recording) => {
    const report = readRecorded(recording);
    const counts = countRecorded(report);
    if (process.env['UPDATE'] !== undefined) keepCounts(name, counts);
    else expect(counts).toEqual(recording.counts);
    // A report that is not believed says why.
    expect(counts.complete).toBe(report.problems.length === 0);
  });
});

test('no recorded report that its tool ended with a failure looks green', () => {
  const green = RECORDINGS.filter(
    ({ exit_code, counts: { failed, outside, not_loaded, complete } }) =>
      exit_code !== 0 && complete && failed + outside + not_loaded === 0,
  );
  expect(green.map(({ name }) => name)).toEqual([]);
});

test('there are recorded reports of 40 writers', () => {
  expect(RECORDINGS.length).toBeGreaterThanOrEqual(40);
});

test('no recorded report names a machine or a person', () => {
  for (const { name, report } of RECORDINGS)
    for (const file of [report, 'recording.yaml'])
      expect([
        name,
        file,
        /\/(?:home\/(?!user)|root|tmp|work)\/|\/Users\//.exec(readFileSync(recordingPath(name, file), 'utf8'))?.[0],
      ]).toEqual([name, file, undefined]);
});
