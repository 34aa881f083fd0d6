import { describe, expect, it } from 'vitest';
import { finding } from '../../src/evidence/findings/findings.ts';
import { type Hold, holdLines, linesBelowCause, sayCauseOfHold } from '../../src/records/say-hold.ts';
import { aFinding } from '../evidence/findings/a-finding.ts';

const HOLD: Hold = {
  reason: 'Neither gate is satisfied',
  findings: [],
  failing: [
    { file: 'test/a.test.js', name: 'AC-1: adds', message: 'Expected values to be strictly equal:\n\n1 !== 2\n' },
    { file: '', name: 'TestSum/empty', message: '' },
  ],
  failing_count: 2,
  unmet: ['tests_failing == 0: got 2, expected 0'],
};

describe('the lines of a hold', () => {
  it('lead with what to do and the values of each failure; the conditions come last', () => {
    const findings = [aFinding('AC-3 has no test.'), { ...aFinding('a.js was changed.'), code: 'tampering.changed' }];
    expect(holdLines({ ...HOLD, findings }).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'finding a.js was changed.',
      'finding AC-3 has no test.',
      'test fails: test/a.test.js > AC-1: adds',
      'output 1 !== 2',
      'test fails: TestSum/empty',
      'title Conditions not met:',
      'clause tests_failing == 0: got 2, expected 0',
    ]);
  });

  it('are bounded, and say how much they leave out', () => {
    const failing = Array.from({ length: 50 }, (_, i) => ({
      file: 'a',
      name: `${i}`,
      message: Array.from({ length: 30 }, () => 'x'.repeat(5_000)).join('\n'),
    }));
    const findings = Array.from({ length: 60 }, () => aFinding('x'));
    const lines = holdLines({ ...HOLD, failing, failing_count: 8_572, findings });
    expect(lines.length).toBeLessThan(70);
    expect(lines.filter(({ text }) => text.length > 200)).toEqual([]);
    expect(lines.map(({ text }) => text)).toEqual(expect.arrayContaining(['… and 40 more', 'fails: 8567 more']));
  });

  it('have no title without anything above it', () => {
    expect(holdLines({ ...HOLD, failing: [], failing_count: 0 })).toEqual([
      { kind: 'clause', text: 'tests_failing == 0: got 2, expected 0' },
    ]);
  });
});

describe('the cause of a hold', () => {
  const changed = finding('tampering.changed', { path: 'test/a.test.js' });
  const wayOut = finding('tampering.way_out', { command: 'dualgate accept test/a.test.js', beyond: [], more: 0 });
  const failing = Array.from({ length: 20 }, (_, n) => ({ file: 'a', name: `t${n + 1}`, message: '' }));
  const skipped = finding('tests.skipped', { tests: ['t98', 't99'], more: 0 });

  it.each([
    [
      'a changed frozen file before anything else',
      { findings: [skipped, changed] },
      /^test\/a\.test\.js was changed .*: restore it$/,
    ],
    ['and that it can be accepted', { findings: [changed, wayOut] }, /: restore it, or accept it$/],
    ['failing tests by number and name', {}, /^2 tests fail: AC-1: adds, TestSum\/empty$/],
    ['of how many', { failing_of: 4 }, /^2 of 4 tests fail: /],
    [
      'three of many, and the number of the others',
      { failing, failing_count: 40, failing_of: 3000 },
      /^40 of 3000 tests fail: t1, t2, t3 and 37 more$/,
    ],
    ['skipped tests too', { findings: [skipped] }, /; skipped: t98, t99$/],
    [
      'a finding where no test fails',
      { failing: [], failing_count: 0, findings: [aFinding('AC-3 has no test.')] },
      /^AC-3 has no test$/,
    ],
    [
      'what an agent that is blocked says',
      { halt: { code: 'blocked', says: 'The agent is blocked: no key' } },
      /^The agent is blocked: no key$/,
    ],
    [
      'a signal that is missing, whatever else is noted',
      { reason: 'Gate 1 satisfied but no exit signal', findings: [skipped] },
      /^Gate 1 satisfied but no exit signal: /,
    ],
    [
      'the result of the gates where nothing else is known',
      { failing: [], failing_count: 0 },
      /^Neither gate is satisfied$/,
    ],
  ] as const)('says %s', (_, more, said) => {
    expect(sayCauseOfHold({ ...HOLD, ...more })).toMatch(said);
  });

  it('is said once: the lines below it are the rest of the work, the result, the conditions', () => {
    const hold = { ...HOLD, findings: [changed, aFinding('AC-3 has no test.')] };
    expect(linesBelowCause(hold).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'finding AC-3 has no test.',
      'test fails: test/a.test.js > AC-1: adds',
      'output 1 !== 2',
      'test fails: TestSum/empty',
      'title Neither gate is satisfied',
      'clause tests_failing == 0: got 2, expected 0',
    ]);
  });

  it('has up to ten failing tests below it, each with its values and not its title', () => {
    const valuesOf = (message: string) =>
      linesBelowCause({ ...HOLD, failing: [{ file: 'a', name: 't', message }], failing_count: 1 }).flatMap(
        ({ kind, text }) => (kind === 'output' ? [text] : []),
      );
    expect(valuesOf("Expected values to be strictly equal:\n+ actual - expected\n\n+ 'a'\n- 'b'")).toEqual([
      "+ 'a'  - 'b'",
    ]);
    expect(valuesOf('expect(received).toBe(expected) // Object.is equality\n\nExpected: 2\nReceived: 1')).toEqual([
      'Expected: 2  Received: 1',
    ]);
    expect(valuesOf('expected: 2\n     got: 1\n\n(compared using ==)')).toEqual(['expected: 2  got: 1']);
    expect(valuesOf('assertion `left == right` failed\n  left: 1\n right: 2')).toEqual([
      'assertion `left == right` failed  left: 1  right: 2',
    ]);
    expect(valuesOf('It says only this:')).toEqual(['It says only this:']);
    expect(valuesOf('x'.repeat(500))[0]).toHaveLength(200);
    const tests = (count: number) =>
      linesBelowCause({ ...HOLD, failing, failing_count: count }).filter(({ kind }) => kind === 'test').length;
    expect([tests(10), tests(20)]).toEqual([10, 6]);
  });
});
