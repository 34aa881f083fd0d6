/** The actors of the loop, backed by files, clocks and processes. */
import { setTimeout as wait } from 'node:timers/promises';
import { fromPromise } from 'xstate';
import type { Course, Iteration, MeasureInput, Preparation, TestRunInput, Wait } from '../../../machines/index.ts';
import { coolBreaker } from '../../loop/limits.ts';
import { decideIteration } from '../../loop/decide.ts';
import { discardTurn } from '../../loop/discarded-turn.ts';
import type { Measured, Prepared, Tested, Turned } from '../../loop/iteration.ts';
import { measureIteration } from '../../loop/agreement/measure-iteration.ts';
import { prepareTurn } from '../../loop/prepare.ts';
import type { RunContext } from '../../loop/run-context.ts';
import { runSuite } from '../../loop/tests.ts';
import { takeAgentTurn } from '../../loop/turn.ts';
import { awaitAnswer } from '../operator-commands/await-answer.ts';
import type { CommandQueue } from '../operator-commands/command-queue.ts';
import { approvalCodeOf } from '../../loop/approval.ts';
import { describeApproval } from '../../records/fold/open-approval.ts';
import { FaultError } from '../../records/run-error.ts';
import { takeBaseline } from '../take-baseline.ts';

interface Provisions {
  /** Receives all work that an interrupt has to wait for. */
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  /** Operator commands are carried out right before a turn is prepared, and during a wait for a limit. */
  readonly queue: CommandQueue;
}

export const createStepActors = (context: RunContext, { track, queue }: Provisions) => {
  const prepared = keepLast<Prepared>();
  const turned = keepLast<Turned | Tested>();
  const measured = keepLast<Iteration & Measured>();

  const prepare = async (): Promise<Preparation> => {
    await queue.serveWaiting();
    const why = (await context.beforeTurn?.()) ?? null;
    if (why !== null) return { end: { status: 'interrupted', why } };
    const preparation = await prepareTurn(context);
    return 'go' in preparation ? { go: prepared.give(preparation.go) } : preparation;
  };
  const turn = async (input: Iteration, signal: AbortSignal): Promise<Iteration> =>
    turned.give(await takeAgentTurn(context, prepared.take(input), signal));
  const test = async ({ iteration, greenRuns }: TestRunInput, signal: AbortSignal): Promise<Iteration> =>
    turned.give(await runSuite(context, turned.take(iteration), greenRuns, signal));
  const measure = async (
    { iteration, consecutive_green_runs }: MeasureInput,
    signal: AbortSignal,
  ): Promise<Iteration> => {
    const tested = turned.take(iteration);
    if (!('runs' in tested)) throw new FaultError('Cannot measure the iteration: no test was run.');
    const answer = await measureIteration(context, tested, consecutive_green_runs, signal);
    return measured.give({ ...tested, ...answer });
  };
  const pause = (wait: Wait, signal: AbortSignal): Promise<null> =>
    wait.for === 'approval'
      ? awaitAnswer(context, wait.until, { signal, waitOut: (until) => waitOut(wait.until, context.now, until) })
      : waitOut(wait.until, context.now, signal);

  return {
    baseline: fromPromise<Course<null>, undefined>(({ signal }) => track(takeBaseline(context, signal))),
    prepare: fromPromise<Preparation, undefined>(() => track(prepare())),
    turn: fromPromise<Iteration, Iteration>(({ input, signal }) => track(turn(input, signal))),
    tests: fromPromise<Iteration, TestRunInput>(({ input, signal }) => track(test(input, signal))),
    measure: fromPromise<Iteration, MeasureInput>(({ input, signal }) => track(measure(input, signal))),
    decide: fromPromise<Course<Wait | null>, Iteration>(({ input }) =>
      track(Promise.resolve().then(() => decideIteration(context, measured.take(input)))),
    ),
    discard: fromPromise<Course<Wait | null>, Iteration>(({ input }) =>
      track(Promise.resolve().then(() => discardTurn(context, turned.take(input)))),
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

/**
 * The last answer of a step. The chart, whose snapshots are inspected and saved, gets what it needs and shows of it;
 * the next step gets it whole, once: an iteration that is over, or that a saved chart brings back, was not measured
 * here and now (rule 1.1).
 */
const keepLast = <Answer extends Iteration>() => {
  let last: { readonly answer: Answer; readonly shown: Iteration } | null = null;
  return {
    give: (answer: Answer): Iteration => {
      last = { answer, shown: shownOf(answer) };
      return last.shown;
    },
    take: (given: Iteration): Answer => {
      const own = last;
      last = null;
      if (own === null || own.shown !== given)
        throw new FaultError('Cannot continue: the result of the previous step is missing. This is a bug in dualgate.');
      return own.answer;
    },
  };
};

const shownOf = (answer: Iteration & Partial<Turned & Measured>): Iteration => {
  const { phase, iteration, attempt, green_runs_wanted, max_runs, is_discarded, is_held, turn, record } = answer;
  return {
    phase,
    iteration,
    attempt,
    green_runs_wanted,
    max_runs,
    ...(is_discarded === true && { is_discarded }),
    ...(is_held === true && { is_held }),
    ...(turn !== undefined && { turn }),
    ...(record !== undefined && { record }),
  };
};

const describeWait = ({ for: what, until }: Wait, { journal }: Pick<RunContext, 'journal'>): string | null => {
  const { approval } = journal.state().openEnds;
  if (what === 'approval' && approval?.answer !== undefined) return null;
  return what === 'approval' && approval !== undefined
    ? `dualgate: ${describeApproval(approval, approvalCodeOf(journal)).says}. Write to the session afterwards, and the work continues.`
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
 * Setting the clock back during the wait does not make it longer. @param until - ISO 8601; no wait for a time in the past
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

export const createTracker = () => {
  const going = new Set<Promise<unknown>>();
  const track = async <T>(work: Promise<T>): Promise<T> => {
    going.add(work);
    try {
      return await work;
    } finally {
      going.delete(work);
    }
  };
  return { track, done: () => Promise.allSettled(going) };
};
