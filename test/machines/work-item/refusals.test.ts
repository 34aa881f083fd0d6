import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ExitReason,
  findWorkItemRefusal,
  type WorkItemContext,
  type WorkItemEvent,
  type WorkItemRefusal,
  type WorkPhase,
} from '../../../machines/index.ts';
import {
  anItem,
  claim,
  EVENTS,
  exit,
  HOLDER,
  type Item,
  PHASES,
  read,
  REASONS,
  release,
  send,
  SESSIONS,
  START,
  UNBLOCK,
  WORKED_IN,
} from './an-item.ts';

/** The item after the event, with what it emitted. */
const sent = (item: Item, event: WorkItemEvent) => {
  const after = send(item, event);
  return { item: read(after.item), emitted: after.emitted };
};

/** The whole item as it was, and the reason. */
const refused = (item: Item, event: WorkItemEvent, reason: WorkItemRefusal): ReturnType<typeof sent> => ({
  item: read(item),
  emitted: [{ type: 'item.refused', event: event.type, reason }],
});

/** Every current phase with every signal: 6 × 8 × 3. */
const SIGNALS = WORKED_IN.flatMap((phase) =>
  PHASES.flatMap((named) => REASONS.map((reason) => [phase, named, reason] as const)),
);

describe('an exit signal', () => {
  test.each(SIGNALS.filter(([phase, named]) => phase !== named))(
    'in %s that names %s (%s) is a phase mismatch',
    (phase, named, reason) => {
      const [item, event] = [anItem(phase), exit(named, reason)];
      expect(sent(item, event)).toEqual(refused(item, event, 'phase_mismatch'));
    },
  );

  test.each(SIGNALS)('in %s that names %s (%s) is refused while the protocol is off', (phase, named, reason) => {
    const [item, event] = [anItem(phase, { enabled: false }), exit(named, reason)];
    expect(sent(item, event)).toEqual(refused(item, event, 'protocol_disabled'));
  });

  test.each(SIGNALS)('in %s that names %s (%s) is refused from a session without the lease', (phase, named, reason) => {
    const [held, free, event] = [anItem(phase), anItem(phase, { holder: null }), exit(named, reason, 'bob')];
    expect(sent(held, event)).toEqual(refused(held, event, 'not_holder'));
    expect(sent(free, event)).toEqual(refused(free, event, 'no_lease'));
  });

  test('that completes DRAFT is refused: spec 003 names no next phase', () => {
    const [item, event] = [anItem('DRAFT'), exit('DRAFT')];
    expect(sent(item, event)).toEqual(refused(item, event, 'no_next_phase'));
  });

  test.each(PHASES.flatMap((named) => REASONS.map((reason) => [named, reason] as const)))(
    'that names %s (%s) is refused in BLOCKED, even from a session that a store calls the holder',
    (named, reason) => {
      const event = exit(named, reason);
      for (const item of [anItem('BLOCKED'), anItem('BLOCKED', { holder: HOLDER })])
        expect(sent(item, event)).toEqual(refused(item, event, 'blocked'));
    },
  );

  test('is refused once more when it is repeated: the lease is gone', () => {
    const event = exit('REVIEW');
    const { item } = send(anItem('REVIEW'), event);
    expect(sent(item, event)).toEqual(refused(item, event, 'no_lease'));
  });

  test.each([
    undefined,
    null,
    {},
    'completed',
    { phase_completed: 'REVIEW' },
    { phase_completed: 'REVIEW', exit_reason: 'COMPLETED' },
    { phase_completed: 'REVIEW', exit_reason: 'toString' },
    { phase_completed: 'REVIEW', exit_reason: null },
  ])('that breaks its type is refused, and counts as no block: %j', (signal) => {
    const event = { type: 'item.exited', session: HOLDER, signal } as unknown as WorkItemEvent;
    const item = anItem('REVIEW');
    expect(sent(item, event)).toEqual(refused(item, event, 'invalid_signal'));
  });

  test.each([undefined, null, '', 7])('from the session %j is refused, with any holder of the lease', (session) => {
    const event = { ...exit('REVIEW'), session } as unknown as WorkItemEvent;
    for (const item of [anItem('REVIEW'), anItem('REVIEW', { holder: null })])
      expect(sent(item, event)).toEqual(refused(item, event, 'invalid_session'));
  });
});

describe('another event is refused', () => {
  test.each<readonly [string, Item, WorkItemEvent, WorkItemRefusal]>([
    ['a claim of a claimed item', anItem('REVIEW'), claim('bob'), 'already_claimed'],
    ['a second claim of the holder', anItem('REVIEW'), claim(HOLDER), 'already_claimed'],
    ['a claim without a session', anItem('REVIEW', { holder: null }), claim(''), 'invalid_session'],
    ['a claim in BLOCKED', anItem('BLOCKED'), claim('bob'), 'blocked'],
    ['a late release of a former holder', anItem('REVIEW'), release('bob'), 'not_holder'],
    ['a release of a free item', anItem('REVIEW', { holder: null }), release(HOLDER), 'no_lease'],
    ['a release in BLOCKED', anItem('BLOCKED'), release(HOLDER), 'blocked'],
    ['a start of a started item', anItem('REVIEW'), START, 'already_started'],
    ['a start in BLOCKED', anItem('BLOCKED', { blockedIn: 'DRAFT' }), START, 'blocked'],
    ['an unblock of an item that is not blocked', anItem('REVIEW'), UNBLOCK, 'not_blocked'],
    ['an unblock without a phase to return to', anItem('BLOCKED', { blockedIn: null }), UNBLOCK, 'not_blocked'],
  ])('%s', (_title, item, event, reason) => expect(sent(item, event)).toEqual(refused(item, event, reason)));

  test('in COMPLETED: the chart drops it, and the function still gives the reason', () => {
    const item = anItem('COMPLETED');
    for (const event of EVENTS) {
      const after = send(item, event);
      expect(read(after.item)).toEqual(read(item));
      expect(after.emitted).toEqual([]);
      expect(findWorkItemRefusal('COMPLETED', item.context, event)).toBe('completed');
    }
  });
});

const phases = fc.constantFrom<WorkPhase>(...PHASES);
const sessions = fc.constantFrom(...SESSIONS);
const contexts: fc.Arbitrary<WorkItemContext> = fc.record({
  enabled: fc.boolean(),
  holder: fc.option(sessions),
  exited: fc.option(sessions),
  blockedIn: fc.option(fc.constantFrom<WorkPhase>(...WORKED_IN)),
});

describe('in any state whatever', () => {
  test('a signal changes the item exactly when the protocol is on, its session holds the lease, and its phase is current', () => {
    const NEXT: Readonly<Record<string, WorkPhase>> = {
      IMPLEMENTATION: 'CI_PENDING',
      CI_PENDING: 'READY_FOR_REVIEW',
      READY_FOR_REVIEW: 'REVIEW',
      REVIEW: 'READY_FOR_MERGE',
      READY_FOR_MERGE: 'COMPLETED',
    };
    const nextOf = (phase: WorkPhase, reason: ExitReason) => (reason === 'completed' ? NEXT[phase] : 'BLOCKED');
    const count = { moved: 0, refused: 0 };
    // Most signals name the current phase and the holder: a signal with two faults seldom shows which one counts.
    const cases = fc.record({
      phase: phases,
      context: contexts,
      named: fc.option(phases, { freq: 2 }),
      session: fc.option(sessions, { freq: 2 }),
      reason: fc.constantFrom(...REASONS),
    });
    fc.assert(
      fc.property(cases, ({ phase, context, named, session, reason }) => {
        const item = anItem(phase, context);
        const event = exit(named ?? phase, reason, session ?? context.holder ?? HOLDER);
        const isOpen = phase !== 'COMPLETED' && phase !== 'BLOCKED';
        const next = nextOf(phase, reason);
        const isGood =
          isOpen &&
          context.enabled &&
          (session ?? context.holder) === context.holder &&
          context.holder !== null &&
          (named ?? phase) === phase;
        const after = send(item, event);
        if (isGood && next !== undefined) {
          count.moved += 1;
          expect(after.item.value).toBe(next);
          expect(after.emitted).toEqual([{ type: 'item.moved', from: phase, to: next }]);
        } else {
          count.refused += 1;
          expect(read(after.item)).toEqual(read(item));
          expect(after.emitted.map(({ type }) => type)).toEqual(phase === 'COMPLETED' ? [] : ['item.refused']);
        }
      }),
      { numRuns: 2_000, seed: 1 },
    );
    expect(count.moved).toBeGreaterThan(100);
    expect(count.refused).toBeGreaterThan(500);
  });

  test('an event moves the item, changes its lease, or is refused with one reason', () => {
    fc.assert(
      fc.property(phases, contexts, fc.constantFrom(...EVENTS), (phase, context, event) => {
        const item = anItem(phase, context);
        const { item: after, emitted } = send(item, event);
        const reason = findWorkItemRefusal(phase, context, event);
        if (reason !== null) {
          expect(read(after)).toEqual(read(item));
          expect(emitted).toEqual(phase === 'COMPLETED' ? [] : [{ type: 'item.refused', event: event.type, reason }]);
        } else if (event.type === 'item.claimed' || event.type === 'item.released') {
          const holder = event.type === 'item.claimed' ? event.session : null;
          expect(read(after)).toEqual({ ...read(item), holder });
          expect(emitted).toEqual([]);
        } else {
          expect(emitted).toEqual([{ type: 'item.moved', from: phase, to: after.value }]);
          expect(after.value).not.toBe(phase);
          expect(after.context.holder).toBeNull();
        }
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });
});
