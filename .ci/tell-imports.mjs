/**
 * What the import of each entry of the built library costs, beside an empty program in the same rounds: CPU time (user and
 * system) and resident memory, the median of the rounds. Shown, not tested: test/end-to-end/cheap-entries.test.ts holds the cause.
 *
 *     npm run build:js && node .ci/tell-imports.mjs
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ROUNDS = 9;
const GOAL = { cpu: 0.15, memory: 45 };
const { exports: places } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const entries = Object.entries(places).filter(([, place]) => typeof place === 'object');
const programs = [
  ['nothing', ''],
  ...entries.map(([name, place]) => [
    `dualgate${name.slice(1)}`,
    `await import(${JSON.stringify(new URL(`../${place.default}`, import.meta.url).href)});`,
  ]),
];
const TELL =
  'const { userCPUTime: user, systemCPUTime: system } = process.resourceUsage();' +
  'console.log(JSON.stringify({ cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() / 1e6 }));';

const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
const measured = new Map(programs.map(([name]) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, program] of programs) {
    const argv = ['--input-type=module', '--eval', `${program}${TELL}`];
    const { stdout, stderr, status } = spawnSync(process.execPath, argv, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    measured.get(name).push(JSON.parse(stdout));
  }

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];
const costOf = (name) => ({
  cpu: median(measured.get(name).map(({ cpu }) => cpu)),
  memory: median(measured.get(name).map(({ memory }) => memory)),
});
const nothing = costOf('nothing');
console.log('== Imports: seconds of CPU and MB of memory, and beside an empty program');
for (const [name] of programs) {
  const { cpu, memory } = costOf(name);
  const more = `+${(cpu - nothing.cpu).toFixed(3)} s  +${(memory - nothing.memory).toFixed(1)} MB`;
  console.log(' ', name.padEnd(22), `${cpu.toFixed(3)} s`, `${memory.toFixed(1)} MB`.padStart(9), ` ${more}`);
}
const { cpu, memory } = costOf('dualgate');
const isMet = cpu <= GOAL.cpu && memory <= GOAL.memory;
console.log(' ', `goal ${isMet ? 'met' : 'MISSED'}: dualgate at most ${GOAL.cpu} s and ${GOAL.memory} MB`);
