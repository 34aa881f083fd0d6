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

const readDecision = (decision: unknown): unknown => {
  const sealed = { seq: 1, at: '2026-01-02T03:04:05.678Z', type: 'iteration.decided', prev: '', hash: '' };
  const { data } = asWorkRecord({ ...sealed, data: { v: 2, record: { notes: [] }, decision } });
  return (data as { readonly decision?: unknown }).decision;
};

test('a clause of format 2 names the metrics that its text asks for, and none where it is no condition', () => {
  const clauses = [
    { clause: '2 <= consecutive_green_runs', because: 'got 1, expected 2 or more', rule: '1.3' },
    { clause: 'NOT (a OR criteria_covered_extra > a + 1)', because: 'a is true' },
    { clause: 'the whole suite ran', because: 'only the tests of the criteria were run', rule: '1.4' },
    { clause: 'phase == GREEN', because: 'the record is for RED', rule: '1.1' },
    { clause: 'build_ok', because: 'the gate threw an error: Error: boom', rule: '1.7' },
  ];
  const signal = { clause: 'exit_signal == true', because: 'the agent said no', rule: '1.2' };
  const gate_1 = { satisfied: false, condition: 'a', values: {} };
  const gate_2 = { satisfied: false, condition: 'exit_signal == true', source: null, channel: null };
  const read = readDecision({
    phase: 'GREEN',
    gate_1: { ...gate_1, unmet: clauses },
    gate_2: { ...gate_2, unmet: [signal] },
  });
  const metrics = [['consecutive_green_runs'], ['a', 'criteria_covered_extra'], [], [], []];
  expect(read).toEqual({
    phase: 'GREEN',
    gate_1: { ...gate_1, unmet: clauses.map((clause, n) => ({ ...clause, metrics: metrics[n] })) },
    gate_2: { ...gate_2, unmet: [{ ...signal, metrics: ['exit_signal'] }] },
  });
});

test('a gate of format 2 that was a function stated no metrics, whatever its clauses are called; the floor below it did', () => {
  const gate_1 = (metrics: readonly (readonly string[])[]) => ({
    condition: '[function confidence]',
    unmet: [{ clause: 'confidence' }, { clause: 'tests_failing == 0', rule: '1.4' }].map((each, n) =>
      metrics[n] === undefined ? each : { ...each, metrics: metrics[n] },
    ),
  });
  expect(readDecision({ gate_1: gate_1([]) })).toEqual({ gate_1: gate_1([[], ['tests_failing']]) });
});

test.each([
  [{}],
  [{ gate_1: null, gate_2: 'x' }],
  [{ gate_1: { unmet: 'a' }, gate_2: { unmet: null } }],
  [{ gate_1: { unmet: [null, 3, 'a'] }, gate_2: {} }],
])('a decision that is not in the form of one stays as it is: %j', (decision) => {
  expect(readDecision(decision)).toEqual(decision);
});

test('a clause whose text is no text names none', () => {
  const gate_2 = { satisfied: false, unmet: [{ clause: 3 }] };
  expect(readDecision({ gate_2 })).toEqual({ gate_2: { satisfied: false, unmet: [{ clause: 3, metrics: [] }] } });
});
