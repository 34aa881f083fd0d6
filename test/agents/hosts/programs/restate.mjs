import { serve } from '@restatedev/restate-sdk';
import { fromPromise, xstate } from '@restatedev/xstate';
import { DEFAULT_PHASES } from 'dualgate/gates';
import { bindGates, createTddMachine } from 'dualgate/machines';
import { sendTo, setup } from 'xstate';
import { measured } from './models/records.mjs'; // one turn of your agent, then measure(config, { signal, frozen })

const config = { phases: DEFAULT_PHASES };
const work = setup({
  actors: {
    chart: createTddMachine(config).provide(bindGates(config)),
    turn: fromPromise(measured), // the engine takes it once, also over a crash; it answers the record, as JSON
  },
}).createMachine({
  id: 'work',
  initial: 'building',
  states: {
    building: {
      invoke: { id: 'chart', src: 'chart', onDone: 'over' },
      initial: 'working',
      states: {
        working: {
          invoke: {
            id: 'turn',
            src: 'turn',
            onDone: {
              target: 'deciding',
              actions: sendTo('chart', ({ event }) => ({ type: 'ITERATION', record: event.output })),
            },
          },
        },
        deciding: { after: { 0: 'working' } },
      },
    },
    over: { type: 'final' },
  },
});
await serve({ services: [xstate('work', work)], port: Number(process.env.PORT) });
