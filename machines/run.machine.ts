/**
 * The loop beside the chart: prepare, let the agent work, measure, decide, and again. What an iteration measured is
 * forgotten when the next one is prepared; where the work stands is the chart's to know, not the loop's.
 *
 * @module
 */
import { type ActorRefFrom, assign, type ErrorActorEvent, setup, stopChild } from 'xstate';
import { greenRunsActor } from './green-runs.actor.ts';
import {
  type Beginning,
  type Course,
  type Prepared,
  runActors,
  type Settlement,
  type StepQuestion,
  type TurnEnded,
  type Wait,
  type Work,
} from './run.actors.ts';

/** `failed`: an error of dualgate's own or of the outside, not a state of the work. */
export type RunOutput = Settlement | { readonly status: 'failed'; readonly error: unknown };

export type RunEvent =
  /** The first Ctrl+C: the iteration is finished and recorded, no other begins (RULES 4.8). */
  | { readonly type: 'INTERRUPT' }
  /** The second: everything that the run started is ended at once. */
  | { readonly type: 'STOP' };

interface RunContext {
  readonly resumed: boolean;
  readonly interrupted: boolean;
  readonly output: RunOutput | null;
  /** Of the iteration that is going on, and of no other. */
  readonly prepared: Prepared | null;
  readonly work: Work | null;
  readonly greenRuns: ActorRefFrom<typeof greenRunsActor> | null;
  readonly wait: Wait | null;
}

const FORGOTTEN = { prepared: null, work: null, greenRuns: null, wait: null } as const;
const INTERRUPTED: Settlement = { status: 'interrupted', why: 'Interrupted' };

/** A broken promise of this chart itself: each state is entered with what it needs. */
const known = <T>(value: T | null): T => {
  if (value === null) throw new Error('Cannot go on: the loop lost what it was working on.');
  return value;
};

const ask = ({ prepared, work }: Pick<RunContext, 'prepared' | 'work'>): StepQuestion => ({
  prepared: known(prepared),
  work: known(work),
});

const run = setup({
  types: {
    context: {} as RunContext,
    events: {} as RunEvent,
    input: {} as { readonly resumed: boolean },
    output: {} as RunOutput,
    tags: {} as 'preparing' | 'agent' | 'tests' | 'deciding' | 'waiting' | 'ended',
  },
  actors: { ...runActors, greenRuns: greenRunsActor },
  guards: {
    isInterrupted: ({ context }) => context.interrupted,
    isResumed: ({ context }) => context.resumed,
    settles: (_args: unknown, course: Course<unknown> | Beginning) => 'settle' in course,
    waitsFirst: (_args: unknown, beginning: Beginning) => 'wait' in beginning,
    waits: (_args: unknown, course: Course<Wait | null>) => 'go' in course && course.go !== null,
    isVoid: (_args: unknown, { is_void }: TurnEnded) => is_void,
    wantsAnotherGreenRun: ({ context: { greenRuns, prepared } }) => {
      const counted = greenRuns?.getSnapshot().context;
      if (counted === undefined || prepared === null) return false;
      const { consecutive_green_runs: inRow, test_runs } = counted;
      return inRow > 0 && inRow < prepared.green_runs_wanted && test_runs < prepared.max_runs;
    },
  },
  actions: {
    forget: assign(FORGOTTEN),
    interrupt: assign({ interrupted: true, output: INTERRUPTED }),
    settle: assign({
      output: (_args, course: Course<unknown> | Beginning) => ('settle' in course ? course.settle : null),
    }),
    fail: assign({ output: (_args, error: unknown): RunOutput => ({ status: 'failed', error }) }),
    begin: assign((_args, beginning: Beginning) => ('go' in beginning ? beginning.go : FORGOTTEN)),
    keepFirstWait: assign({ wait: (_args, beginning: Beginning) => ('wait' in beginning ? beginning.wait : null) }),
    keepWork: assign({ work: (_args, work: Work) => work }),
    keepWait: assign({ wait: (_args, course: Course<Wait | null>) => ('go' in course ? course.go : null) }),
    stopCounting: stopChild('greenRuns'),
    startCounting: assign({ greenRuns: ({ spawn }) => spawn('greenRuns', { id: 'greenRuns' }) }),
  },
});

/** An actor that rejects ends the run: nothing is decided on what could not be done. */
const onError = {
  target: '#failed',
  actions: { type: 'fail', params: ({ event }: { event: ErrorActorEvent }) => event.error },
} as const;

/** Whoever answers with a course may end the run. */
const settling = {
  guard: { type: 'settles', params: ({ event }: { event: { output: Course<unknown> | Beginning } }) => event.output },
  target: '#settled',
  actions: { type: 'settle', params: ({ event }: { event: { output: Course<unknown> | Beginning } }) => event.output },
} as const;

/** The chart of the loop: prepare, turn, tests, evidence, decision; its actors are provided. */
export const runMachine = run.createMachine({
  id: 'run',
  context: ({ input }) => ({ resumed: input.resumed, interrupted: false, output: null, ...FORGOTTEN }),
  initial: 'opening',
  on: {
    INTERRUPT: { actions: 'interrupt' },
    STOP: { target: '#settled', actions: 'interrupt' },
  },
  states: {
    opening: {
      tags: 'preparing',
      always: [{ guard: 'isResumed', target: 'preparing' }, { target: 'takingInventory' }],
    },
    takingInventory: {
      tags: 'tests',
      // Nothing was spent yet that could be lost.
      always: { guard: 'isInterrupted', target: '#settled' },
      invoke: { src: 'inventory', onDone: [settling, { target: 'preparing' }], onError },
    },
    preparing: {
      tags: 'preparing',
      entry: ['stopCounting', 'forget'],
      always: { guard: 'isInterrupted', target: '#settled' },
      invoke: {
        src: 'prepare',
        onDone: [
          settling,
          {
            guard: { type: 'waitsFirst', params: ({ event }) => event.output },
            target: 'waiting',
            actions: { type: 'keepFirstWait', params: ({ event }) => event.output },
          },
          { target: 'agentWorking', actions: { type: 'begin', params: ({ event }) => event.output } },
        ],
        onError,
      },
    },
    agentWorking: {
      tags: 'agent',
      invoke: {
        src: 'agent',
        input: ({ context }) => ask(context),
        onDone: [
          {
            guard: { type: 'isVoid', params: ({ event }) => event.output },
            target: 'voiding',
            actions: { type: 'keepWork', params: ({ event }) => event.output.work },
          },
          { target: 'testing', actions: { type: 'keepWork', params: ({ event }) => event.output.work } },
        ],
        onError,
      },
    },
    voiding: {
      tags: 'deciding',
      invoke: {
        src: 'voidTurn',
        input: ({ context }) => ask(context),
        onDone: [
          settling,
          {
            guard: { type: 'waits', params: ({ event }) => event.output },
            target: 'waiting',
            actions: { type: 'keepWait', params: ({ event }) => event.output },
          },
          { target: 'preparing' },
        ],
        onError,
      },
    },
    waiting: {
      tags: 'waiting',
      always: { guard: 'isInterrupted', target: '#settled' },
      invoke: { src: 'wait', input: ({ context }) => known(context.wait), onDone: 'preparing', onError },
    },
    testing: {
      tags: 'tests',
      entry: 'startCounting',
      initial: 'running',
      states: {
        running: {
          invoke: {
            src: 'testRunner',
            input: ({ context }) => ({ ...ask(context), greenRuns: known(context.greenRuns) }),
            onDone: [
              {
                guard: 'wantsAnotherGreenRun',
                target: 'running',
                reenter: true,
                actions: { type: 'keepWork', params: ({ event }) => event.output },
              },
              { target: '#gatheringEvidence', actions: { type: 'keepWork', params: ({ event }) => event.output } },
            ],
            onError,
          },
        },
      },
    },
    gatheringEvidence: {
      id: 'gatheringEvidence',
      tags: 'tests',
      invoke: {
        src: 'evidence',
        input: ({ context }) => ({
          ...ask(context),
          consecutive_green_runs: known(context.greenRuns).getSnapshot().context.consecutive_green_runs,
        }),
        onDone: { target: 'deciding', actions: { type: 'keepWork', params: ({ event }) => event.output.work } },
        onError,
      },
    },
    deciding: {
      tags: 'deciding',
      invoke: {
        src: 'decide',
        input: ({ context }) => ask(context),
        onDone: [
          settling,
          {
            guard: { type: 'waits', params: ({ event }) => event.output },
            target: 'waiting',
            actions: { type: 'keepWait', params: ({ event }) => event.output },
          },
          { target: 'preparing' },
        ],
        onError,
      },
    },
    settled: { id: 'settled', type: 'final', tags: 'ended' },
    failed: { id: 'failed', type: 'final', tags: 'ended' },
  },
  output: ({ context }) => context.output ?? { status: 'failed', error: new Error('Cannot say how the run ended.') },
});
