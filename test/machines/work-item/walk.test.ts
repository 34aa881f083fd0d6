import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialTransition } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { type WorkItemEvent, workItemMachine, type WorkPhase } from '../../../machines/index.ts';
import { claim, EVENTS, exit, type Item, PHASES, read, send, SESSIONS, START, UNBLOCK } from './an-item.ts';

const input = { enabled: true };
const serializeState = (state: Item) => JSON.stringify(read(state));

/** Every state, with all holders and former holders. */
const walk = (enabled: boolean) =>
  getShortestPaths(workItemMachine, {
    input: { enabled },
    events: (state) => EVENTS.filter((event) => send(state, event).emitted.every(({ type }) => type === 'item.moved')),
    serializeState,
    serializeEvent: (event) => JSON.stringify(event),
  });

/** The shortest list of accepted events to a phase, without the start of the item. */
const shortestTo = (paths: ReturnType<typeof walk>, phase: WorkPhase) => {
  const lists = paths
    .filter(({ state }) => state.value === phase)
    .map(({ steps }) => steps.map(({ event }) => event).filter((event) => EVENTS.includes(event)));
  return lists.sort((a, b) => a.length - b.length)[0] ?? null;
};

describe('every way through a work item', () => {
  const paths = walk(true);

  test('reaches each phase of spec 003, and no other state', () => {
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(PHASES));
    // Six phases with up to three holders, and up to three sessions that exited last.
    expect(paths.length).toBeGreaterThan(60);
  });

  test('completes the item by a claim and an exit signal in every phase, and no faster', () => {
    expect(shortestTo(paths, 'COMPLETED')?.map(({ type }) => type)).toEqual([
      'item.started',
      ...['IMPLEMENTATION', 'CI_PENDING', 'READY_FOR_REVIEW', 'REVIEW', 'READY_FOR_MERGE'].flatMap(() => [
        'item.claimed',
        'item.exited',
      ]),
    ]);
    expect(shortestTo(paths, 'BLOCKED')?.map(({ type }) => type)).toEqual(['item.claimed', 'item.exited']);
  });

  test('has no state whose holder is the session that exited last, or with a holder while the item waits', () => {
    for (const { state } of paths) {
      const { phase, holder, exited, blockedIn } = read(state);
      if (holder !== null) expect(holder).not.toBe(exited);
      if (phase === 'BLOCKED' || phase === 'COMPLETED') expect(holder).toBeNull();
      expect(blockedIn === null).toBe(phase !== 'BLOCKED');
    }
  });

  test('ends in IMPLEMENTATION while the protocol is off', () => {
    expect(new Set(walk(false).map(({ state }) => state.value))).toEqual(new Set(['DRAFT', 'IMPLEMENTATION']));
  });

  test('can be continued to COMPLETED from every state', () => {
    for (const { state } of paths) {
      let at = state;
      for (let turn = 0; turn < PHASES.length && at.value !== 'COMPLETED'; turn += 1) {
        const { phase, holder, exited } = read(at);
        const session = holder ?? SESSIONS.find((each) => each !== exited) ?? 'nobody';
        if (phase === 'BLOCKED') at = send(at, UNBLOCK).item;
        else if (phase === 'DRAFT') at = send(at, START).item;
        else at = [claim(session), exit(phase, 'completed', session)].reduce((it, event) => send(it, event).item, at);
      }
      expect(at.value).toBe('COMPLETED');
    }
  });
});

/** Claims, starts and completing signals come often, so that long lists reach the end. */
const wild = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...EVENTS) },
  { weight: 8, arbitrary: fc.constantFrom<WorkItemEvent>(START, UNBLOCK, ...SESSIONS.map(claim)) },
  {
    weight: 16,
    arbitrary: fc.constantFrom(
      ...PHASES.flatMap((phase) => SESSIONS.map((session) => exit(phase, 'completed', session))),
    ),
  },
);

test('no list of events, however long and wild, skips a phase, or moves an item by a signal of a session without the lease', () => {
  const reached = new Set<unknown>();
  fc.assert(
    fc.property(fc.array(wild, { minLength: 100, maxLength: 300 }), (all) => {
      let [at] = initialTransition(workItemMachine, input);
      const order: unknown[] = [at.value];
      for (const event of all) {
        const { item, emitted } = send(at, event);
        for (const each of emitted) {
          if (each.type !== 'item.moved') continue;
          expect([each.from, each.to]).toEqual([at.value, item.value]);
          if (event.type === 'item.exited') expect(event.session).toBe(at.context.holder);
        }
        if (item.value !== at.value && item.value !== 'BLOCKED' && at.value !== 'BLOCKED') order.push(item.value);
        // A result that CI refused is made anew.
        if (at.value === 'BLOCKED' && ![at.value, order.at(-1)].includes(item.value))
          expect([order.pop(), item.value]).toEqual(['CI_PENDING', 'IMPLEMENTATION']);
        at = item;
      }
      reached.add(at.value);
      expect(order).toEqual(PHASES.slice(0, order.length));
    }),
    { numRuns: 300, seed: 1 },
  );
  expect(reached).toContain('COMPLETED');
});
