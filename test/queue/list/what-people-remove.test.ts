import { existsSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { createWorkList } from '../../../src/queue/list/create-work-list.ts';
import { readListStatus } from '../../../src/queue/list/read-work-list.ts';
import { stepsOfList } from '../../../src/queue/list/describe-list.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { runLine } from '../../cli/memory-io.ts';
import { aListProject, DOES, IN_WORKTREES, tell } from './a-list.ts';

describe.skipIf(!hasGit)('a list without workers (needs git)', () => {
  test('names the branch of each task when all are done, and its last run none of them', async () => {
    await withAnchorsAside();
    const { work, folder } = await aListProject({ a: DOES('a'), b: DOES('b') });
    expect((await work()).status).toBe('completed');
    const { stdout } = await runLine(['status'], { cwd: folder });
    expect(stdout.match(/^ *git .*/gm)).toEqual([
      '  git merge dualgate/a         on your branch: bring in the work of specs/a.md',
      '  git merge dualgate/b         on your branch: bring in the work of specs/b.md',
    ]);
    const { next, list } = JSON.parse((await runLine(['status', '--json'], { cwd: folder })).stdout) as Printed;
    expect([next.map(({ command }) => command), list.tasks.length]).toEqual([['dualgate report'], 2]);
  });
});

interface Printed {
  readonly next: readonly { readonly command: string }[];
  readonly list: { readonly tasks: readonly unknown[] };
}

describe.skipIf(!hasGit)('a list with workers (needs git)', () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  test('whose target a person moved back past a merge stops, names the merge and the command, and blames no task', async () => {
    const { git, work, config } = await aListProject(
      { a: DOES('a'), b: DOES('b'), c: DOES('c') },
      { workers: 1 },
      IN_WORKTREES,
    );
    const night = await work({
      onEvent: (event) => {
        // While another task works.
        if (event.type === 'task.started' && event.name === 'specs/b.md') git('reset', '--quiet', '--hard', 'HEAD^');
      },
    });
    expect(tell(night.events)).toEqual(['a starts', 'a merges', 'a done', 'b starts', 'needs_human']);
    const merge = /git merge ([0-9a-f]{12})/.exec(night.why)?.[1] ?? '';
    const says = `The merge of specs/a.md is missing from main, which somebody moved back. On main, bring it back with git merge ${merge}, then run dualgate run; dualgate run --new begins another list without it`;
    expect(night.why).toContain(says);
    const status = await readListStatus(config());
    expect(status?.ending).toEqual({ status: 'needs_human', why: says });
    expect(status === null ? [] : stepsOfList(status).map(({ command }) => command)).toEqual([
      `git merge ${merge}`,
      'dualgate run',
      'dualgate run --new',
    ]);
    await expect(work()).rejects.toThrow('the merge of specs/a.md is missing from main');

    git('merge', '--quiet', merge);
    expect(tell((await work()).events)).toEqual(['b merges', 'b done', 'c starts', 'c merges', 'c done', 'completed']);
  });

  test('whose worktree a person removed names the command that does the task again', async () => {
    const { work, config, git } = await aListProject({ a: DOES('a'), b: DOES('b') }, { workers: 1 }, IN_WORKTREES);
    const list = createWorkList({
      config: config(),
      onEvent: (event) => {
        if (event.type === 'iteration.started') list.interrupt();
      },
    });
    await list.ended;
    const before = await readListStatus(config());
    const { folder = null, run } = before?.tasks[0] ?? {};
    rmSync(folder ?? '', { recursive: true });

    const night = await work();
    expect(tell(night.events)).toEqual(['a needs_human', 'b starts', 'b merges', 'b done', 'needs_human']);
    expect(night.events.find((event) => event.type === 'task.deferred')?.why).toBe(
      `The ledger of its run ${run} is missing from ${folder}. Its commits are on dualgate/a. Restore that folder, then run dualgate run; or do the task again with dualgate run --only specs/a.md.`,
    );
    // Git still lists the place of the worktree, and nothing else is left of it.
    git('update-ref', '-d', 'refs/heads/dualgate/a');
    const again = await work({ only: 'specs/a.md' });
    expect(tell(again.events)).toEqual(['a starts', 'a merges', 'a done', 'completed']);
    expect([existsSync(folder ?? ''), git('status', '--porcelain')]).toEqual([true, '']);
  });
});
