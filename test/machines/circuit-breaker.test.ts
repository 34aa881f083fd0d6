import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  type Breaker,
  type BreakerEvent,
  type BreakerRules,
  circuitBreakerActor,
  closedBreaker,
  DEFAULT_BREAKER_RULES,
  describeBreaker,
  turnBreaker,
} from '../../machines/index.ts';

const AT = '2026-01-13T03:00:00.000Z';
const rules = (spoil: Partial<BreakerRules> = {}): BreakerRules => ({ ...DEFAULT_BREAKER_RULES, ...spoil });
type Iteration = Partial<BreakerEvent & { readonly type: 'ITERATION' }>;
const ran = (spoil: Iteration = {}): BreakerEvent => ({
  type: 'ITERATION',
  at: AT,
  phase: 'GREEN',
  progress: true,
  failed: false,
  failing: null,
  exited: false,
  ...spoil,
});
const NOTHING = ran({ progress: false });
const CRASH: BreakerEvent = { type: 'FAILED_TURN', at: AT };
const COOLED: BreakerEvent = { type: 'COOLED' };
const times = (n: number, event: BreakerEvent): readonly BreakerEvent[] => Array.from({ length: n }, () => event);
const after = (events: readonly BreakerEvent[], spoil: Partial<BreakerRules> = {}): Breaker =>
  events.reduce(turnBreaker, closedBreaker(rules(spoil)));
const statesOf = (events: readonly BreakerEvent[], spoil: Partial<BreakerRules> = {}) =>
  events.map((_, i) => after(events.slice(0, i + 1), spoil).state);

describe('the circuit breaker opens', () => {
  test('after three iterations without progress, half open one before', () => {
    expect(statesOf(times(3, NOTHING))).toEqual(['CLOSED', 'HALF_OPEN', 'OPEN']);
    expect(describeBreaker(after(times(3, NOTHING)))).toBe('Exit gate not passing: 3 iterations without progress');
  });
  test('by the thresholds of the phase', () => {
    const phases = { REFACTOR: { no_progress: 5, same_error: 5 } };
    const events = times(5, ran({ progress: false, phase: 'REFACTOR' }));
    expect(statesOf(events, { phases })).toEqual(['CLOSED', 'CLOSED', 'CLOSED', 'HALF_OPEN', 'OPEN']);
  });
  test('by the defaults for a phase that is only a name of an object', () => {
    expect(after(times(3, ran({ progress: false, phase: 'constructor' }))).state).toBe('OPEN');
  });
  test('after five iterations with the same failing tests, although a comment is touched each time', () => {
    const touched = ran({ failing: 'f1' });
    expect(statesOf(times(5, touched))).toEqual(['CLOSED', 'CLOSED', 'CLOSED', 'HALF_OPEN', 'OPEN']);
    expect(describeBreaker(after(times(5, touched)))).toBe(
      'Exit gate not passing: 5 iterations with the same failing tests',
    );
  });
  test('when two failing tests alternate, since a returning failure counts on', () => {
    const turns = Array.from({ length: 9 }, (_, i) => ran({ failing: i % 2 === 0 ? 'f1' : 'f2' }));
    expect(statesOf(turns).indexOf('OPEN')).toBe(8);
  });
  test('after three turns in a row that failed, discarded or measured, whatever they changed', () => {
    expect(statesOf([CRASH, ran({ failed: true, failing: 'f1' }), CRASH])).toEqual(['CLOSED', 'HALF_OPEN', 'OPEN']);
    expect(describeBreaker(after([CRASH, CRASH, CRASH]))).toBe('The agent failed in 3 turns in a row');
  });
  test('no later because of crashes in between: they are no progress, and reset no other count', () => {
    const events = [NOTHING, CRASH, NOTHING, CRASH, CRASH, NOTHING];
    expect(after(events)).toMatchObject({ state: 'OPEN', tripped: { cause: 'no_progress', count: 3 } });
  });
  test('after iterations without an exit only where the config says so', () => {
    expect(after(times(40, ran())).state).toBe('CLOSED');
    const open = after(times(4, ran()), { stagnation_threshold: 4 });
    expect(describeBreaker(open)).toBe('Exit gate not passing: 4 iterations without an exit');
  });
  test('until a time that comes with the event, and never without one', () => {
    expect(after([CRASH, CRASH, CRASH]).open_until).toBe('2026-01-13T03:05:00.000Z');
    const nonsense = { ...CRASH, at: 'soon' } as const;
    expect(after([nonsense, nonsense, nonsense]).open_until).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('an open circuit breaker', () => {
  const OPEN = times(3, NOTHING);

  test('lets one trial through after the cooldown, with cleared counts', () => {
    expect(after([...OPEN, COOLED])).toMatchObject({
      state: 'HALF_OPEN',
      onTrial: true,
      no_progress: 0,
      failed_turns: 0,
      same_error: 0,
      open_until: null,
    });
  });
  test('is closed by a trial that did better', () => {
    expect(after([...OPEN, COOLED, ran()])).toMatchObject({ state: 'CLOSED', tripped: null, openings: 1 });
  });
  test.each([
    ['that moved nothing', NOTHING],
    ['that crashed', CRASH],
    ['that crashed over changed sources', ran({ failed: true })],
  ])('opens again by a trial %s', (_what, trial) => {
    const again = after([...OPEN, COOLED, trial]);
    expect(again).toMatchObject({ state: 'OPEN', openings: 2, exhausted: false });
    expect(describeBreaker(again)).toBe(
      'Exit gate not passing: 3 iterations without progress, and 1 trial iteration after a cooldown did no better',
    );
  });
  test('is not closed by a changed comment when it opened for the same error', () => {
    const same = times(5, ran({ failing: 'f1' }));
    expect(after([...same, COOLED, ran({ failing: 'f1' })])).toMatchObject({ state: 'OPEN', openings: 2 });
    expect(after([...same, COOLED, ran({ failing: 'f2' })])).toMatchObject({ state: 'CLOSED', openings: 1 });
  });
  test('is exhausted when its reopenings are used up, and no cooldown helps then', () => {
    const exhausted = after([...OPEN, COOLED, NOTHING, COOLED, NOTHING]);
    expect([exhausted.state, exhausted.openings, exhausted.exhausted]).toEqual(['OPEN', 3, true]);
    expect(turnBreaker(exhausted, COOLED)).toBe(exhausted);
    expect(after(OPEN, { reopenings: 0 }).exhausted).toBe(true);
  });
  test('is exhausted too after reopening repeatedly after successful trials: it does not cycle forever', () => {
    const round = [...OPEN, COOLED, ran()];
    expect(after([...round, ...round, ...OPEN])).toMatchObject({ openings: 3, exhausted: true });
  });
  test('is closed by a reset, and by the exit of the phase', () => {
    expect(after([...OPEN, { type: 'RESET' }])).toEqual(closedBreaker());
    expect(after([...OPEN, COOLED, ran({ exited: true })])).toEqual(closedBreaker());
  });
  test('stays so over a restart until its time; an operator who resumes closes an exhausted one', () => {
    const open = after(OPEN);
    expect(turnBreaker(open, { type: 'RESUMED' })).toBe(open);
    expect(after([...OPEN, { type: 'RESUMED' }], { reopenings: 0 }).state).toBe('CLOSED');
    expect(after([NOTHING, { type: 'RESUMED' }])).toEqual(closedBreaker());
  });
  test('ignores an iteration that should not have started', () => {
    const open = after(OPEN);
    expect([turnBreaker(open, ran()), turnBreaker(open, CRASH)]).toEqual([open, open]);
  });
});

const anEvent: fc.Arbitrary<BreakerEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('ITERATION' as const),
      at: fc.constantFrom(AT, 'never', '2026-01-14T00:00:00.000Z'),
      phase: fc.constantFrom('RED', 'GREEN', '__proto__'),
      progress: fc.boolean(),
      failed: fc.boolean(),
      failing: fc.constantFrom(null, 'f1', 'f2'),
      exited: fc.nat(20).map((n) => n === 0),
    }),
  },
  { weight: 2, arbitrary: fc.constant(CRASH) },
  { weight: 3, arbitrary: fc.constant(COOLED) },
  { weight: 1, arbitrary: fc.constantFrom<BreakerEvent>({ type: 'RESUMED' }, { type: 'RESET' }) },
);

describe('whatever happens, the circuit breaker', () => {
  const walk = (events: readonly BreakerEvent[], reopenings: number) => {
    const steps: Breaker[] = [closedBreaker(rules({ reopenings }))];
    for (const event of events) steps.push(turnBreaker(steps.at(-1) ?? closedBreaker(), event));
    return steps;
  };

  test('is open exactly as long as it has a time, reopens no more often than it may, and has one trial', () => {
    let opened = 0;
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 60, size: 'max' }), fc.nat(3), (events, reopenings) => {
        const steps = walk(events, reopenings);
        steps.forEach((step, i) => {
          expect(step.open_until !== null).toBe(step.state === 'OPEN');
          expect(step.openings).toBeLessThanOrEqual(reopenings + 1);
          expect(step.exhausted).toBe(step.openings > reopenings && step.state === 'OPEN');
          expect(step.seen.length).toBeLessThanOrEqual(16);
          // A trial is one iteration: after it the breaker has no other, unless it was cooled again.
          const event = events[i - 1];
          if (event?.type === 'ITERATION' || event?.type === 'FAILED_TURN') expect(step.onTrial).toBe(false);
          if (step.state === 'OPEN') opened += 1;
        });
      }),
    );
    expect(opened).toBeGreaterThan(100);
  });

  test('has the same state live as after folding the same events', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 30 }), (events) => {
        const live = createActor(circuitBreakerActor, { input: closedBreaker() }).start();
        for (const event of events) live.send(event);
        expect(live.getSnapshot().context).toEqual(events.reduce(turnBreaker, closedBreaker()));
        live.stop();
      }),
    );
  });
});
