/**
 * Cost of an iteration beyond the processes that the user named: the difference between the first line and the others,
 * of one run. The suite takes a second. `npx vitest bench --run test/bench/iteration`
 */
import { bench, describe } from 'vitest';
import {
  startHeldRun,
  type LockedRun,
  layOutProject,
  type ProjectSize,
  removeProject,
  runByThemselves,
} from './a-held-run.ts';

const OPTIONS = { iterations: 5, time: 0, warmupIterations: 0, warmupTime: 0 };
const SMALL: ProjectSize = { sources: 0, installed: 0 };
const LARGE: ProjectSize = { sources: 5_000, installed: 10_000 };

/** Only what is timed is laid out and begun, not what would warm up. */
const onlyTimed = (hook: () => void | Promise<void>) => async (_task: unknown, mode: string) => {
  if (mode === 'run') await hook();
};

describe('one iteration with a suite of a second', () => {
  let folder = '';
  bench('the agent and the suite by themselves', () => runByThemselves(folder), {
    ...OPTIONS,
    setup: onlyTimed(() => {
      folder = layOutProject(SMALL);
    }),
    teardown: onlyTimed(() => removeProject(folder)),
  });

  for (const size of [SMALL, LARGE]) {
    let project = '';
    let run: LockedRun | null = null;
    bench(`an iteration, ${size.sources} sources, ${size.installed} installed files`, async () => run?.iteration(), {
      ...OPTIONS,
      setup: onlyTimed(async () => {
        project = layOutProject(size);
        run = await startHeldRun(project);
      }),
      teardown: onlyTimed(async () => {
        await run?.end();
        removeProject(project);
      }),
    });
  }
});
