import { createActor } from 'xstate';
import { DEFAULT_PHASES } from 'dualgate/gates';
import { bindGates, createTddMachine } from 'dualgate/machines';
import { createStatelyInspector } from 'dualgate/inspector';

const config = { phases: DEFAULT_PHASES };
const inspector = createStatelyInspector({ secrets: ['pearl-of-the-operator'] });
inspector.subscribe((message) => {
  if (message.type === '@xstate.snapshot') console.log(JSON.stringify(message.event), JSON.stringify(message.snapshot.value));
});

const machine = createTddMachine(config).provide(bindGates(config));
const chart = createActor(machine, { inspect: inspector.inspect }).start();
chart.send({ type: 'HALT', why: 'the key is pearl-of-the-operator' });
inspector.flush();
