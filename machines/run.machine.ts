/** The loop beside the chart: prepare, let the agent work, measure, decide, repeat. */
import { type ActorRefFrom, assign, type ErrorActorEvent, setup, stopChild } from 'xstate';
import { greenRunsActor, wantsAnotherGreenRun } from './green-runs.actor.ts';
import { type Preparation, type Course, type Iteration, runActors, type Ending, type Wait } from './run.actors.ts';

/** `failed`: an error of dualgate or its surroundings, not a state of the work. */
export type RunOutput = Ending | { readonly status: 'failed'; readonly error: unknown };

export type RunEvent =
  /** The first Ctrl+C: the iteration is finished and recorded, and no other begins (rule 4.8). */
  | { readonly type: 'INTERRUPT' }
  /** The second: every process that the run started is ended at once. */
  | { readonly type: 'STOP' };

interface RunContext {
  readonly resumed: boolean;
  readonly interrupted: boolean;
  readonly output: RunOutput | null;
  /** Set during an active iteration only. */
  readonly iteration: Iteration | null;
  readonly greenRuns: ActorRefFrom<typeof greenRunsActor> | null;
  readonly wait: Wait | null;
}

const FORGOTTEN = { iteration: null, greenRuns: null, wait: null } as const;
const INTERRUPTED: Ending = { status: 'interrupted', why: 'Interrupted' };

/** A broken invariant of this chart: each state is entered with its input. */
const known = <T>(value: T | null): T => {
  if (value === null)
    throw new Error('Cannot continue: the loop lost the results of the iteration. This is a bug in dualgate.');
  return value;
};

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
    ends: (_args: unknown, course: Course<unknown> | Preparation) => 'end' in course,
    waitsFirst: (_args: unknown, preparation: Preparation) => 'wait' in preparation,
    waits: (_args: unknown, course: Course<Wait | null>) => 'go' in course && course.go !== null,
    isDiscarded: (_args: unknown, { is_discarded = false }: Iteration) => is_discarded,
    wantsAnotherGreenRun: ({ context: { greenRuns } }, iteration: Iteration) => {
      const counted = greenRuns?.getSnapshot().context;
      return iteration.is_held !== true && counted !== undefined && wantsAnotherGreenRun(counted, iteration);
    },
  },
  actions: {
    forget: assign(FORGOTTEN),
    interrupt: assign({ interrupted: true, output: INTERRUPTED }),
    end: assign({
      output: (_args, course: Course<unknown> | Preparation) => ('end' in course ? course.end : null),
    }),
    fail: assign({ output: (_args, error: unknown): RunOutput => ({ status: 'failed', error }) }),
    begin: assign({
      iteration: (_args, preparation: Preparation) => ('go' in preparation ? preparation.go : null),
    }),
    keepFirstWait: assign({
      wait: (_args, preparation: Preparation) => ('wait' in preparation ? preparation.wait : null),
    }),
    advance: assign({ iteration: (_args, iteration: Iteration) => iteration }),
    keepWait: assign({ wait: (_args, course: Course<Wait | null>) => ('go' in course ? course.go : null) }),
    stopCounting: stopChild('greenRuns'),
    startCounting: assign({ greenRuns: ({ spawn }) => spawn('greenRuns', { id: 'greenRuns' }) }),
  },
});

/** An actor that rejects ends the run: nothing is decided without its result. */
const onError = {
  target: '#failed',
  actions: { type: 'fail', params: ({ event }: { event: ErrorActorEvent }) => event.error },
} as const;

/** Every actor that returns a course may end the run. */
const endsRun = {
  guard: { type: 'ends', params: ({ event }: { event: { output: Course<unknown> | Preparation } }) => event.output },
  target: '#ended',
  actions: { type: 'end', params: ({ event }: { event: { output: Course<unknown> | Preparation } }) => event.output },
} as const;

/** Every actor that returns a course may ask for a wait. */
const waitsThen = {
  guard: { type: 'waits', params: ({ event }: { event: { output: Course<Wait | null> } }) => event.output },
  target: 'waiting',
  actions: { type: 'keepWait', params: ({ event }: { event: { output: Course<Wait | null> } }) => event.output },
} as const;

/** The answer of a step takes the place of the one before it. */
const advances = {
  type: 'advance',
  params: ({ event }: { event: { output: Iteration } }) => event.output,
} as const;

/** The chart of the loop: prepare, turn, tests, measure, decide; its actors are provided. */
export const runMachine = run.createMachine({
  id: 'run',
  context: ({ input }) => ({ resumed: input.resumed, interrupted: false, output: null, ...FORGOTTEN }),
  initial: 'opening',
  on: {
    INTERRUPT: { actions: 'interrupt' },
    STOP: { target: '#ended', actions: 'interrupt' },
  },
  states: {
    opening: {
      tags: 'preparing',
      always: [{ guard: 'isResumed', target: 'preparing' }, { target: 'takingBaseline' }],
    },
    takingBaseline: {
      tags: 'tests',
      // No turn has started, so nothing can be lost.
      always: { guard: 'isInterrupted', target: '#ended' },
      invoke: { src: 'baseline', onDone: [endsRun, { target: 'preparing' }], onError },
    },
    preparing: {
      tags: 'preparing',
      entry: ['stopCounting', 'forget'],
      always: { guard: 'isInterrupted', target: '#ended' },
      invoke: {
        src: 'prepare',
        onDone: [
          endsRun,
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
        src: 'turn',
        input: ({ context }) => known(context.iteration),
        onDone: [
          {
            guard: { type: 'isDiscarded', params: ({ event }) => event.output },
            target: 'discarding',
            actions: advances,
          },
          { target: 'testing', actions: advances },
        ],
        onError,
      },
    },
    discarding: {
      id: 'discarding',
      tags: 'deciding',
      invoke: {
        src: 'discard',
        input: ({ context }) => known(context.iteration),
        onDone: [endsRun, waitsThen, { target: 'preparing' }],
        onError,
      },
    },
    waiting: {
      tags: 'waiting',
      always: { guard: 'isInterrupted', target: '#ended' },
      invoke: { src: 'wait', input: ({ context }) => known(context.wait), onDone: 'preparing', onError },
    },
    testing: {
      tags: 'tests',
      entry: 'startCounting',
      initial: 'running',
      states: {
        running: {
          invoke: {
            src: 'tests',
            input: ({ context }) => ({ iteration: known(context.iteration), greenRuns: known(context.greenRuns) }),
            onDone: [
              {
                guard: { type: 'wantsAnotherGreenRun', params: ({ event }) => event.output },
                target: 'running',
                reenter: true,
                actions: advances,
              },
              {
                guard: { type: 'isDiscarded', params: ({ event }) => event.output },
                target: '#discarding',
                actions: advances,
              },
              { target: '#gatheringEvidence', actions: advances },
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
        src: 'measure',
        input: ({ context }) => ({
          iteration: known(context.iteration),
          consecutive_green_runs: known(context.greenRuns).getSnapshot().context.consecutive_green_runs,
        }),
        onDone: { target: 'deciding', actions: advances },
        onError,
      },
    },
    deciding: {
      tags: 'deciding',
      invoke: {
        src: 'decide',
        input: ({ context }) => known(context.iteration),
        onDone: [endsRun, waitsThen, { target: 'preparing' }],
        onError,
      },
    },
    ended: { id: 'ended', type: 'final', tags: 'ended' },
    failed: { id: 'failed', type: 'final', tags: 'ended' },
  },
  output: ({ context }) =>
    context.output ?? {
      status: 'failed',
      error: new Error('Cannot determine how the run ended. This is a bug in dualgate.'),
    },
});
