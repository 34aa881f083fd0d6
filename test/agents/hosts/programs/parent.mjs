import { readConfig } from 'dualgate';
import { createLoopActors, openLedger } from 'dualgate/actors';
import { runMachine } from 'dualgate/machines';
import { assign, createActor, setup, toPromise } from 'xstate';

/** A parent of yours: dualgate's machine is its child `dualgate`. @param agent - takes each turn */
export const work = async (agent) => {
  const config = readConfig();
  const onEvent = (event) => {
    if (event.type === 'phase.held') console.log(`${event.phase} held: ${event.unmet[0]}`);
    if (event.type === 'phase.exited') console.log(`${event.phase} exited`);
  };
  const ledger = await openLedger(config, { agent, onEvent }); // the baseline is taken now
  const dualgate = runMachine.provide({ actors: createLoopActors(config, { ledger }) });
  const parent = setup({ actors: { dualgate } }).createMachine({
    context: { output: undefined },
    initial: 'building',
    states: {
      building: {
        invoke: {
          id: 'dualgate',
          src: 'dualgate',
          input: { resumed: true },
          onDone: { target: 'over', actions: assign({ output: ({ event }) => event.output }) },
        },
      },
      over: { type: 'final' },
    },
    output: ({ context }) => context.output,
  });
  const actor = createActor(parent).start();
  process.once('SIGINT', () => actor.getSnapshot().children.dualgate?.send({ type: 'INTERRUPT' }));
  const { status } = await ledger.close(await toPromise(actor));
  console.log(status);
};
