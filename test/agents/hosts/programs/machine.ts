import type { Config } from 'dualgate';
import { createEvidenceActor, createTestRunnerActor, type HostLedger } from 'dualgate/actors';
import { bindGates, createTddMachine, greenRunsActor, type TddMachine, type TddOutput } from 'dualgate/machines';
import { type ActorRefFrom, assign, fromPromise, sendTo, setup } from 'xstate';

interface Context {
  readonly chart: ActorRefFrom<TddMachine>;
  readonly greens: ActorRefFrom<typeof greenRunsActor>;
  readonly claims: boolean;
}
/** One turn of your agent: whether it says that the phase is done. */
type Agent = (turn: { readonly phase: string | null }) => Promise<boolean>;

export const createMine = (config: Config, ledger: HostLedger, agent: Agent) =>
  setup({
    types: { context: {} as Context, output: {} as TddOutput | null },
    actors: {
      agent: fromPromise(() => agent({ phase: ledger.phase() })),
      chart: createTddMachine(config).provide(bindGates(config)),
      evidence: createEvidenceActor(config, { ledger }),
      greens: greenRunsActor,
      settled: fromPromise(async () => {}),
      testRunner: createTestRunnerActor(config, { ledger }),
    },
  }).createMachine({
    id: 'mine',
    context: ({ spawn }) => ({
      chart: spawn('chart', { id: 'chart' }),
      greens: spawn('greens', { id: 'greens' }),
      claims: false,
    }),
    initial: 'working',
    states: {
      working: {
        invoke: {
          id: 'agent',
          src: 'agent',
          onDone: { target: 'testing', actions: assign({ claims: ({ event }) => event.output }) },
        },
      },
      testing: {
        invoke: {
          id: 'testRunner',
          src: 'testRunner',
          input: ({ context }) => ({ greenRuns: context.greens }),
          onDone: [
            { guard: ({ event }) => event.output.wants_another, target: 'testing', reenter: true },
            { target: 'judging' },
          ],
        },
      },
      judging: {
        invoke: {
          id: 'evidence',
          src: 'evidence',
          input: ({ context }) => ({ greenRuns: context.greens, signal: context.claims }),
          // The ledger has the record by now; the chart decides on the same one.
          onDone: {
            target: 'next',
            actions: sendTo('chart', ({ event }) => ({ type: 'ITERATION', record: event.output })),
          },
        },
      },
      // The chart reads its record first. An actor starts again after a restore; a timer would be forgotten.
      next: {
        invoke: {
          id: 'settled',
          src: 'settled',
          onDone: [
            { guard: ({ context }) => context.chart.getSnapshot().status === 'done', target: 'over' },
            { guard: () => ledger.halted() !== null, target: 'over' },
            { target: 'working' },
          ],
        },
      },
      over: { type: 'final' },
    },
    output: ({ context }) => context.chart.getSnapshot().output ?? null,
  });
