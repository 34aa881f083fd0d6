import { describe, expect, test } from 'vitest';
import type { ItemStatus } from '../../src/queue/items/item-store.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { aListProject, DOES } from '../queue/list/a-list.ts';
import { projectOf } from './a-queue.ts';
import { runProgram, startUnder } from './run-program.ts';

describe.skipIf(!hasGit)('two work items whose branches want the same name (needs git)', () => {
  test('are done by two workers one after the other, and neither is blocked', async () => {
    const project = await aListProject({ 'a-b': DOES('a-b'), 'a--b': DOES('a--b') });
    const place = projectOf(project);
    expect(await runProgram(place, 'work', 'add')).toMatchObject({ exitCode: 0 });
    const on = ['env', 'AGENT_EXIT_PROTOCOL_ENABLED=true'];
    const ends = await Promise.all(['w1', 'w2'].map((w) => startUnder(place, on, 'work', 'run', '--worker', w).ended));
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const { stdout } = await runProgram(place, 'work', 'list', '--json');
    const { items } = JSON.parse(stdout) as { readonly items: readonly ItemStatus[] };
    expect(items.map(({ phase, result }) => `${phase} ${result?.branch}`).toSorted()).toEqual([
      'CI_PENDING dualgate/a-b',
      'CI_PENDING dualgate/a-b-2',
    ]);
  });
});
