/** An embedder's program: says where it listens, waits for a line, moves its actor many times, and ends at once. */
import { createInterface } from 'node:readline';
import { createActor, fromTransition } from 'xstate';
import { createStatelyInspector, serveStately } from '../../../../src/page/inspector/index.ts';

const inspector = createStatelyInspector();
const viewers = await serveStately(inspector);
const counter = createActor(
  fromTransition((n: number) => n + 1, 0),
  { id: 'counter', inspect: inspector.inspect },
).start();
console.log(viewers.address);
createInterface({ input: process.stdin }).once('line', () => {
  for (let n = 0; n < 300; n += 1) counter.send({ type: 'ADD' });
  process.stdin.destroy();
  if (process.argv[2] === 'exits') process.exit(0);
});
