import { readFileSync } from 'node:fs';
import { createRun, parseConfig } from 'dualgate';
import { renderUnmet } from 'dualgate/gates';

const linesOf = (path) => readFileSync(path, 'utf8').replace(/\n$/, '').split('\n').length;
const lines = {
  name: 'lines',
  metrics: { longest_new_file: 'number' },
  measure: ({ folder, changed }) => ({
    longest_new_file: Math.max(0, ...changed.created.map((path) => linesOf(`${folder}/${path}`))),
  }),
};
const text = readFileSync('dualgate.yaml', 'utf8').replace(
  'tests_total >= criteria_count',
  'tests_total >= criteria_count AND longest_new_file <= 3',
);
const config = parseConfig(text, { path: 'dualgate.yaml', readFile: (path) => readFileSync(path, 'utf8'), measures: [lines] });

const run = createRun({ config, until: 'RED' });
for await (const event of run.events) {
  if (event.type !== 'iteration.decided') continue;
  const { unmet } = event.decision.gate_1;
  console.log(...unmet.filter(({ metrics }) => metrics.includes('longest_new_file')).map(renderUnmet));
  if (event.iteration === 2) run.interrupt();
}
await run.ended;
