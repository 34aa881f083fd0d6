import { describe, expect, test } from 'vitest';
import type { PageRecord } from '../../src/page/page-data.ts';
import { aLongRun, anIterationOf, at, SETTLED, statusOf } from './a-run.ts';

/** As its status is sent. */
const holdOf = (...records: readonly PageRecord[]) => statusOf(records).held;

const RED = anIterationOf({ phase: 'RED', iteration: 1, minute: 0, passing: 0, failing: 4, word: true });
const HELD = anIterationOf({ iteration: 1, minute: 1, passing: 2, failing: 2, word: true });
const LEFT = anIterationOf({ iteration: 2, minute: 2, passing: 4, failing: 0, word: true });
const EXIT = { frozen: {}, tests: [], failing: [], tree: '' };
const command = (type: PageRecord['type'], data: object): PageRecord =>
  ({ type, at: at(9), data: { by: 'ann', reason: 'x', ...data } }) as unknown as PageRecord;

describe('the last hold', () => {
  test('has the reason, the failing tests, and the clauses that are not met with what was measured', () => {
    expect(holdOf(...RED, ...HELD, SETTLED(3))).toEqual({
      phase: 'GREEN',
      iteration: 1,
      cause: '2 of 4 tests fail: AC-1: it does what it says, AC-2: it does what it says',
      reason: expect.stringContaining('not satisfied'),
      clauses: ['tests_failing == 0: got 2, expected 0', expect.stringMatching(/^also not met: /)],
      lines: [
        { kind: 'test', text: 'fails: test/long.test.ts > AC-1: it does what it says' },
        { kind: 'output', text: 'expected 0 to be 1' },
        { kind: 'test', text: 'fails: test/long.test.ts > AC-2: it does what it says' },
        { kind: 'output', text: 'expected 1 to be 2' },
      ],
    });
  });

  test('stays while the next iteration of the phase runs, and after a resume', () => {
    const next: PageRecord = {
      type: 'turn.started',
      at: at(2),
      data: { phase: 'GREEN', iteration: 2, attempt: 1, nonce_hash: null },
    };
    const held = { phase: 'GREEN', iteration: 1 };
    expect(holdOf(...RED, ...HELD, next)).toMatchObject(held);
    expect(holdOf(...RED, ...HELD, SETTLED(3), command('operator.resumed', {}), next)).toMatchObject(held);
  });

  test('is over with the phase: exited, forced, or taken back; and with the work', () => {
    expect(holdOf(...RED)).toBeNull();
    expect(holdOf(...RED, ...HELD, ...LEFT)).toBeNull();
    expect(holdOf(...RED, ...HELD, command('operator.skipped', { phase: 'GREEN', exit: EXIT }))).toBeNull();
    expect(holdOf(...RED, ...HELD, command('operator.rolled_back', { phase: 'RED' }))).toBeNull();
    expect(holdOf(...RED, ...HELD, command('operator.aborted', {}))).toBeNull();
  });

  test('is short however long a reason is, and says how long that is', () => {
    const blocker = 'The payment provider does not answer. '.repeat(200).trim();
    const reported = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, word: false });
    const blocked = reported.map(
      (record): PageRecord =>
        record.type === 'iteration.decided'
          ? {
              ...record,
              data: {
                ...record.data,
                decision: { ...record.data.decision, halt: { code: 'blocked', says: blocker }, next: 'needs_human' },
              },
            }
          : record,
    );
    const cause = holdOf(...RED, ...blocked)?.cause ?? '';
    expect(cause.length).toBeLessThan(360);
    expect(cause).toMatch(/… \(7599 characters in all\)$|… \(7,599 characters in all\)$/);
  });

  test('shows a finding to its end, where the commands are', () => {
    const CHANGED = { code: 'tampering.changed', text: 'a.test.js was changed: restore it.', values: {} };
    const text = `The agent must undo this${', or report BLOCKED'.repeat(12)} (dualgate reopen test/a.test.js -m "why").`;
    const reported = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, word: false });
    const found = reported.map(
      (record): PageRecord =>
        record.type === 'iteration.decided'
          ? {
              ...record,
              data: {
                ...record.data,
                record: { ...record.data.record, findings: [CHANGED, { code: 'tampering.way_out', text, values: {} }] },
              },
            }
          : record,
    );
    expect(holdOf(...RED, ...found)?.lines).toContainEqual({ kind: 'finding', text });
  });

  test('is text that hides nothing, whatever the agent wrote', () => {
    const reported = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, word: false });
    const hostile = reported.map(
      (record): PageRecord =>
        record.type === 'iteration.decided'
          ? {
              ...record,
              data: {
                ...record.data,
                decision: {
                  ...record.data.decision,
                  halt: { code: 'blocked', says: 'no\u202E\u001B[2J\nkey' },
                  next: 'needs_human',
                },
              },
            }
          : record,
    );
    expect(holdOf(...RED, ...hostile)?.cause).toBe('no[U+202E] key');
  });

  test('of a long run is the last one', () => {
    expect(holdOf(...aLongRun(30))).toMatchObject({ phase: 'GREEN', iteration: 29 });
  });
});
