/**
 * The loop's actors with files, clocks and processes behind them.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { fromPromise } from 'xstate';
import {
  type Beginning,
  type Course,
  type EvidenceQuestion,
  type MeasuredIteration,
  runMachine,
  type StepQuestion,
  type TestRunQuestion,
  type TurnEnded,
  type Wait,
  type Work,
} from '../../machines/index.ts';
import { coolBreaker } from '../loop/breaker/record-breaker.ts';
import { decideIteration } from '../loop/steps/decide.ts';
import { measureIteration } from '../loop/steps/measure.ts';
import type { OrderDesk } from '../orders/order-desk.ts';
import { checkMutants } from '../loop/steps/mutation-check.ts';
import { prepareTurn } from '../loop/steps/prepare.ts';
import { runSuite } from '../loop/steps/tests.ts';
import { createHandover } from '../loop/handover.ts';
import type { Begun, Measured, Tested, TurnTaken } from '../loop/iteration.ts';
import type { RunSite } from '../loop/run-site.ts';
import { takeAgentTurn } from '../loop/steps/turn.ts';
import { RunError } from '../records/run-error.ts';
import { takeInventory } from './take-inventory.ts';
import { recordVoidTurn } from '../loop/steps/void-turn.ts';

interface Provisions {
  /** Hears of all work that an interrupt has to wait for. */
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  /** Orders are taken right before a turn is prepared, and while a limit is waited out. */
  readonly desk: OrderDesk;
}

/** What the steps of an iteration added before the tests, and each test run until now. */
interface Turned {
  readonly begun: Begun;
  readonly turned: TurnTaken;
  /** `null` before the first test run. */
  readonly tested: Tested | null;
}

/** The run machine on a site. Below, in their order, the steps of an iteration, each with what those before it added. */
export const provideActors = (site: RunSite, { track, desk }: Provisions): typeof runMachine => {
  const handBegun = createHandover<Begun>();
  const handTurned = createHandover<Turned>();
  const handMeasured = createHandover<Measured>();

  const prepare = async (): Promise<Beginning> => {
    await desk.visit();
    const beginning = await prepareTurn(site);
    if (!('go' in beginning)) return beginning;
    return { go: { prepared: beginning.go.prepared, work: handBegun.give(beginning.go) } };
  };
  const turn = async ({ work }: StepQuestion, signal: AbortSignal): Promise<TurnEnded> => {
    const begun = handBegun.take(work);
    const turned = await takeAgentTurn(site, begun, signal);
    return { turn: turned.turn, is_void: turned.isVoid, work: handTurned.give({ begun, turned, tested: null }) };
  };
  const voidTurn = ({ work }: StepQuestion): Course<Wait | null> => recordVoidTurn(site, handTurned.take(work));
  const test = async ({ work, greenRuns }: TestRunQuestion, signal: AbortSignal): Promise<Work> => {
    const before = handTurned.take(work);
    const tested = await runSuite(site, { ...before, greenRuns }, signal);
    return handTurned.give({ ...before, tested });
  };
  const measure = async (
    { work, consecutive_green_runs }: EvidenceQuestion,
    signal: AbortSignal,
  ): Promise<MeasuredIteration> => {
    const { begun, turned, tested } = handTurned.take(work);
    if (tested === null) throw new RunError('Cannot gather evidence: no test was run.');
    const measured = await measureIteration(site, { begun, turned, tested, consecutive_green_runs }, signal);
    const checked = await checkMutants(site, { tested, measured }, signal);
    return { record: checked.record, work: handMeasured.give(checked) };
  };
  const decide = ({ work }: StepQuestion): Promise<Course<Wait | null>> =>
    decideIteration(site, handMeasured.take(work));

  return runMachine.provide({
    actors: {
      inventory: fromPromise<Course<null>, undefined>(({ signal }) => track(takeInventory(site, signal))),
      prepare: fromPromise<Beginning, undefined>(() => track(prepare())),
      agent: fromPromise<TurnEnded, StepQuestion>(({ input, signal }) => track(turn(input, signal))),
      voidTurn: fromPromise<Course<Wait | null>, StepQuestion>(({ input }) =>
        track(Promise.resolve().then(() => voidTurn(input))),
      ),
      testRunner: fromPromise<Work, TestRunQuestion>(({ input, signal }) => track(test(input, signal))),
      evidence: fromPromise<MeasuredIteration, EvidenceQuestion>(({ input, signal }) => track(measure(input, signal))),
      decide: fromPromise<Course<Wait | null>, StepQuestion>(({ input }) =>
        track(Promise.resolve().then(() => decide(input))),
      ),
      wait: fromPromise<null, Wait>(({ input, signal }) =>
        track(
          desk
            .standOpen((until) => waitOut(input.until, site.now, until), signal)
            .then((waited) => (input.for === 'breaker' ? endRest(site) : waited)),
        ),
      ),
    },
  });
};

/** An order may have closed the breaker, or ended the work, meanwhile. */
const endRest = (site: RunSite): null => {
  coolBreaker(site);
  return null;
};

/** How often the clock is looked at: a machine that slept, or whose clock was set, is late by no more; milliseconds. */
const LOOK_MS = 10_000;

/**
 * A clock that is set back meanwhile does not make it longer.
 *
 * @param until - ISO 8601; a time that has passed is not waited for
 * @throws an `AbortError` when `signal` aborts
 */
export const waitOut = async (until: string, now: () => Date, signal: AbortSignal): Promise<null> => {
  const begun = performance.now();
  const whole = leftUntil(until, now);
  const left = () => Math.min(leftUntil(until, now), whole - (performance.now() - begun));
  for (let ms = left(); ms > 0; ms = left()) await wait(Math.min(Math.ceil(ms), LOOK_MS), undefined, { signal });
  return null;
};

const leftUntil = (until: string, now: () => Date): number => Date.parse(until) - now().getTime();
