/**
 * Cost of inspecting the loop: 10,000 transitions of its actors, without an inspector, with one that no page is connected to,
 * and with a page that receives every message as JSON. Agent and suite are stubs; charts, gates and ledger are real.
 * On a disk each record is synced there, as in a run; in memory nothing is left but the work of this process.
 * `npx vitest bench --run test/bench/inspect`
 */
import { tmpdir } from 'node:os';
import { createActor, type InspectionEvent } from 'xstate';
import { bench, describe } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import { createStatelyInspector } from '../../src/page/inspector/index.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { startLongRun, chooseMemory, type LongRun } from './a-long-run.ts';

const TRANSITIONS = 10_000;
/** Short ones: the fastest of them met no other work on the machine. */
const ROUNDS = 20;
/** Snapshots of loop, counter, chart and breaker in one iteration of `a-long-run.ts`; those of its promises not counted. */
const IN_AN_ITERATION = 10;
const OPTIONS = { iterations: ROUNDS, time: 0, warmupIterations: 2, warmupTime: 0 };

type Inspect = (said: InspectionEvent) => void;
const WAYS: Readonly<Record<string, () => Inspect | undefined>> = {
  'not inspected': () => undefined,
  'inspected, and nobody looks': () => createStatelyInspector().inspect,
  'inspected, and somebody is told everything': () => {
    const inspector = createStatelyInspector({ secrets: ['pearl-of-the-operator'] });
    inspector.subscribe((message) => void Buffer.byteLength(JSON.stringify(message)));
    return inspector.inspect;
  },
};

for (const [place, base] of [
  ['on a disk', tmpdir()],
  ['in memory', chooseMemory()],
] as const) {
  describe(`${TRANSITIONS} transitions of the loop ${place}, in ${ROUNDS} rounds`, () => {
    for (const [way, open] of Object.entries(WAYS)) {
      let run: LongRun | null = null;
      bench(way, async () => run?.advance(TRANSITIONS / IN_AN_ITERATION / ROUNDS), {
        ...OPTIONS,
        setup: () => {
          run ??= startLongRun(base, open());
        },
        teardown: async (_task, mode) => {
          if (mode !== 'run') return;
          await run?.end();
          run?.remove();
        },
      });
    }
  });
}

describe(`${TRANSITIONS} transitions of the chart alone, without loop and ledger, in ${ROUNDS} rounds`, () => {
  const config = { phases: DEFAULT_PHASES };
  const record = anIteration('RED', { tests_failing: 0 });
  for (const [way, open] of Object.entries(WAYS)) {
    const inspect = open();
    const machine = createTddMachine(config).provide(bindGates(config));
    const chart = createActor(machine, inspect === undefined ? {} : { inspect }).start();
    bench(
      way,
      () => {
        for (let n = 0; n < TRANSITIONS / ROUNDS; n += 1) chart.send({ type: 'ITERATION', record });
      },
      OPTIONS,
    );
  }
});
