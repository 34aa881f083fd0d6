import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hasGit } from '../evidence/a-repository.ts';
import { aQueue, FORMS } from './a-queue.ts';
import type { Ended, Started } from './run-program.ts';

const { DUALGATE_TRIALS } = process.env;
/** As many as the issue asks for in `npm run check:full`. */
const INTERRUPTS = DUALGATE_TRIALS === undefined ? 12 : 200;
/** Interrupts of one project, one after the other; then it has to complete. */
const EACH = 5;
const LANES = 3;
/** Milliseconds; a first start, two tasks and their merges take as long. */
const LONGEST_MS = 5_000;

/** The signals of a terminal, a shell and a system, for the whole group; with the pause after each. */
const WAYS: readonly (readonly [name: string, ...signals: readonly NodeJS.Signals[]])[] = [
  ['Ctrl+C', 'SIGINT'],
  ['Ctrl+C twice', 'SIGINT', 'SIGINT'],
  ['a closed terminal', 'SIGHUP', 'SIGHUP'],
  ['SIGTERM', 'SIGTERM'],
];

const interrupt = async (start: () => Started, way: (typeof WAYS)[number]): Promise<Ended> => {
  const started = start();
  const [, ...signals] = way;
  let isOver = false;
  const ended = started.ended.finally(() => {
    isOver = true;
  });
  await Promise.race([wait(Math.random() * LONGEST_MS), ended]);
  for (const signal of signals) {
    if (isOver) break;
    process.kill(-started.pid, signal);
    await Promise.race([wait(Math.random() * 300), ended]);
  }
  return ended;
};

describe.skipIf(!hasGit)('interrupts at random moments (needs git)', () => {
  test(`${INTERRUPTS} of them leave every healthy task to the next command alone`, { timeout: 7_200_000 }, async () => {
    let [count, trials] = [0, 0];
    const told: string[] = [];
    const lane = async (): Promise<void> => {
      while (count < INTERRUPTS) {
        const form = FORMS[trials % FORMS.length];
        if (form === undefined) throw new Error('no form');
        trials += 1;
        const { start } = await aQueue(form, { mutation_check: false });
        const story: string[] = [];
        for (let n = 0; n < EACH; n += 1) {
          const way = WAYS[count % WAYS.length] ?? ['Ctrl+C', 'SIGINT'];
          count += 1;
          const { exitCode, stdout, stderr } = await interrupt(start, way);
          story.push(`${form.name}, ${way[0]}: ${exitCode ?? 'killed'}`);
          // Before dualgate listens, a signal ends it as any other program.
          if (![0, 3, null].includes(exitCode)) told.push([...story, stdout, stderr].join('\n'));
          if (exitCode === 0) break;
        }
        const last = await start().ended;
        if (last.exitCode !== 0) told.push([...story, `then ${last.exitCode}`, last.stdout, last.stderr].join('\n'));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(told.join('\n\n')).toBe('');
  });
});
