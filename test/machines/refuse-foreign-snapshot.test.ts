import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CLEAN_MEASUREMENT, createIteration, DEFAULT_PHASES, type Phase } from '../../gates/index.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';

const chartOf = (phases: readonly Phase[]) => createTddMachine({ phases }).provide(bindGates({ phases }));
const metrics = { ...CLEAN_MEASUREMENT, criteria_count: 4, tests_total: 4, tests_failing: 4, tests_passing: 0 };
const red = createIteration({ phase: 'RED', iteration: 1, exit_signal: true, metrics });

/** A chart in GREEN, or halted there, as it is stored. */
const save = (isHalted: boolean): string => {
  const actor = createActor(chartOf(DEFAULT_PHASES)).start();
  actor.send({ type: 'ITERATION', record: red });
  if (isHalted) actor.send({ type: 'HALT', why: 'it is blocked' });
  return JSON.stringify(actor.getPersistedSnapshot());
};

/** The restored chart, and the errors that its listeners got. */
const restore = (saved: string, phases: readonly Phase[]) => {
  const errors: unknown[] = [];
  const actor = createActor(chartOf(phases), { snapshot: JSON.parse(saved) });
  actor.subscribe({ error: (error) => errors.push(error) });
  return { actor: actor.start(), errors };
};

const renamed = DEFAULT_PHASES.map((phase) => (phase.phase === 'GREEN' ? { ...phase, phase: 'PASS' } : phase));
const removed = DEFAULT_PHASES.filter(({ phase }) => phase !== 'GREEN');
const refusalWith = (keys: string): string =>
  `Cannot restore the chart: the snapshot was saved in the phase "green", and the phases are ${keys}. Restore it with the phases that it was saved under, or start a new chart and skip the phases that are done.`;

describe('a snapshot of other phases', () => {
  test.each([
    ['renamed', false, renamed, 'red, pass, refactor, document'],
    ['renamed, halted', true, renamed, 'red, pass, refactor, document'],
    ['removed', false, removed, 'red, refactor, document'],
    ['removed, halted', true, removed, 'red, refactor, document'],
  ])('is refused by name where its phase is %s', (_, isHalted, phases, keys) => {
    const { actor, errors } = restore(save(isHalted), phases);
    expect([actor.getSnapshot().status, errors]).toEqual([
      'error',
      [expect.objectContaining({ name: 'PhaseError', code: 'E_PHASE', message: refusalWith(keys) })],
    ]);
  });

  test('is restored where its phase is there, whatever was added or moved around it', () => {
    const [first, ...others] = DEFAULT_PHASES;
    if (first === undefined) throw new Error('there are phases');
    const added = [first, { ...first, phase: 'REVIEW' }, ...others];
    const moved = [...others, first];
    for (const phases of [DEFAULT_PHASES, added, moved]) {
      const halted = restore(save(true), phases);
      halted.actor.send({ type: 'RESUME' });
      const working = restore(save(false), phases);
      expect([halted, working].map(({ actor, errors }) => [actor.getSnapshot().value, errors])).toEqual([
        [{ working: 'green' }, []],
        [{ working: 'green' }, []],
      ]);
    }
  });
});
