/**
 * Is the hundred-thousandth iteration as cheap as the first, in time and in memory? Agent and suite are stubs in this process, the
 * rest of the loop is real. `npx vitest bench --run test/bench/long-run`; `DUALGATE_ITERATIONS` says how many (100,000).
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { statSync } from 'node:fs';
import { afterAll, bench, describe } from 'vitest';
import { startLongRun, chooseMemory } from './a-long-run.ts';

const ITERATIONS = Number(process.env['DUALGATE_ITERATIONS'] ?? 100_000);
const TENTH = ITERATIONS / 10;
const ROUNDS = 10;
const OPTIONS = { iterations: ROUNDS, time: 0, warmupIterations: 0, warmupTime: 0 };
const SAMPLES = 20;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const run = startLongRun();
const samples: { readonly at: number; readonly heap: number }[] = [];
let done = 0;

const advance = async (count: number): Promise<void> => {
  await run.advance(count);
  done += count;
  if (done % (ITERATIONS / SAMPLES) !== 0) return;
  collectGarbage();
  samples.push({ at: done, heap: process.memoryUsage().heapUsed });
};

/** Bytes an iteration, by least squares; the first two samples are left out, in which code is still compiled. */
const slopeOf = (points: typeof samples): number => {
  const { length } = points;
  const mean = (of: (point: (typeof samples)[number]) => number) =>
    points.reduce((sum, each) => sum + of(each), 0) / length;
  const [x, y] = [mean(({ at }) => at), mean(({ heap }) => heap)];
  const over = points.reduce((sum, { at, heap }) => sum + (at - x) * (heap - y), 0);
  return over / points.reduce((sum, { at }) => sum + (at - x) ** 2, 0);
};

afterAll(async () => {
  await run.end();
  const mebibytes = samples.map(({ heap }) => (heap / 2 ** 20).toFixed(1));
  console.log(
    [
      `${done} iterations in ${chooseMemory()}, ledger of ${(statSync(run.ledger).size / 2 ** 20).toFixed(0)} MiB`,
      `heap after a collection, MiB: ${mebibytes.join(' ')}`,
      `slope after the start: ${slopeOf(samples.slice(2)).toFixed(2)} bytes an iteration`,
    ].join('\n'),
  );
  run.remove();
});

describe(`a run of ${ITERATIONS} iterations`, () => {
  bench('the first tenth, by the round', () => advance(TENTH / ROUNDS), OPTIONS);
  bench('the last tenth, by the round', () => advance(TENTH / ROUNDS), {
    ...OPTIONS,
    setup: async (_task, mode) => {
      const rounds = mode === 'run' ? Math.floor((ITERATIONS - TENTH - done) / (TENTH / ROUNDS)) : 0;
      for (let round = 0; round < rounds; round += 1) await advance(TENTH / ROUNDS);
    },
  });
});
