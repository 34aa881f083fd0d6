/**
 * The real loop, chart, counter and breaker, with actors in place of files and processes: one iteration, then the end.
 */
import { createActor, fromPromise, type InspectionEvent, toPromise } from 'xstate';
import {
  type Preparation,
  bindGates,
  circuitBreakerActor,
  closedBreaker,
  type Course,
  createTddMachine,
  type Iteration,
  type MeasureInput,
  runMachine,
  type TestRunInput,
  type Wait,
} from '../../../machines/index.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { anIteration } from '../../gates/an-iteration.ts';

/** @returns the sessions of the actors that every inspector has to know */
export const runSmallLoop = async (
  inspect: (said: InspectionEvent) => void,
): Promise<Readonly<Record<'chart' | 'loop' | 'breaker', string>>> => {
  const machine = createTddMachine({ phases: DEFAULT_PHASES }).provide(bindGates({ phases: DEFAULT_PHASES }));
  const chart = createActor(machine, { inspect }).start();
  const breaker = createActor(circuitBreakerActor, { input: closedBreaker(), id: 'breaker', inspect }).start();
  let turns = 0;
  const record = anIteration('RED');
  const loop = createActor(
    runMachine.provide({
      actors: {
        baseline: fromPromise<Course<null>, undefined>(() => Promise.resolve({ go: null })),
        prepare: fromPromise<Preparation, undefined>(() => {
          turns += 1;
          return Promise.resolve(turns > 1 ? { end: { status: 'paused', why: 'enough' } } : { go: BEGUN });
        }),
        turn: fromPromise<Iteration, Iteration>(({ input }) => Promise.resolve({ ...input, turn: record.turn })),
        tests: fromPromise<Iteration, TestRunInput>(({ input: { iteration, greenRuns } }) => {
          for (let suite_passing = 1; suite_passing <= 3; suite_passing += 1)
            greenRuns.send({ type: 'TEST_COUNTED', suite_passing, suite_failing: 0, suite_skipped: 0 });
          greenRuns.send({ type: 'TEST_RUN_ENDED', green: true, tree: 'a tree' });
          return Promise.resolve(iteration);
        }),
        measure: fromPromise<Iteration, MeasureInput>(({ input }) => Promise.resolve({ ...input.iteration, record })),
        decide: fromPromise<Course<Wait | null>, Iteration>(() => {
          chart.send({ type: 'ITERATION', record });
          return Promise.resolve({ go: null });
        }),
      },
    }),
    { input: { resumed: false }, inspect },
  );
  await toPromise(loop.start());
  const sessions = { chart: chart.sessionId, loop: loop.sessionId, breaker: breaker.sessionId };
  chart.stop();
  breaker.stop();
  return sessions;
};

const BEGUN: Iteration = { phase: 'RED', iteration: 1, attempt: 1, green_runs_wanted: 2, max_runs: 5 };
