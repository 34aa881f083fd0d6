import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { foldLive, type Live } from '../../../src/view/live.ts';
import type { PageRecord } from '../../../src/page/page-data.ts';
import { describeRest, findRest } from '../../../src/page/model/task-rows.ts';
import { viewRun } from '../../../src/page/model/run-view.ts';
import { anIterationOf, at, HEAD, reportedOf } from '../a-run.ts';

const HELD = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, word: true });
const NOW = Date.parse(at(2));
const breaker = (to: 'OPEN' | 'HALF_OPEN'): PageRecord =>
  ({
    type: 'breaker.changed',
    at: at(2),
    data: {
      phase: 'GREEN',
      from: 'CLOSED',
      to,
      why: 'no progress',
      open_until: at(7),
      exhausted: false,
      no_progress: 3,
      same_error: 0,
      failed_turns: 0,
    },
  }) as unknown as PageRecord;
const restOf = (records: readonly PageRecord[], { going = true, events = [] as readonly RunEvent[], now = NOW } = {}) =>
  findRest(viewRun({ ...HEAD, going }, reportedOf(records)), events.reduce<Live | null>(foldLive, null), now);
const waiting = (reason: 'breaker' | 'provider'): RunEvent => ({
  v: 4,
  at: at(2),
  run: 'long-run',
  type: 'waiting',
  phase: 'GREEN',
  iteration: 2,
  attempt: 1,
  for: reason,
  until: at(7),
  why: 'no progress',
});

describe('what an active run waits for', () => {
  test('is the cooldown of its breaker, by its records or by its events, with the remaining time', () => {
    const rest = { for: 'breaker', until: at(7), why: 'no progress' };
    expect(restOf([...HELD, breaker('OPEN')])).toEqual(rest);
    expect(restOf(HELD, { events: [waiting('breaker')] })).toEqual(rest);
    expect(describeRest({ ...rest, for: 'breaker' }, NOW)).toMatch(/^until \d\d:\d7:00, 5 min 0 s remaining$/);
  });

  test('is a limit of the provider, or a person', () => {
    const limit: PageRecord = {
      type: 'turn.discarded',
      at: at(2),
      data: { phase: 'GREEN', iteration: 2, attempt: 1, outcome: 'rate_limited', why: 'limit', wait_until: at(9) },
    };
    expect(restOf([...HELD, limit])).toEqual({ for: 'provider', until: at(9), why: 'limit' });
    expect(restOf(HELD, { events: [waiting('provider')] })?.for).toBe('provider');
    const halted: PageRecord = {
      type: 'chart.halted',
      at: at(2),
      data: { phase: 'GREEN', why: 'blocked', status: 'needs_human' },
    };
    expect(restOf([...HELD, breaker('OPEN'), halted])).toEqual({ for: 'person', until: null, why: 'blocked' });
  });

  test('is nothing while it works, when the time is over, and of a run that is not active', () => {
    expect(restOf(HELD)).toBeNull();
    expect(restOf([...HELD, breaker('OPEN')], { now: Date.parse(at(8)) })).toBeNull();
    expect(restOf([...HELD, breaker('OPEN'), breaker('HALF_OPEN')])).toBeNull();
    expect(restOf([...HELD, breaker('OPEN')], { going: false })).toBeNull();
  });
});
