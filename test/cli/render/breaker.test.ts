import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src/index.ts';
import { renderAbove } from '../../../src/cli/render/live/above.ts';
import { renderBlock } from '../../../src/cli/render/live/block.ts';
import { followRun, type Live } from '../../../src/cli/render/live/live.ts';
import { renderEvent } from '../../../src/cli/render/event-lines.ts';
import { createPaint } from '../../../src/cli/render/text/paint.ts';
import { decideIteration } from '../../../src/loop/decide.ts';
import { prepareTurn } from '../../../src/loop/prepare.ts';
import { anIteration, aSignal } from '../../gates/an-iteration.ts';
import { aMeasured } from '../../loop/a-measured.ts';
import { aMemoryContext } from '../../run/breaker/a-memory-context.ts';
import { type RunEventBody, eventAt } from './an-event.ts';

const AT = { phase: 'GREEN', iteration: 2, attempt: 1 } as const;
const UNTIL = '2026-01-02T03:12:00.000';
const waiting = (reason: Extract<RunEventBody, { readonly type: 'waiting' }>['for']): RunEventBody => ({
  type: 'waiting',
  ...AT,
  for: reason,
  until: UNTIL,
  why: 'why',
});
const change = (spoil: object): RunEventBody => ({
  type: 'breaker.changed',
  phase: 'GREEN',
  from: 'CLOSED',
  to: 'OPEN',
  why: 'Exit gate not passing: 3 iterations without progress',
  no_progress: 3,
  same_error: 1,
  failed_turns: 0,
  no_exit: 3,
  openings: 1,
  open_until: UNTIL,
  exhausted: false,
  ...spoil,
});
const line = (body: RunEventBody) => renderEvent(eventAt(0, body), createPaint(false)).join('\n');

describe('the wait of a run', () => {
  it('is a countdown on the live line, with the time of day', () => {
    const now = Date.parse(UNTIL) - 252_000;
    const liveOf = (reason: Parameters<typeof waiting>[0]): string => {
      const started = followRun(null, {
        ...eventAt(0, { type: 'iteration.started', ...AT }),
        at: new Date(now).toISOString(),
      });
      const live: Live | null = followRun(started, { ...eventAt(0, waiting(reason)), at: new Date(now).toISOString() });
      return live === null ? '' : renderBlock(live, now, { columns: 120, rows: 5 }, createPaint(false)).join('\n');
    };
    expect([liveOf('provider'), liveOf('breaker'), liveOf('retry'), liveOf('calls')]).toEqual([
      "▶ GREEN 2  0.0 s  waits 4 min 12 s, until 03:12:00, for the provider's limit",
      '▶ GREEN 2  0.0 s  waits 4 min 12 s, until 03:12:00, for the cooldown of the breaker',
      '▶ GREEN 2  0.0 s  waits 4 min 12 s, until 03:12:00, before the next attempt of the agent',
      '▶ GREEN 2  0.0 s  waits 4 min 12 s, until 03:12:00, for limits.calls_per_hour',
    ]);
  });

  it('is one line in a pipe', () => {
    expect(line(waiting('breaker'))).toBe('GREEN 2  waits until 03:12:00 for the cooldown of the breaker');
  });
});

describe('a change of the breaker', () => {
  it('is one line, whatever its reason contains', () => {
    expect([
      line(change({})),
      line(change({ exhausted: true })),
      line(change({ from: 'OPEN', to: 'HALF_OPEN', cooled_down: true, open_until: null })),
      line(change({ to: 'HALF_OPEN', no_progress: 2, same_error: 2, failed_turns: 1 })),
      line(change({ from: 'HALF_OPEN', to: 'CLOSED', no_progress: 0 })),
      line(change({ why: 'a\nbreaker CLOSED' })),
    ]).toEqual([
      'Circuit breaker opened (closed → open): Exit gate not passing: 3 iterations without progress',
      'Circuit breaker opened (closed → open): Exit gate not passing: 3 iterations without progress; no reopenings remain',
      'Circuit breaker half-open (open → half-open): the cooldown has ended, and the next iteration is the trial',
      'Circuit breaker half-open (closed → half-open): 2 iterations without progress, 2 iterations with the same failing tests, 1 failed turn in a row; one more like this opens it',
      'Circuit breaker closed (half-open → closed)',
      'Circuit breaker opened (closed → open): a breaker CLOSED',
    ]);
  });
});

/** The lines of both screens after three iterations without progress. */
const afterThree = async (word: boolean | null): Promise<readonly string[]> => {
  const { context, journal, events: emitted } = aMemoryContext({ cooldown_ms: 60_000 });
  for (let i = 0; i < 3; i += 1) {
    const { deadlocks } = journal.state();
    const spoil = { signal: aSignal(word), progress: false, deadlocks };
    const course = await decideIteration(context, aMeasured(anIteration('RED', { tests_passing: 1 }, spoil)));
    if ('end' in course) emitted.push({ type: 'run.ended', ...course.end, exit_code: 4 });
  }
  if (journal.state().sums.position.state !== 'halted') await prepareTurn(context);
  const paint = createPaint(false);
  const shown = { live: null, phases: [], startedAt: 0, paint };
  const events = emitted.map((each) => eventAt(0, each));
  const of = (lines: (event: RunEvent) => readonly string[]): string =>
    events
      .flatMap(lines)
      .filter((each) => /breaker|human|waits/.test(each))
      .map((each) =>
        each
          .trim()
          .replace(/\d\d:\d\d:\d\d/, 'THEN')
          .replace(/^\d\d:\d\d /, ''),
      )
      .join('\n');
  return [of((event) => renderEvent(event, paint)), of((event) => renderAbove(event, shown))];
};

describe('a breaker that opens', () => {
  it('shows no cooldown after early exit signals: the run needs human input', async () => {
    const said = expect.stringMatching(
      /^Circuit breaker half-open \(closed → half-open\): 2 iterations .*\nCircuit breaker opened \(half-open → open\): Exit gate not passing: 3 iterations without progress\n(?:✗ )?needs human input: The agent signalled in 3 iterations [^\n]*$/,
    ) as string;
    expect(await afterThree(true)).toEqual([said, said]);
  });

  it('shows its cooldown when the run waits for it', async () => {
    const opened =
      'Circuit breaker half-open (closed → half-open): 2 iterations without progress; one more like this opens it\nCircuit breaker opened (half-open → open): Exit gate not passing: 3 iterations without progress';
    expect(await afterThree(null)).toEqual([
      `${opened}\nRED 2  waits until THEN for the cooldown of the breaker`,
      `${opened}\nRED 2  waits until THEN for the cooldown of the breaker; Ctrl+C ends the wait`,
    ]);
  });
});
