import { describe, expect, test } from 'vitest';
import { createActor, initialTransition, sendTo, setup, transition } from 'xstate';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import type { Phase } from '../../gates/phase.ts';
import { bindGates, createTddMachine, type TddEmitted, type TddEvent } from '../../machines/index.ts';
import { aSignal, anIteration, type DefaultPhase } from '../gates/an-iteration.ts';

const config = { phases: DEFAULT_PHASES };
const chart = createTddMachine(config).provide(bindGates(config));
const iteration = (
  phase: DefaultPhase,
  ...spoil: Parameters<typeof anIteration> extends [unknown, ...infer R] ? R : never
): TddEvent => ({
  type: 'ITERATION',
  record: anIteration(phase, ...spoil),
});
const skip: TddEvent = { type: 'SKIP', by: 'ann', reason: 'vendor is down' };
const halt: TddEvent = { type: 'HALT', why: 'no progress' };
const after = (...events: readonly TddEvent[]) =>
  events.reduce((state, event) => transition(chart, state, event)[0], initialTransition(chart)[0]).value;

const RED = iteration('RED');
const GREEN = iteration('GREEN');
const REFACTOR = iteration('REFACTOR');
const DOCUMENT = iteration('DOCUMENT');

describe('the chart', () => {
  test('starts in the first phase', () => expect(after()).toEqual({ working: 'red' }));

  test.each<readonly [string, readonly TddEvent[], unknown]>([
    ['green after RED', [RED], { working: 'green' }],
    ['refactor after GREEN', [RED, GREEN], { working: 'refactor' }],
    ['document after REFACTOR', [RED, GREEN, REFACTOR], { working: 'document' }],
    ['completed after all four', [RED, GREEN, REFACTOR, DOCUMENT], 'completed'],
  ])('is in %s, each exited by both gates in one iteration', (_where, events, value) =>
    expect(after(...events)).toEqual(value),
  );

  test('holds on a signal over red metrics', () =>
    expect(after(RED, iteration('GREEN', { tests_failing: 1, tests_passing: 9 }))).toEqual({ working: 'green' }));
  test('holds on green metrics without a signal', () =>
    expect(after(RED, iteration('GREEN', {}, { signal: aSignal(null) }))).toEqual({ working: 'green' }));
  test('never joins the metrics of one iteration with the signal of another', () =>
    expect(
      after(
        RED,
        iteration('GREEN', {}, { signal: aSignal(null) }),
        iteration('GREEN', { tests_failing: 1, tests_passing: 9 }),
      ),
    ).toEqual({ working: 'green' }));
  test('ignores a late record of another phase', () => expect(after(RED, RED, DOCUMENT)).toEqual({ working: 'green' }));
  test('holds on an invalid record', () => {
    for (const record of [undefined, null, 1, {}, { phase: 'RED' }]) {
      expect(after({ type: 'ITERATION', record } as unknown as TddEvent)).toEqual({ working: 'red' });
    }
  });

  test('halts for a person in any phase, and continues in the same phase', () => {
    expect(after(RED, halt)).toBe('needsHuman');
    expect(after(RED, halt, { type: 'RESUME' })).toEqual({ working: 'green' });
  });
  test('decides nothing while it is halted', () => expect(after(RED, halt, GREEN)).toBe('needsHuman'));
  test('is skipped from needsHuman to the phase after the halted one', () =>
    expect(after(RED, halt, skip)).toEqual({ working: 'refactor' }));
  test('is completed when the last phase is skipped', () => expect(after(skip, skip, skip, skip)).toBe('completed'));
  test('is aborted from anywhere', () => {
    const abort: TddEvent = { type: 'ABORT', by: 'ann', reason: 'wrong spec' };
    expect([after(abort), after(RED, halt, abort)]).toEqual(['aborted', 'aborted']);
  });
  test('does nothing any more when it has ended', () => {
    expect(after(skip, skip, skip, skip, RED, halt, { type: 'RESUME' })).toBe('completed');
  });

  test('has no context: no measurement can live in it', () => {
    const [start] = initialTransition(chart);
    expect(transition(chart, start, RED)[0].context).toEqual({});
  });

  test('has a state for every phase of the config, in its order', () => {
    const phases: readonly Phase[] = [
      DEFAULT_PHASES[0],
      DEFAULT_PHASES[1],
      { ...DEFAULT_PHASES[2], phase: 'QA', purpose: 'Look at it' },
    ];
    const withQa = createTddMachine({ phases }).provide(bindGates({ phases }));
    const qa = { type: 'ITERATION', record: { ...anIteration('REFACTOR'), phase: 'QA' } } as const;
    const values = [RED, GREEN, qa].map(
      (_event, i, all) =>
        all.slice(0, i + 1).reduce((state, event) => transition(withQa, state, event)[0], initialTransition(withQa)[0])
          .value,
    );
    expect(values).toEqual([{ working: 'green' }, { working: 'qa' }, 'completed']);
  });

  test('describes to people and inspectors the purpose and the conditions of each phase', () => {
    expect(chart.getStateNodeById('tdd.working.green').meta).toEqual({
      phase: 'GREEN',
      purpose: 'Verify all tests pass with implementation',
      gate_1: 'tests_failing == 0\nAND tests_passing == tests_total\nAND consecutive_green_runs >= 2',
      gate_2: 'exit_signal == true',
    });
    expect([...initialTransition(chart)[0].tags]).toEqual(['working']);
  });
});

describe('a program around the chart', () => {
  const started = () => {
    const said: TddEmitted[] = [];
    const actor = createActor(chart);
    actor.on('*', (event) => said.push(event));
    return { actor: actor.start(), said };
  };

  test('learns from the output how the work ended', () => {
    const completed = started().actor;
    for (const event of [RED, GREEN, REFACTOR, DOCUMENT]) completed.send(event);
    const aborted = started().actor;
    for (const event of [RED, halt]) aborted.send(event);
    expect(aborted.getSnapshot().output).toBeUndefined();
    aborted.send({ type: 'ABORT', by: 'ann', reason: 'wrong spec' });
    expect([completed.getSnapshot().output, aborted.getSnapshot().output]).toEqual([
      { status: 'completed' },
      { status: 'aborted', by: 'ann', reason: 'wrong spec' },
    ]);
  });

  test('learns it as a parent, too, and after a restore', () => {
    const parent = setup({ actors: { chart } }).createMachine({
      context: ({ spawn }) => ({ tdd: spawn('chart', { id: 'tdd' }) }),
      on: { '*': { actions: sendTo('tdd', ({ event }) => event) } },
      initial: 'working',
      states: { working: { on: { 'xstate.done.actor.tdd': 'over' } }, over: { type: 'final' } },
      output: ({ context }) => context.tdd.getSnapshot().output,
    });
    const before = createActor(parent).start();
    before.send(RED);
    const saved: unknown = JSON.parse(JSON.stringify(before.getPersistedSnapshot()));
    before.stop();
    const after = createActor(parent, { snapshot: saved as ReturnType<typeof before.getPersistedSnapshot> }).start();
    after.send({ type: 'ABORT', by: 'ann', reason: 'wrong spec' });
    expect(after.getSnapshot().output).toEqual({ status: 'aborted', by: 'ann', reason: 'wrong spec' });
  });

  test('can ask for a phase, in types too', () => {
    const { actor } = started();
    actor.send(RED);
    const snapshot = actor.getSnapshot();
    // @ts-expect-error -- the chart has no such state
    const wrong = snapshot.matches('green');
    expect([snapshot.matches({ working: 'green' }), snapshot.matches('working'), wrong]).toEqual([true, true, false]);
  });

  test('hears about an iteration that came while the work was halted, and not about others', () => {
    const { actor, said } = started();
    for (const event of [RED, halt, GREEN]) actor.send(event);
    expect(said.at(-1)).toEqual({
      type: 'iteration.refused',
      why: 'the work is halted, and nothing is decided until an operator sends RESUME, SKIP or ABORT',
    });
    actor.send({ type: 'RESUME' });
    actor.send(GREEN);
    expect(said.filter(({ type }) => type === 'iteration.refused')).toHaveLength(1);
    expect(actor.getSnapshot().value).toEqual({ working: 'refactor' });
  });
});

describe('a chart whose gates are bound to another config', () => {
  test('holds, and says so', () => {
    const others = { phases: DEFAULT_PHASES.slice(1) };
    const said: unknown[] = [];
    const actor = createActor(createTddMachine(config).provide(bindGates(others)));
    actor.on('phase.held', ({ unmet }) => said.push(unmet));
    actor.start().send(RED);
    expect(actor.getSnapshot().value).toEqual({ working: 'red' });
    expect(said).toEqual([
      [
        'the gates are bound to another config, which has GREEN, REFACTOR, DOCUMENT and no RED: pass the config of createTddMachine to bindGates',
      ],
    ]);
  });
});

describe('a chart without bound gates', () => {
  const unbound = createTddMachine(config);

  test('holds, whatever the iteration says', () => {
    expect(transition(unbound, initialTransition(unbound)[0], RED)[0].value).toEqual({ working: 'red' });
  });
  test('says why', () => {
    const said: TddEmitted[] = [];
    const actor = createActor(unbound);
    actor.on('phase.held', (event) => said.push(event));
    actor.start();
    actor.send(RED);
    expect(said).toEqual([
      {
        type: 'phase.held',
        phase: 'RED',
        unmet: ['the gates are not bound: pass bindGates(config) to provide'],
        decision: null,
      },
    ]);
  });
});

describe('the events of a live chart', () => {
  const received = (...events: readonly TddEvent[]) => {
    const said: TddEmitted[] = [];
    const actor = createActor(chart);
    actor.on('*', (event) => said.push(event));
    actor.start();
    for (const event of events) actor.send(event);
    return said;
  };

  test('a phase that is exited, with the decision, and the one that is entered', () => {
    expect(
      received(RED).map((event) => ({ ...event, decision: 'decision' in event && event.decision?.reason })),
    ).toEqual([
      { type: 'phase.entered', phase: 'RED', decision: false },
      { type: 'phase.exited', phase: 'RED', forced_exit: false, decision: 'Both gates agree in this iteration' },
      { type: 'phase.entered', phase: 'GREEN', decision: false },
    ]);
  });
  test('a held phase with every unmet clause, and the warning word for word', () => {
    const said = received(iteration('RED', { tests_failing: 5, tests_passing: 1 })).slice(1);
    expect(said.map((event) => ('unmet' in event ? { type: event.type, unmet: event.unmet } : event))).toEqual([
      {
        type: 'phase.held',
        unmet: ['tests_passing == 0: got 1, expected 0', 'tests_failing == tests_total: got 5, expected 6'],
      },
      { type: 'signal.premature', phase: 'RED', warning: 'Exit signal set but Gate 1 not satisfied' },
    ]);
  });
  test('green metrics without a signal', () => {
    expect(received(iteration('RED', {}, { signal: aSignal(null) })).at(-1)).toEqual({
      type: 'signal.missing',
      phase: 'RED',
      warning: 'Gate 1 satisfied but no exit signal',
    });
  });
  test('neither warning where no gate is satisfied', () => {
    const neither = iteration('RED', { tests_failing: 5, tests_passing: 1 }, { signal: aSignal(null) });
    expect(received(neither).map(({ type }) => type)).toEqual(['phase.entered', 'phase.held']);
  });
  test('why a record could not be read', () => {
    expect(received({ type: 'ITERATION', record: undefined } as unknown as TddEvent).at(-1)).toEqual({
      type: 'phase.held',
      phase: 'RED',
      unmet: ['the record of the iteration could not be read: create it with createIteration'],
      decision: null,
    });
  });
  test('a forced exit with who and why, the halt before it, and the end', () => {
    expect(received(skip, skip, skip, halt, skip).slice(-4)).toEqual([
      { type: 'needs.human', why: 'no progress' },
      { type: 'phase.entered', phase: 'DOCUMENT' },
      { type: 'phase.exited', phase: 'DOCUMENT', forced_exit: true, by: 'ann', reason: 'vendor is down' },
      { type: 'work.completed' },
    ]);
  });
});
