import { describe, expect, test } from 'vitest';
import { findDecided, listSignal } from '../../../src/page/model/clauses.ts';
import type { Signal } from '../../../gates/iteration.ts';
import { anIterationOf } from '../a-run.ts';

const rowsOf = (word: boolean | null, changes: Partial<Signal> = {}) => {
  const records = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, word });
  const signal = findDecided(records)?.data?.record.signal;
  if (signal === undefined) throw new Error('nothing was decided');
  return Object.fromEntries(listSignal({ ...signal, ...changes }, records).filter(([, text]) => text !== null));
};

describe('the exit signal on the page', () => {
  test('is what was said, how it was read, and by what', () => {
    expect(rowsOf(true)).toMatchObject({ said: 'yes', 'read as': 'the agent said yes' });
    expect(rowsOf(false)).toMatchObject({ said: 'no' });
    expect(rowsOf(null)).toMatchObject({
      said: 'not readable',
      'read as': 'no status block with a signal was found',
    });
  });

  test('has the other reported fields: progress, confidence, requests, its own tests, remaining work, blockers', () => {
    const told = {
      progress_percent: 40,
      confidence: 'high',
      override: true,
      tests_status: 'pass',
      remaining_work: ['the papers'],
      because: 'nearly there',
    } as const;
    expect(rowsOf(true, { told, blockers: ['no key'], claims: { files_modified: 2 } })).toMatchObject({
      progress: '40 %',
      confidence: 'high',
      requests: 'lifting the threshold (EXIT_OVERRIDE)',
      tests: 'pass',
      remaining: 'the papers',
      because: 'nearly there',
      blockers: 'no key',
      claims: 'files_modified 2',
    });
    expect(Object.keys(rowsOf(true, { told: { override: false } }))).not.toContain('requests');
  });
});
