import { describe, expect, test } from 'vitest';
import type { ListEvent, RunEvent } from '../../src/index.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { pickOne, SEED } from '../pick-some.ts';
import { aQueue, FORMS } from './a-queue.ts';

/** As soon as this event arrives the program is killed: right before, during, or right after its next step. */
const OF_RUNS = [
  'run.started',
  'baseline.started',
  'iteration.started',
  'iteration.decided',
  'phase.exited',
  'run.ended',
];

describe.skipIf(!hasGit)(
  `what is killed (-9) resumes to the same end, each task done once (needs git; ${SEED})`,
  () => {
    for (const form of FORMS)
      test.each(pickOne([...form.moments, ...OF_RUNS]))(`${form.name}, after %s`, async (moment) => {
        const { start, expectDone } = await aQueue(form);
        const killed = start('--json');
        await killed.until((event: RunEvent | ListEvent) => event.type === moment);
        process.kill(killed.pid, 'SIGKILL');
        expect((await killed.ended).exitCode).toBeNull();
        await expectDone(await start('--json').ended);
      });
  },
);
