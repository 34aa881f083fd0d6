import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, type Snapshot } from 'xstate';
import { type WorkItemEmitted, type WorkItemEvent, workItemMachine } from '../../../machines/index.ts';
import { anItem, claim, EVENTS, exit, HOLDER, read, returnOf, SESSIONS, START, UNBLOCK, WORKED_IN } from './an-item.ts';

/** Often an event that is accepted: all events alike seldom reach the later phases. */
const events = fc.oneof(
  fc.constantFrom(...EVENTS),
  fc.constantFrom<WorkItemEvent>(START, UNBLOCK, ...SESSIONS.map(claim)),
  fc.constantFrom(...WORKED_IN.flatMap((phase) => SESSIONS.map((session) => exit(phase, 'completed', session)))),
);

/** A live item that drops nothing: an actor that is done would warn about every event. */
const live = (snapshot?: Snapshot<unknown>) => {
  const actor = createActor(workItemMachine, { input: { enabled: true }, ...(snapshot && { snapshot }) });
  const emitted: WorkItemEmitted[] = [];
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  const sendAll = (all: readonly WorkItemEvent[]) => {
    for (const event of all) if (actor.getSnapshot().status === 'active') actor.send(event);
  };
  return { actor, emitted, sendAll };
};

/** The item as a file keeps it. */
const store = (snapshot: Snapshot<unknown>): Snapshot<unknown> =>
  JSON.parse(JSON.stringify(snapshot)) as Snapshot<unknown>;

describe('an item restored from its stored snapshot', () => {
  test('decides and emits the same as one that never stopped', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), fc.array(events, { maxLength: 20 }), (yesterday, today) => {
        const first = live();
        first.sendAll(yesterday);
        const restored = live(store(first.actor.getPersistedSnapshot()));
        expect(read(restored.actor.getSnapshot())).toEqual(read(first.actor.getSnapshot()));
        const before = first.emitted.length;
        first.sendAll(today);
        restored.sendAll(today);
        expect(read(restored.actor.getSnapshot())).toEqual(read(first.actor.getSnapshot()));
        expect(restored.emitted).toEqual(first.emitted.slice(before));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test.each(WORKED_IN)('returns to where the work continues after it was blocked in %s', (phase) => {
    const to = returnOf(phase, 'error');
    const blocked = live(anItem(phase));
    blocked.sendAll([exit(phase, 'error')]);
    const restored = live(store(blocked.actor.getPersistedSnapshot()));
    restored.sendAll([UNBLOCK]);
    expect(restored.actor.getSnapshot().value).toBe(to);
    expect(restored.emitted).toEqual([{ type: 'item.moved', from: 'BLOCKED', to }]);
  });

  test('still refuses the session that exited', () => {
    const exited = live(anItem('REVIEW'));
    exited.sendAll([exit('REVIEW')]);
    const restored = live(store(exited.actor.getPersistedSnapshot()));
    restored.sendAll([claim(HOLDER)]);
    expect(restored.emitted).toEqual([{ type: 'item.refused', event: 'item.claimed', reason: 'session_exited' }]);
  });

  test('refuses a signal that it would have accepted, if the protocol is switched off in the snapshot', () => {
    const saved = live(anItem('REVIEW')).actor.getPersistedSnapshot();
    const switchedOff = { ...saved, context: { ...anItem('REVIEW').context, enabled: false } };
    const restored = live(store(switchedOff));
    restored.sendAll([exit('REVIEW')]);
    expect(restored.actor.getSnapshot().value).toBe('REVIEW');
    expect(restored.emitted).toEqual([{ type: 'item.refused', event: 'item.exited', reason: 'protocol_disabled' }]);
  });
});
