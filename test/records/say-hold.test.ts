import { describe, expect, it } from 'vitest';
import { type Hold, holdLines } from '../../src/records/say-hold.ts';
import { aFinding } from '../findings/a-finding.ts';

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
      'output Expected values to be strictly equal:',
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
    expect(lines.map(({ text }) => text)).toEqual(expect.arrayContaining(['… and 40 more', '…', 'fails: 8567 more']));
  });

  it('have no title without anything above it', () => {
    expect(holdLines({ ...HOLD, failing: [], failing_count: 0 })).toEqual([
      { kind: 'clause', text: 'tests_failing == 0: got 2, expected 0' },
    ]);
  });
});
