import { expect, test } from 'vitest';
import { asWorkRecord } from '../../../src/records/catalogue/records.ts';

const findingsOf = (notes: unknown, metrics: object = { tests_intact: true }) => {
  const data = { v: 2, record: { metrics, notes } };
  const read: { readonly record?: { readonly findings?: unknown } } = asWorkRecord({
    seq: 1,
    at: '2026-01-02T03:04:05.678Z',
    type: 'iteration.decided',
    data,
    prev: '',
    hash: '',
  }).data as never;
  expect(read.record).not.toHaveProperty('notes');
  return read.record?.findings;
};

test('a note of format 2 is read as a finding that says the same', () => {
  const sentence = 'The sources moved while they were measured: a.js.';
  expect(findingsOf([sentence])).toEqual([{ code: 'recorded', values: { sentence }, text: sentence }]);
});

test('what a note of format 2 was about is read from it, as reports of then did', () => {
  const flaky = 'Flaky on one and the same tree: "t.js > "a" b" passed, then failed, then passed.';
  const waits = 'AC-2, AC-3 have no passing test.';
  const untested = 'AC-1 has no test yet: put the id of a criterion into the name of its test.';
  const changed = 't.js was changed after it was frozen: restore it as it was.';
  expect(findingsOf([flaky, waits, untested, changed], { tests_intact: false })).toEqual([
    { code: 'tests.flaky', values: { test: 't.js > "a" b', states: ['passed', 'failed', 'passed'] }, text: flaky },
    { code: 'criteria.recorded', values: { sentence: waits }, text: waits },
    { code: 'criteria.recorded', values: { sentence: untested }, text: untested },
    { code: 'tampering.recorded', values: { sentence: changed }, text: changed },
  ]);
});

test.each([[undefined], ['a'], [[1, null]]])('notes that are no list of sentences tell nothing: %j', (notes) => {
  expect(findingsOf(notes)).toEqual([]);
});
