import { describe, expect, test } from 'vitest';
import { createActor, initialTransition } from 'xstate';
import { type ExitReason, type WorkItemEmitted, workItemMachine, type WorkPhase } from '../../../machines/index.ts';
import {
  createExitSignal,
  parseExitSignal,
  createSessionCompleted,
} from '../../../src/signals/systems/apm2/parse-exit-signal.ts';
import { anItem, claim, exit, HOLDER, read, release, returnOf, send, START, UNBLOCK, WORKED_IN } from './an-item.ts';

/** The table "Phase Transitions" of spec 003, row by row. "Any" is every phase in which a session can work. */
const ROWS: readonly (readonly [completed: WorkPhase, reason: ExitReason, next: WorkPhase])[] = [
  ['IMPLEMENTATION', 'completed', 'CI_PENDING'],
  ['CI_PENDING', 'completed', 'READY_FOR_REVIEW'],
  ['READY_FOR_REVIEW', 'completed', 'REVIEW'],
  ['REVIEW', 'completed', 'READY_FOR_MERGE'],
  ['READY_FOR_MERGE', 'completed', 'COMPLETED'],
  ...WORKED_IN.map((phase) => [phase, 'blocked', 'BLOCKED'] as const),
  ...WORKED_IN.map((phase) => [phase, 'error', 'BLOCKED'] as const),
];

describe('a work item', () => {
  test('starts in DRAFT, without a lease and with the protocol off', () => {
    expect(read(initialTransition(workItemMachine)[0])).toEqual({
      phase: 'DRAFT',
      status: 'active',
      enabled: false,
      holder: null,
      exited: null,
      blockedIn: null,
    });
  });

  test.each([undefined, {}, { enabled: false }, { enabled: 'true' as unknown as boolean }])(
    'has the protocol off with the input %j',
    (input) => expect(initialTransition(workItemMachine, input)[0].context.enabled).toBe(false),
  );

  test('moves to IMPLEMENTATION when it is started, and releases the lease', () => {
    const { item, emitted } = send(anItem('DRAFT'), START);
    expect(read(item)).toEqual({ ...read(anItem('IMPLEMENTATION')), holder: null });
    expect(emitted).toEqual([{ type: 'item.moved', from: 'DRAFT', to: 'IMPLEMENTATION' }]);
  });

  test('starts without the protocol: no signal is needed', () => {
    expect(send(anItem('DRAFT', { enabled: false }), START).item.value).toBe('IMPLEMENTATION');
  });

  test.each(ROWS)('moves from %s for the exit reason %s to %s, and releases the lease', (from, reason, to) => {
    const { item, emitted } = send(anItem(from), exit(from, reason));
    expect(read(item)).toEqual({
      phase: to,
      status: to === 'COMPLETED' ? 'done' : 'active',
      enabled: true,
      holder: null,
      exited: HOLDER,
      blockedIn: to === 'BLOCKED' ? returnOf(from, reason) : null,
    });
    expect(emitted).toEqual([{ type: 'item.moved', from, to }]);
  });

  test.each(ROWS)('moves from %s for %s to the phase that AgentSessionCompleted names', (from, reason, to) => {
    const text = JSON.stringify(createExitSignal({ phase_completed: from, exit_reason: reason, notes: 'done' }));
    const signal = parseExitSignal(text, { AGENT_EXIT_PROTOCOL_ENABLED: 'true' });
    expect(send(anItem(from), { type: 'item.exited', session: HOLDER, signal }).item.value).toBe(to);
    expect(createSessionCompleted({ session_id: HOLDER, actor_id: 'pi', signal }).next_work_phase).toBe(to);
  });

  test.each(WORKED_IN)('that was blocked in %s returns there when an operator unblocks it', (phase) => {
    const { item, emitted } = send(send(anItem(phase), exit(phase, 'error')).item, UNBLOCK);
    const to = returnOf(phase, 'error');
    expect(read(item)).toEqual({ ...read(anItem(to)), holder: null, exited: HOLDER });
    expect(emitted).toEqual([{ type: 'item.moved', from: 'BLOCKED', to }]);
  });
});

describe('the lease of a work item', () => {
  test.each(WORKED_IN)('is held by the session that claims it in %s, until it releases it', (phase) => {
    const free = anItem(phase, { holder: null });
    const claimed = send(free, claim('bob'));
    expect(claimed).toEqual({ item: anItem(phase, { holder: 'bob' }), emitted: [] });
    const released = send(claimed.item, release('bob'));
    expect(released).toEqual({ item: free, emitted: [] });
    expect(send(released.item, claim('bob')).item.context.holder).toBe('bob');
  });

  test('goes to a fresh session after an exit, and never to the one that exited', () => {
    const { item } = send(anItem('IMPLEMENTATION'), exit('IMPLEMENTATION'));
    const refused = send(item, claim(HOLDER));
    expect(read(refused.item)).toEqual(read(item));
    expect(refused.emitted).toEqual([{ type: 'item.refused', event: 'item.claimed', reason: 'session_exited' }]);
    expect(send(refused.item, claim('bob')).item.context.holder).toBe('bob');
  });

  test('does not go to the session that exited after another session claimed and released it', () => {
    const events = [exit('REVIEW'), claim('bob'), release('bob'), claim(HOLDER)];
    const item = events.reduce((each, event) => send(each, event).item, anItem('REVIEW'));
    expect(read(item)).toMatchObject({ phase: 'READY_FOR_MERGE', holder: null, exited: HOLDER });
  });

  test('does not go to the session that blocked the item, even after an operator unblocked it', () => {
    const { item } = send(send(anItem('REVIEW'), exit('REVIEW', 'blocked')).item, UNBLOCK);
    expect(send(item, claim(HOLDER)).item.context.holder).toBeNull();
    expect(send(item, claim('bob')).item.context.holder).toBe('bob');
  });
});

test('a live item emits every move and every refusal, and ends in COMPLETED', () => {
  const actor = createActor(workItemMachine, { input: { enabled: true } });
  const heard: WorkItemEmitted[] = [];
  actor.on('*', (event) => heard.push(event));
  actor.start();
  const phases = WORKED_IN.slice(1);
  actor.send(START);
  for (const [turn, phase] of phases.entries()) {
    actor.send(claim(`s${turn}`));
    actor.send(exit(phase, 'completed', 'a stranger'));
    actor.send(exit(phase, 'completed', `s${turn}`));
  }
  expect(actor.getSnapshot()).toMatchObject({ value: 'COMPLETED', status: 'done' });
  expect(heard).toEqual([
    { type: 'item.moved', from: 'DRAFT', to: 'IMPLEMENTATION' },
    ...phases.flatMap((from, turn) => [
      { type: 'item.refused', event: 'item.exited', reason: 'not_holder' },
      { type: 'item.moved', from, to: phases[turn + 1] ?? 'COMPLETED' },
    ]),
  ]);
});
