/**
 * The actors of the loop, backed by files, clocks and processes.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { keepToChange } from '../../loop/tests/judge-changed.ts';
import { keepToExtend } from '../../loop/tests/judge-extended.ts';
import { fromPromise } from 'xstate';
import {
  type Preparation,
  type Course,
  type EvidenceQuestion,
  type MeasuredIteration,
  type StepQuestion,
  type TestRunQuestion,
  type TestRunEnded,
  type TurnEnded,
  type Wait,
} from '../../../machines/index.ts';
import { awaitAnswer } from '../../operator-commands/await-answer.ts';
import { describeApproval } from '../../records/fold/open-approval.ts';
import { coolBreaker } from '../../loop/breaker/record-breaker.ts';
import { decideIteration } from '../../loop/steps/decide.ts';
import { gatherEvidence } from '../../loop/steps/gather.ts';
import type { CommandQueue } from '../../operator-commands/command-queue.ts';
import { prepareTurn } from '../../loop/steps/prepare.ts';
import { runSuite } from '../../loop/steps/tests.ts';
import { createHandover } from '../../loop/handover.ts';
import type { Started, Measured, Tested, TurnTaken } from '../../loop/iteration.ts';
import type { RunContext } from '../../loop/run-context.ts';
import { takeAgentTurn } from '../../loop/steps/turn.ts';
import { RunError } from '../../records/run-error.ts';
import { takeBaseline } from '../take-baseline.ts';
import { recordDiscardedTurn, recordUntestedTurn } from '../../loop/steps/discarded-turn.ts';

interface Provisions {
  /** Receives all work that an interrupt has to wait for. */
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  /** Operator commands are carried out right before a turn is prepared, and during a wait for a limit. */
  readonly queue: CommandQueue;
}

/** The results of an iteration's steps before the tests, and each test run so far. */
interface Turned {
  readonly started: Started;
  readonly turned: TurnTaken;
  /** `null` before the first test run. */
  readonly tested: Tested | null;
}

/**
 * Every actor of the run machine, on a run context. Below, in their order, the steps of an iteration, each with the results of those
 * before it.
 */
export const createStepActors = (context: RunContext, { track, queue }: Provisions) => {
  const handStarted = createHandover<Started>();
  const handTurned = createHandover<Turned>();
  const handMeasured = createHandover<Measured>();

  const prepare = async (): Promise<Preparation> => {
    await queue.serveWaiting();
    const why = (await context.beforeTurn?.()) ?? null;
    if (why !== null) return { end: { status: 'interrupted', why } };
    const preparation = await prepareTurn(context);
    if (!('go' in preparation)) return preparation;
    return { go: { prepared: preparation.go.prepared, work: handStarted.give(preparation.go) } };
  };
  const turn = async ({ work }: StepQuestion, signal: AbortSignal): Promise<TurnEnded> => {
    const started = handStarted.take(work);
    await context.kept.keep(context.config.folder, started.before);
    await keepToExtend(context, started.prepared.phase, started.before);
    await keepToChange(context, started.prepared.phase, started.before);
    const turned = await takeAgentTurn(context, started, signal);
    return {
      turn: turned.turn,
      is_discarded: turned.isDiscarded,
      work: handTurned.give({ started, turned, tested: null }),
    };
  };
  const discardTurn = ({ work }: StepQuestion): Course<Wait | null> => {
    const { started, turned, tested } = handTurned.take(work);
    const why = tested?.withoutTest?.blame === null ? tested.withoutTest.why : null;
    return why === null ? recordDiscardedTurn(context, { started, turned }) : recordUntestedTurn(context, started, why);
  };
  const test = async ({ work, greenRuns }: TestRunQuestion, signal: AbortSignal): Promise<TestRunEnded> => {
    const before = handTurned.take(work);
    const tested = await runSuite(context, { ...before, greenRuns }, signal);
    const { withoutTest, notStarted } = tested;
    return {
      is_discarded: withoutTest?.blame === null,
      is_held: notStarted !== undefined,
      work: handTurned.give({ ...before, tested }),
    };
  };
  const measure = async (
    { work, consecutive_green_runs }: EvidenceQuestion,
    signal: AbortSignal,
  ): Promise<MeasuredIteration> => {
    const { started, turned, tested } = handTurned.take(work);
    if (tested === null) throw new RunError('Cannot gather evidence: no test was run.');
    const measured = await gatherEvidence(context, { started, turned, tested, consecutive_green_runs }, signal);
    return { record: measured.record, work: handMeasured.give(measured) };
  };
  const decide = ({ work }: StepQuestion): Promise<Course<Wait | null>> =>
    decideIteration(context, handMeasured.take(work));

  const pause = (wait: Wait, signal: AbortSignal): Promise<null> =>
    wait.for === 'approval'
      ? awaitAnswer(context, wait.until, { signal, waitOut: (until) => waitOut(wait.until, context.now, until) })
      : waitOut(wait.until, context.now, signal);

  return {
    baseline: fromPromise<Course<null>, undefined>(({ signal }) => track(takeBaseline(context, signal))),
    prepare: fromPromise<Preparation, undefined>(() => track(prepare())),
    agent: fromPromise<TurnEnded, StepQuestion>(({ input, signal }) => track(turn(input, signal))),
    discardTurn: fromPromise<Course<Wait | null>, StepQuestion>(({ input }) =>
      track(Promise.resolve().then(() => discardTurn(input))),
    ),
    testRunner: fromPromise<TestRunEnded, TestRunQuestion>(({ input, signal }) => track(test(input, signal))),
    evidence: fromPromise<MeasuredIteration, EvidenceQuestion>(({ input, signal }) => track(measure(input, signal))),
    decide: fromPromise<Course<Wait | null>, StepQuestion>(({ input }) =>
      track(Promise.resolve().then(() => decide(input))),
    ),
    wait: fromPromise<null, Wait>(({ input, signal }) => {
      context.session?.rest(() => describeWait(input, context));
      return track(
        queue
          .stayOpen((until) => pause(input, until), signal)
          .then((waited) => (input.for === 'breaker' ? endRest(context) : waited))
          .finally(() => context.session?.rest(() => null)),
      );
    }),
  };
};

/** `null`: a person has answered. */
const describeWait = ({ for: what, until }: Wait, { journal }: Pick<RunContext, 'journal'>): string | null => {
  const { approval } = journal.state().openEnds;
  if (what === 'approval' && approval?.answer !== undefined) return null;
  return what === 'approval' && approval !== undefined
    ? `dualgate: ${describeApproval(approval).says}. Write to the session afterwards, and the work continues.`
    : describeTime(what, until);
};

const describeTime = (what: Wait['for'], until: string): string =>
  `dualgate: the run waits until ${until} (${what}). Write to the session afterwards, and the work continues. dualgate status shows why.`;

/** An operator command may have closed the breaker, or ended the work, meanwhile. */
const endRest = (context: RunContext): null => {
  coolBreaker(context);
  return null;
};

/** How often the clock is read, in milliseconds: a machine that slept, or whose clock was set, is late by no more. */
const LOOK_MS = 10_000;

/**
 * Setting the clock back during the wait does not make it longer.
 *
 * @param until - ISO 8601; no wait for a time in the past
 * @throws an `AbortError` when `signal` aborts
 */
export const waitOut = async (until: string, now: () => Date, signal: AbortSignal): Promise<null> => {
  const started = performance.now();
  const whole = leftUntil(until, now);
  const left = () => Math.min(leftUntil(until, now), whole - (performance.now() - started));
  for (let ms = left(); ms > 0; ms = left()) await wait(Math.min(Math.ceil(ms), LOOK_MS), undefined, { signal });
  return null;
};

const leftUntil = (until: string, now: () => Date): number => Date.parse(until) - now().getTime();
