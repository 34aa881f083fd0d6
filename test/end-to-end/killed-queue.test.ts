import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { ListEvent, RunEvent } from '../../src/index.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { pickOne, SEED } from '../pick-some.ts';
import { aQueue, FORMS } from './a-queue.ts';
import { hasProc, isRunning } from './processes.ts';

/** As soon as this event arrives the program is killed: right before, during, or right after its next step. */
const OF_RUNS = [
  'run.started',
  'baseline.started',
  'iteration.started',
  'iteration.decided',
  'phase.exited',
  'run.ended',
];

describe.skipIf(!hasGit)(`what is killed (-9) resumes to the same end (needs git; ${SEED})`, () => {
  for (const form of FORMS)
    test.each(pickOne([...form.moments, ...OF_RUNS]))(
      `${form.name}, after %s: each task is done once`,
      async (moment) => {
        const { start, expectDone } = await aQueue(form);
        const killed = start('--json');
        await killed.until((event: RunEvent | ListEvent) => event.type === moment);
        process.kill(killed.pid, 'SIGKILL');
        expect((await killed.ended).exitCode).toBeNull();
        await expectDone(await start('--json').ended);
      },
    );

  test.skipIf(!hasProc)('work items in CI, whose command ends with the worker (needs /proc)', async () => {
    const items = FORMS.find(({ command }) => command[0] === 'work');
    if (items === undefined) throw new Error('no form has work items');
    const ci = ['sh', '-c', 'echo $$ >> "$HOME/ci"; mkdir "$HOME/been" || exit 0; sleep 300; sleep 300'];
    const { home, start } = await aQueue(items, { work_items: { ci } });
    const killed = start('--json');
    const pid = await vi.waitFor(() => Number(readFileSync(join(home, 'ci'), 'utf8')), { timeout: 100_000 });
    process.kill(killed.pid, 'SIGKILL');
    expect((await killed.ended).exitCode).toBeNull();
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 20_000 });
    const { exitCode, stdout } = await start().ended;
    expect(exitCode, stdout).toBe(0);
    expect(stdout).toContain('specs-b: CI_PENDING completed');
  });
});
