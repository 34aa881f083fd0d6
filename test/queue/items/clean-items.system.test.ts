import { existsSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { runLine } from '../../cli/memory-io.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { claim, exit } from './a-store.ts';
import { aWorkshop, YES } from './a-workshop.ts';

beforeEach(async () => {
  await withAnchorsAside();
});

test('work clean keeps worktree and branch of an item until it is COMPLETED, and the branch until it is merged', async () => {
  const { work, state, items, folder, git } = await aWorkshop(YES, { more: { mutation_check: false } });
  const clean = (...more: readonly string[]) => runLine(['work', 'clean', ...more], { cwd: folder });
  expect((await clean()).stdout).toBe('There is no worktree and no branch of a run.\n');
  await work();
  const { run, folder: place = '' } = (await state())?.run ?? {};
  expect(await clean()).toEqual({
    code: 0,
    stdout: [
      `Kept the worktree ${place} of login: the item is in READY_FOR_REVIEW.`,
      'Kept the branch dualgate/login of login: the item is in READY_FOR_REVIEW.\n',
    ].join('\n'),
    stderr: '',
  });
  for (const phase of ['READY_FOR_REVIEW', 'REVIEW', 'READY_FOR_MERGE'] as const) {
    await claim(items.store, 'login', `for ${phase}`);
    await exit(items.store, 'login', `for ${phase}`, phase);
  }
  expect((await state())?.phase).toBe('COMPLETED');
  expect((await clean('--dry-run')).stdout).toContain(`Would remove the worktree ${place} of login.\n`);
  expect(existsSync(place)).toBe(true);
  const unmerged = 'no other branch has its commits. Merge it, or remove it with git branch -D dualgate/login';
  expect((await clean()).stdout.split('\n')).toEqual([
    `Removed the worktree ${place} of login. Its ledger is in .dualgate/runs.`,
    `Kept the branch dualgate/login of login: ${unmerged}.`,
    '',
  ]);
  expect(await runLine(['verify', '--run', run ?? ''], { cwd: folder })).toMatchObject({ code: 0 });
  git('merge', '--quiet', 'dualgate/login');
  expect(JSON.parse((await clean('--json')).stdout)).toEqual({
    ok: true,
    dry_run: false,
    removed: [{ what: 'branch', name: 'dualgate/login', of: 'login', run }],
    kept: [],
  });
  expect([existsSync(place), git('branch', '--list', 'dualgate/*')]).toEqual([false, '']);
});
