import { proxyActivities } from '@temporalio/workflow';
import { DEFAULT_PHASES } from 'dualgate/gates';
import { bindGates, createTddMachine } from 'dualgate/machines';
import { createActor } from 'xstate';

// An activity: one turn of your agent, then measure(config, { signal, frozen }). It answers the record, as JSON.
const { turn } = proxyActivities({ startToCloseTimeout: '1 hour' });

export const work = async () => {
  const config = { phases: DEFAULT_PHASES };
  const chart = createActor(createTddMachine(config).provide(bindGates(config)));
  chart.on('phase.exited', ({ phase }) => console.log(`${phase} exited`));
  chart.start();
  for (let iteration = 1; iteration < 40 && chart.getSnapshot().status === 'active'; iteration += 1)
    chart.send({ type: 'ITERATION', record: await turn() });
  return chart.getSnapshot().output;
};
