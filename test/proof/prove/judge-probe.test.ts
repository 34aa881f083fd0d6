import { describe, expect, test } from 'vitest';
import type { ProbeReport, TriedFault } from '../../../src/probe/probe-report.ts';
import { judgeProbe, type SourceStates } from '../../../src/proof/prove/judge-probe.ts';

const REPORT: ProbeReport = {
  seed: '1',
  faults_planted: 3,
  faults_noticed: 2,
  faults: [],
  hunks: { total: 2, tried: 2 },
  unproven: [],
  nothing_shown: null,
  ms: 1,
};
const FAULT: TriedFault = {
  path: 'a.js',
  line: 3,
  kind: 'operator',
  before: 'a + b',
  after: 'a - b',
  end: 'unnoticed',
  why: null,
};
const NONE: SourceStates = { start: '', green: '', end: '' };
const UNPROVEN = { unproven: [{ path: 'a.js', line: 2, lines: 2 }] };

const judge = (report: Partial<ProbeReport>, states: SourceStates = NONE) =>
  judgeProbe({ ...REPORT, ...report }, () => states);

describe('of the probe of a suite', () => {
  test('two claims hold when tests notice faults and need every change', () => {
    expect(judge({})).toEqual({
      claims: [
        {
          id: 'probe',
          says: 'the suite notices faults in the code that was changed: 2 of 3',
          holds: true,
          because: [],
        },
        {
          id: 'needed',
          says: 'each change to the code is needed by a test: 2 of 2 that were tried',
          holds: true,
          because: [],
        },
      ],
      notes: [],
    });
  });

  test('a suite that noticed none of enough faults is not shown to be able to fail, and each fault is named', () => {
    expect(judge({ faults_noticed: 0, faults: [FAULT] }).claims[0]).toMatchObject({
      id: 'probe',
      holds: false,
      because: ['no test noticed a.js:3: a + b → a - b'],
    });
  });

  test('where nothing was shown nothing is claimed, and the notes say why', () => {
    expect(judge({ nothing_shown: 'no line can have a fault', hunks: { total: 0, tried: 0 } })).toEqual({
      claims: [],
      notes: ['The fault probe showed nothing: no line can have a fault.'],
    });
  });

  test('changes that there was no time for are counted in the notes', () => {
    expect(judge({ hunks: { total: 5, tried: 2 } }).notes).toEqual([
      'There was no time to try 3 of 5 changes: nothing is shown of them.',
    ]);
  });
});

describe('a change without which every test stays green', () => {
  const start = 'one\nold\nthree\n';
  const end = 'one\nnew 1\nnew 2\nthree\n';
  const unneeded = ['a.js:2-3: without it every test stays green'];

  test('is code that no test needs', () => {
    const { claims, notes } = judge(UNPROVEN, { start: 'one\nthree\n', green: 'one\nthree\n', end });
    expect(claims[1]).toMatchObject({ id: 'needed', holds: false, because: unneeded });
    expect(notes).toEqual([]);
  });

  test('is refactoring where lines of before were touched when everything passed already, and is named', () => {
    const { claims, notes } = judge(UNPROVEN, { start, green: start, end });
    expect(claims[1]).toMatchObject({ id: 'needed', holds: true, because: [] });
    expect(notes).toEqual([
      'a.js:2-3 was rewritten after the tests passed, and no test tells it from what stood there before: read it.',
    ]);
  });

  test('is no refactoring where the same lines were written before the tests passed', () => {
    expect(judge(UNPROVEN, { start, green: end, end }).claims[1]).toMatchObject({ holds: false, because: unneeded });
  });
});
