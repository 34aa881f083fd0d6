/**
 * The real loop, chart, counter and breaker, with actors in place of files and processes: one iteration, then the end.
 *
 * @module
 */
import { createActor, fromPromise, type InspectionEvent, toPromise } from 'xstate';
import {
  type Preparation,
  bindGates,
  circuitBreakerActor,
  closedBreaker,
  type Course,
  createTddMachine,
  type EvidenceQuestion,
  type MeasuredIteration,
  runMachine,
  type StepQuestion,
  type TestRunQuestion,
  type TestRunEnded,
  type TurnEnded,
  type Wait,
} from '../../machines/index.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { anIteration } from '../gates/an-iteration.ts';

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
        agent: fromPromise<TurnEnded, StepQuestion>(() =>
          Promise.resolve({ turn: record.turn, is_discarded: false, work: {} }),
        ),
        testRunner: fromPromise<TestRunEnded, TestRunQuestion>(({ input: { greenRuns } }) => {
          for (let suite_passing = 1; suite_passing <= 3; suite_passing += 1)
            greenRuns.send({ type: 'TEST_COUNTED', suite_passing, suite_failing: 0, suite_skipped: 0 });
          greenRuns.send({ type: 'TEST_RUN_ENDED', green: true, tree: 'a tree' });
          return Promise.resolve({ is_discarded: false, work: {} });
        }),
        evidence: fromPromise<MeasuredIteration, EvidenceQuestion>(() => Promise.resolve({ record, work: {} })),
        decide: fromPromise<Course<Wait | null>, StepQuestion>(() => {
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

const BEGUN: StepQuestion = {
  prepared: { phase: 'RED', iteration: 1, attempt: 1, green_runs_wanted: 2, max_runs: 5 },
  work: {},
};
