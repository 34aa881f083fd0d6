import { describe, expect, test } from 'vitest';
import { listSpent } from '../../../src/page/model/phase-rows.ts';
import { viewRun } from '../../../src/page/model/run-view.ts';
import type { PageRecord } from '../../../src/page/page-data.ts';
import { anIterationOf, at, HEAD, reportedOf } from '../a-run.ts';

const OPEN = {
  phase: 'GREEN',
  from: 'CLOSED',
  to: 'OPEN',
  why: 'no progress in 3 iterations',
  no_progress: 3,
  same_error: 0,
  failed_turns: 0,
  no_exit: 0,
  openings: 1,
  open_until: at(5),
  exhausted: false,
} as const;

/** Half a minute of the agent, five seconds of tests in the first minute; then three minutes of cooldown. */
const RECORDS: readonly PageRecord[] = [
  ...anIterationOf({ iteration: 1, minute: 0, passing: 1, failing: 1 }),
  { type: 'breaker.changed', at: at(2), data: OPEN },
  ...anIterationOf({ iteration: 2, minute: 5, passing: 1, failing: 1 }),
];

const view = (records: readonly PageRecord[]) => viewRun(HEAD, reportedOf(records));

describe('whose time a run was', () => {
  test('the agent, the suite, waits and the rest, which is dualgate, are all of it', () => {
    const shown = view(RECORDS);
    const spent = listSpent(shown);
    expect(spent.map(({ says }) => says)).toEqual([
      'agent 1 min 0 s',
      'your suite 10 s',
      'waits 3 min 0 s',
      expect.stringMatching(/^dualgate /),
    ]);
    expect(spent.reduce((sum, { ms }) => sum + ms, 0)).toBe(shown.clock.worked_ms);
  });

  test('nothing is said before anything took time', () => {
    expect(listSpent(view([]))).toEqual([]);
  });

  test('a cooldown is a wait of its phase until the next iteration, and lasts where none began', () => {
    const [over, lasting] = [
      RECORDS,
      RECORDS.slice(0, RECORDS.findIndex(({ type }) => type === 'breaker.changed') + 1),
    ];
    const green = (records: readonly PageRecord[]) => view(records).phases.find(({ phase }) => phase === 'GREEN');
    expect([green(over)?.waited_ms, green(over)?.waits.length]).toEqual([180_000, 1]);
    expect(green(lasting)).toMatchObject({ waited_ms: 0, waits: [{ to: null }] });
  });
});
