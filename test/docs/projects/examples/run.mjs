import { createRun, readConfig } from 'dualgate';

const run = createRun({ config: readConfig(), until: 'RED' });
process.once('SIGINT', run.interrupt); // the first call finishes the iteration, the second stops at once
for await (const event of run.events) {
  if (event.type === 'phase.held') console.log(`${event.phase} held: ${event.unmet[0]}`);
  if (event.type === 'phase.exited') console.log(`${event.phase} exited`);
}
const { status, exit_code } = await run.ended;
console.log(status, exit_code);
