import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor, initialTransition, transition } from 'xstate';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { bindGates, createTddMachine, type TddEvent } from '../../machines/index.ts';
import { aSignal, anIteration } from '../gates/an-iteration.ts';

const config = { phases: DEFAULT_PHASES };
const chart = createTddMachine(config).provide(bindGates(config));
const records = (['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'] as const).flatMap((phase) => [
  anIteration(phase),
  anIteration(phase, { tests_failing: 1 }),
  anIteration(phase, {}, { signal: aSignal(null) }),
  anIteration(phase, { consecutive_green_runs: 0, report_fresh: false }, { signal: aSignal(false) }),
]);
const events = fc.constantFrom<TddEvent>(
  ...records.map((record) => ({ type: 'ITERATION', record }) as const),
  { type: 'HALT', why: 'stuck' },
  { type: 'RESUME' },
  { type: 'SKIP', by: 'ann', reason: 'down' },
);

test("a chart restored from yesterday's snapshot decides the same as one that never stopped", () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 12 }), fc.array(events, { maxLength: 6 }), (yesterday, today) => {
      const live = createActor(chart).start();
      for (const event of yesterday) live.send(event);
      const saved = JSON.parse(JSON.stringify(live.getPersistedSnapshot()));
      const restored = createActor(chart, { snapshot: saved }).start();
      for (const event of today) {
        live.send(event);
        restored.send(event);
        expect(restored.getSnapshot().value).toEqual(live.getSnapshot().value);
      }
    }),
  );
});

test('earlier records change no decision: only the current phase does', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 12 }), fc.constantFrom(...records), (before, record) => {
      const there = before.reduce((state, event) => transition(chart, state, event)[0], initialTransition(chart)[0]);
      const fresh = chart.resolveState({ value: there.value });
      const event: TddEvent = { type: 'ITERATION', record };
      expect(transition(chart, there, event)[0].value).toEqual(transition(chart, fresh, event)[0].value);
    }),
  );
});

test('a chart folded by pure transitions equals the live one', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 20 }), (all) => {
      const live = createActor(chart).start();
      let folded = initialTransition(chart)[0];
      for (const event of all) {
        // An actor that is done drops events; the pure function has to be kept from them.
        if (live.getSnapshot().status !== 'active') break;
        live.send(event);
        folded = transition(chart, folded, event)[0];
      }
      expect(folded.value).toEqual(live.getSnapshot().value);
    }),
  );
});

test('a skip while halted is applied when transition() lists its raise: sent again, it would skip two phases', () => {
  const skip = { type: 'SKIP', by: 'ann', reason: 'down' } as const;
  const [halted] = transition(chart, initialTransition(chart)[0], { type: 'HALT', why: 'stuck' });
  const [skipped, actions] = transition(chart, halted, skip);
  expect(skipped.value).toEqual({ working: 'green' });
  expect(actions[0]).toMatchObject({ type: 'xstate.raise', params: { event: skip } });
  expect(transition(chart, skipped, skip)[0].value).toEqual({ working: 'refactor' });
});

test('the chart starts no child and no timer: an engine has nothing to name or to keep for it', () => {
  const nodes = [chart.root];
  for (const node of nodes) nodes.push(...Object.values(node.states));
  expect(nodes.filter(({ invoke, after }) => invoke.length > 0 || after.length > 0)).toEqual([]);
  expect(nodes).toHaveLength(10);
});
