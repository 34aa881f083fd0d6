import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import { getSimplePaths } from 'xstate/graph';
import { compileGates } from '../../gates/compile-gates.ts';
import { decide } from '../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { bindGates, createTddMachine, type TddEvent } from '../../machines/index.ts';
import { aSignal, anIteration } from '../gates/an-iteration.ts';

const config = { phases: DEFAULT_PHASES };
const chart = createTddMachine(config).provide(bindGates(config));
const gates = compileGates(config);
const NAMES = DEFAULT_PHASES.map(({ phase }) => phase);

/** Everything that can be said to the chart: each phase ready, and spoilt in each way that one gate is spoilt. */
const EVENTS: readonly TddEvent[] = [
  ...NAMES.flatMap((phase) =>
    [
      anIteration(phase),
      anIteration(phase, { tests_total: 0, tests_passing: 0, tests_failing: 0 }),
      anIteration(phase, { tests_intact: false }),
      anIteration(phase, {}, { signal: aSignal(false) }),
      anIteration(phase, {}, { signal: aSignal(null) }),
    ].map((record) => ({ type: 'ITERATION', record }) as const),
  ),
  { type: 'SKIP', by: 'ann', reason: 'down' },
  { type: 'HALT', why: 'stuck' },
  { type: 'RESUME' },
  { type: 'ABORT', by: 'ann', reason: 'wrong spec' },
];

/** May this event end this phase? By both gates on that very record, or by a recorded operator. */
const mayEnd = (phase: string, event: TddEvent): boolean => {
  if (event.type === 'SKIP') return event.by !== '' && event.reason !== '';
  const gate = gates.find((each) => each.phase.phase === phase);
  if (event.type !== 'ITERATION' || gate === undefined) return false;
  const { gate_1, gate_2 } = decide(gate, event.record);
  return gate_1.satisfied && gate_2.satisfied && event.record.phase === phase;
};

type Chart = SnapshotFrom<typeof chart>;
const phaseOf = (state: Chart): string | null => {
  const working = state.matches('needsHuman') ? transition(chart, state, { type: 'RESUME' })[0] : state;
  const { value } = working;
  return typeof value === 'object' ? (Object.values(value)[0] ?? null) : null;
};

/** The phases that a list of events ended, in order; throws where one was ended by anything but its gates or an operator. */
const endedBy = (events: readonly TddEvent[]): { readonly ended: readonly string[]; readonly at: Chart } => {
  const ended: string[] = [];
  let [at] = initialTransition(chart);
  for (const event of events) {
    const before = phaseOf(at);
    const [next] = transition(chart, at, event);
    if (before !== null && event.type !== 'ABORT' && phaseOf(next) !== before) {
      const phase = NAMES.find((name) => name.toLowerCase() === before) ?? before;
      if (!mayEnd(phase, event)) throw new Error(`${phase} was ended by ${JSON.stringify(event)}`);
      ended.push(phase);
    }
    at = next;
  }
  return { ended, at };
};

describe('every way through the chart', () => {
  const paths = getSimplePaths(chart, {
    events: (state) => EVENTS.filter((event) => state.can(event)),
    // Iterations that are held lead back to where they came from: one visit of a state is enough.
    serializeState: (state) => JSON.stringify([state.value, phaseOf(state)]),
    serializeEvent: (event) => JSON.stringify(event),
  });
  const completing = paths.filter(({ state }) => state.matches('completed'));

  test('is walked: all ends and all phases are reached', () => {
    expect(new Set(paths.map(({ state }) => JSON.stringify(state.value)))).toEqual(
      new Set([
        ...NAMES.map((name) => JSON.stringify({ working: name.toLowerCase() })),
        '"needsHuman"',
        '"completed"',
        '"aborted"',
      ]),
    );
    expect(completing.length).toBeGreaterThan(15);
  });

  test('reaches completed only through every phase, each ended by both gates in one iteration or by an operator', () => {
    for (const { steps } of completing) {
      // The first step is the start itself, of which the types know nothing.
      const events = steps.map(({ event }) => event).filter((event) => EVENTS.includes(event));
      expect(endedBy(events).ended).toEqual(NAMES);
    }
  });

  test('has a way without any force, and it takes one agreeing iteration a phase', () => {
    const honest = completing.filter(({ steps }) => steps.every(({ event }) => event.type !== 'SKIP'));
    expect(honest.length).toBeGreaterThan(0);
    for (const { steps } of honest) {
      const left = steps.flatMap(({ event }) => (event.type === 'ITERATION' ? [event.record.phase] : []));
      expect(left).toEqual(NAMES);
    }
  });
});

/** All events; more often those that lead to the next phase, and seldom those that end everything. */
const wild = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...EVENTS.filter(({ type }) => type === 'ITERATION')) },
  {
    weight: 12,
    arbitrary: fc.constantFrom(...NAMES.map((phase) => ({ type: 'ITERATION', record: anIteration(phase) }) as const)),
  },
  { weight: 1, arbitrary: fc.constantFrom(...EVENTS.filter(({ type }) => type === 'SKIP')) },
  { weight: 2, arbitrary: fc.constantFrom(...EVENTS.filter(({ type }) => type === 'HALT' || type === 'RESUME')) },
  { weight: 1, arbitrary: fc.constantFrom(...EVENTS.filter(({ type }) => type === 'RESUME')) },
);

test('no list of events, however long and wild, completes the work in any other way', () => {
  let completed = 0;
  fc.assert(
    fc.property(fc.array(wild, { minLength: 50, maxLength: 120 }), (events) => {
      const { ended, at } = endedBy(events);
      if (!at.matches('completed')) return;
      completed += 1;
      expect(ended).toEqual(NAMES);
    }),
    { numRuns: 500, seed: 1 },
  );
  expect(completed).toBeGreaterThan(50);
});
