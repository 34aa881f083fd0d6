import { createBudget, createRun, readConfig } from 'dualgate';
import { agent } from './models/turns.mjs'; // ({ prompt, phase, workspace, signal }) => ({ text, signal })

const budget = createBudget({ cost: 20, calls_per_hour: 100 }); // of all runs together
const active = new Set();
const work = async (config, which = {}) => {
  const run = createRun({ config, agent, budget, ...which });
  active.add(run);
  for await (const event of run.events) if (event.type === 'phase.exited') console.log(`${event.phase} exited`);
  active.delete(run);
  return { config, id: run.id, ...(await run.ended) };
};
// Each run finishes its iteration.
process.once('SIGINT', () => {
  for (const run of active) run.interrupt();
});
const configs = process.argv.slice(2).map((cwd) => readConfig({ cwd }));
const ended = await Promise.all(configs.map((config) => work(config)));
const interrupted = ended.filter(({ status }) => status === 'interrupted');
const resumed = await Promise.all(interrupted.map(({ config, id }) => work(config, { resume: id })));
const completed = [...ended, ...resumed].filter(({ status }) => status === 'completed');
console.log(`${interrupted.length} interrupted, ${completed.length} completed, $${budget.spent().cost}`);
