import { createRun, readConfig } from 'dualgate';
import { openLedger } from 'dualgate/actors';
import { createStatelyInspector, serveStately } from 'dualgate/inspector';
import { createActor, setup, toPromise } from 'xstate';
import { createMine } from './machine.js';
import { agent, write } from './models/turns.mjs';

const config = readConfig();
const inspector = createStatelyInspector();
const viewers = await serveStately(inspector); // viewers.url: open it in a browser
const messages = [];
inspector.subscribe((message) => messages.push(message));
if (process.argv[2] === 'run') await createRun({ config, agent, inspect: inspector.inspect }).ended;
else {
  const ledger = await openLedger(config);
  const mine = createMine(config, ledger, async () => write() === 'written');
  const parent = setup({ actors: { mine } }).createMachine({
    id: 'yours',
    initial: 'building',
    states: {
      building: { invoke: { id: 'mine', src: 'mine', onDone: 'over' } },
      over: { type: 'final' },
    },
  });
  await toPromise(createActor(parent, { id: 'yours', inspect: inspector.inspect }).start());
  await ledger.close();
}
inspector.flush();
await viewers.close();
console.log(JSON.stringify(messages));
