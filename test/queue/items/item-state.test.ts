import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type WorkItemEvent, workItemMachine } from '../../../machines/index.ts';
import { WORK_PHASES } from '../../../machines/work-item.refusals.ts';
import type { Lease } from '../../../src/queue/leases/lease.ts';
import { createExitSignal } from '../../../src/signals/systems/apm2/parse-exit-signal.ts';
import {
  decideAdd,
  decideClaim,
  decideExit,
  decideRelease,
  decideStart,
  decideUnblock,
} from '../../../src/queue/items/decide-item.ts';
import { extendItemLedger, readItemLedger } from '../../../src/queue/items/ledgers/item-ledger.ts';
import type { ItemDraft } from '../../../src/queue/items/item-record.ts';
import { foldItem } from '../../../src/queue/items/item-state.ts';
import type { ItemDecision, ItemReading } from '../../../src/queue/items/item-store.ts';
import { followLease, seeLease } from '../../../src/queue/items/create-items.ts';

const NOW = new Date('2025-01-02T03:04:05.678Z');

const leaseOf = (holder: string, turn: number): Lease => ({
  item: 'login',
  holder,
  token: `t${turn}`,
  previous: null,
  turn,
  taken: NOW.toISOString(),
  until: '2025-01-02T04:04:05.678Z',
  state: 'held',
});

type Command = WorkItemEvent;

/** The command of an event of the chart. */
const decide = (event: Command, enabled: boolean): ((reading: ItemReading | null) => ItemDecision) => {
  switch (event.type) {
    case 'item.started':
      return decideStart('login', 'ann');
    case 'item.unblocked':
      return decideUnblock('login', 'ann', 'why');
    case 'item.claimed':
      return decideClaim('login', event.session);
    case 'item.released':
      return decideRelease('login', event.session);
    case 'item.exited':
      return decideExit('login', {
        session: event.session,
        actor: 'ann',
        signal: createExitSignal(event.signal),
        enabled,
        ciDecides: false,
        run: null,
        commit: null,
        branch: null,
      });
  }
};

const session = fc.constantFrom('s1', 's2', 's3');
const events: fc.Arbitrary<Command> = fc.oneof(
  fc.constant({ type: 'item.started' } as const),
  fc.constant({ type: 'item.unblocked' } as const),
  session.map((name) => ({ type: 'item.claimed', session: name }) as const),
  session.map((name) => ({ type: 'item.released', session: name }) as const),
  fc
    .record({
      session,
      signal: fc.record({
        phase_completed: fc.constantFrom(...WORK_PHASES),
        exit_reason: fc.constantFrom('completed', 'completed', 'blocked', 'error'),
      }),
    })
    .map((each) => ({ type: 'item.exited', ...each }) as const),
);

const added = (): ItemReading => {
  const decision = decideAdd({
    item: 'login',
    title: null,
    spec: null,
    spec_hash: null,
    base: null,
    by: 'ann',
    isDraft: true,
  })(null);
  if (!decision.ok) throw new Error(decision.message);
  const ledger = extendItemLedger(null, decision.write(null), NOW);
  return { ledger, state: foldItem(ledger.records), lease: null, waitsUntil: null };
};

describe('the ledger of a work item', () => {
  test('folds to the state of the chart after any events, and a refused one writes nothing', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), fc.boolean(), (given, enabled) => {
        let reading = added();
        let turn = 0;
        const actor = createActor(workItemMachine, { input: { enabled } }).start();
        for (const event of given) {
          const decision = decide(event, enabled)(reading);
          const before = JSON.stringify(actor.getPersistedSnapshot());
          // A claim by the holder renews its lease, and is no event of the chart.
          const isRenewal = event.type === 'item.claimed' && reading.lease?.holder === event.session;
          if (!isRenewal) actor.send(event);
          const isUnchanged = JSON.stringify(actor.getPersistedSnapshot()) === before;
          expect(isRenewal ? decision.ok : decision.ok !== isUnchanged).toBe(true);
          if (!decision.ok) continue;
          const lease =
            decision.lease === 'claim' && event.type === 'item.claimed'
              ? leaseOf(event.session, (turn += 1))
              : reading.lease;
          const ledger = extendItemLedger(reading.ledger, decision.write(lease), NOW);
          const isHeld = decision.lease === 'claim' || decision.lease === 'renew';
          reading = { ledger, state: foldItem(ledger.records), lease: isHeld ? lease : null, waitsUntil: null };
        }
        const { value, context } = actor.getSnapshot();
        const again = readItemLedger(reading.ledger.bytes, 'memory', reading.ledger.head);
        const { phase, holder, exited, blockedIn } = foldItem(again.records);
        expect({ phase, enabled, holder, exited, blockedIn }).toEqual({ phase: value, ...context });
      }),
    );
  });

  test('that has a record which the chart refuses is broken', () => {
    const { ledger } = added();
    const forged: ItemDraft = { type: 'item.unblocked', data: { by: 'ann', reason: 'no reason' } };
    expect(() => foldItem(extendItemLedger(ledger, [forged], NOW).records)).toThrow(
      'record 1 is wrong: item.unblocked does not follow from DRAFT (not_blocked)',
    );
    expect(() => foldItem([])).toThrow('its first record is not item.added');
  });
});

describe('a lease that the ledger does not have', () => {
  const { ledger } = added();
  const claimed = {
    type: 'item.claimed',
    data: { session: 's1', turn: 1, until: '2025-01-02T04:04:05.678Z' },
  } as const;
  const held = foldItem(extendItemLedger(ledger, [claimed], NOW).records);
  const released = { type: 'item.released', data: { session: 's1', why: 'expired' } };

  test.each([
    ['none, as in the ledger', added().state, null, []],
    ['the one of the ledger', held, leaseOf('s1', 1), []],
    ['one that was lost', held, null, [released]],
    ['one of a session that died before its record', added().state, leaseOf('s1', 1), [claimed]],
    [
      'one that was taken over',
      held,
      leaseOf('s2', 2),
      [released, { type: 'item.claimed', data: { session: 's2', turn: 2, until: '2025-01-02T04:04:05.678Z' } }],
    ],
  ])('is written down: %s', (_, state, lease, drafts) => {
    expect(followLease(state, lease)).toEqual(drafts);
  });

  test('is held until its time, and not at its time', () => {
    const lease = leaseOf('s1', 1);
    const nothing = { lease: null, waitsUntil: null };
    expect(seeLease(lease, new Date('2025-01-02T04:04:05.677Z'))).toEqual({ ...nothing, lease });
    expect(seeLease(lease, new Date('2025-01-02T04:04:05.678Z'))).toEqual(nothing);
    expect(seeLease({ ...lease, state: 'released' }, NOW)).toEqual(nothing);
    expect(seeLease({ ...lease, state: 'waits' }, NOW)).toEqual({ ...nothing, waitsUntil: lease.until });
    expect(seeLease(null, NOW)).toEqual(nothing);
  });
});
