import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  countGreenRuns,
  type GreenRunsEvent,
  greenRunsActor,
  NO_GREEN_RUNS,
  wantsAnotherGreenRun,
} from '../../machines/index.ts';

const ran = (green: boolean, tree = 'a1'): GreenRunsEvent => ({ type: 'TEST_RUN_ENDED', green, tree });
const counted = (suite_passing: number): GreenRunsEvent => ({
  type: 'TEST_COUNTED',
  suite_passing,
  suite_failing: 0,
  suite_skipped: 0,
});
const after = (...events: readonly GreenRunsEvent[]) => events.reduce(countGreenRuns, NO_GREEN_RUNS);

describe('the consecutive-green counter', () => {
  test('begins at 0', () => expect(NO_GREEN_RUNS.consecutive_green_runs).toBe(0));
  test('counts tests while the suite runs, without calling that green', () => {
    const state = after(counted(3), counted(4));
    expect([state.counts.suite_passing, state.consecutive_green_runs, state.test_runs]).toEqual([4, 0, 0]);
  });

  test('counts the test runs of the iteration, green or not', () => {
    expect(after(ran(true), ran(false), ran(true, 'b')).test_runs).toBe(3);
  });
  test('asks for another run after a green one, until there are enough or the runs are used up', () => {
    const wants = (green_runs_wanted: number, max_runs: number, ...runs: readonly GreenRunsEvent[]) =>
      wantsAnotherGreenRun(after(...runs), { green_runs_wanted, max_runs });
    expect([wants(2, 5), wants(2, 5, ran(false)), wants(2, 5, ran(true)), wants(2, 5, ran(true), ran(true))]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect([wants(2, 1, ran(true)), wants(2, 2, ran(true))]).toEqual([false, true]);
  });

  test('is the length of the last row of green runs on one tree', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ green: fc.boolean(), tree: fc.constantFrom('a', 'b') })), (runs) => {
        let row = 0;
        for (let i = runs.length - 1; i >= 0 && runs[i]?.green === true && runs[i]?.tree === runs.at(-1)?.tree; i -= 1)
          row += 1;
        expect(after(...runs.map(({ green, tree }) => ran(green, tree))).consecutive_green_runs).toBe(row);
      }),
    );
  });

  test('keeps its count when it is stopped', () => {
    const actor = createActor(greenRunsActor).start();
    for (const event of [ran(true), ran(true)]) actor.send(event);
    actor.stop();
    expect(actor.getSnapshot().context.consecutive_green_runs).toBe(2);
  });

  test('forgets everything at the start of an iteration', () => {
    expect(after(counted(3), ran(true), { type: 'ITERATION_STARTED' })).toEqual(NO_GREEN_RUNS);
    expect(after(ran(true), { type: 'ITERATION_STARTED' }, ran(true)).consecutive_green_runs).toBe(1);
  });

  test.each([
    [{ green: true }, 'Cannot count a TEST_RUN_ENDED without tree'],
    [{ green: true, tree: '' }, 'Cannot count a TEST_RUN_ENDED without tree'],
    [{ green: 'false', tree: 'a1' }, 'whose green is of the type string: send true or false.'],
    [{ tree: 'a1' }, 'whose green is of the type undefined: send true or false.'],
  ])('refuses an event that says too little: %j', (event, message) => {
    const sent = { type: 'TEST_RUN_ENDED', ...event } as GreenRunsEvent;
    expect(() => after(ran(true), sent)).toThrow(message);
    const errors: unknown[] = [];
    const actor = createActor(greenRunsActor);
    actor.subscribe({ error: (error) => errors.push(error) });
    actor.start().send(sent);
    expect(actor.getSnapshot().status).toBe('error');
    expect(errors).toEqual([expect.objectContaining({ name: 'GreenRunsError', code: 'E_GREEN_RUNS' })]);
  });

  test('is the same as an actor', () => {
    const actor = createActor(greenRunsActor).start();
    for (const event of [counted(2), ran(true), ran(true)]) actor.send(event);
    expect(actor.getSnapshot().context).toEqual(after(counted(2), ran(true), ran(true)));
  });
});
