/**
 * Before each file: how often laws are tried, and from which seed (few and rotating in the ordinary suite, many in
 * `npm run check:full`). Around each test: no process that it started runs any more when it is over.
 */
import * as fc from 'fast-check';
import { aroundAll, aroundEach } from 'vitest';
import { endLeftRunning, hasStartedAny, listStarted, markFile } from './left-running.ts';

const { DUALGATE_RUNS, DUALGATE_SEED } = process.env;

// fast-check prints the seed of a law that fails; `DUALGATE_SEED` tries it again.
fc.configureGlobal({
  ...(DUALGATE_RUNS === undefined ? {} : { numRuns: Number(DUALGATE_RUNS) }),
  ...(DUALGATE_SEED === undefined ? {} : { seed: Number(DUALGATE_SEED) }),
});

markFile();

const refuseLeftRunning = (left: readonly string[], whose: string): void => {
  if (left.length > 0) throw new Error(`${whose} left running, and it was killed:\n${left.join('\n')}`);
};

aroundEach(async (runTest, { task }) => {
  // Of tests at the same time nobody can say which of them started what: the look at the end of the file finds it.
  if (task.concurrent === true) return runTest();
  const before = hasStartedAny() ? listStarted() : [];
  await runTest();
  if (hasStartedAny()) refuseLeftRunning(await endLeftRunning(before), `The test "${task.name}"`);
});

aroundAll(async (runFile) => {
  await runFile();
  refuseLeftRunning(await endLeftRunning([]), 'This file');
});
