import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hasGit, write } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { aWorkshop, YES } from '../items/a-workshop.ts';
import { aListProject, DOES, IN_WORKTREES, type ListProject, tell } from './a-list.ts';

/** A git that is killed while it makes the worktree of a task, so many times. */
const killGit = async ({ home }: Pick<ListProject, 'home'>, task: string, times: number): Promise<void> => {
  const bin = join(home, 'bin');
  const before = process.env['PATH'] ?? '';
  await write(bin, {
    git: `#!/bin/sh
case "$*" in *'worktree add'*.dualgate/${task}*)
  killed=$(cat '${bin}/killed' 2>/dev/null || echo 0)
  [ "$killed" -lt ${times} ] && echo $((killed + 1)) > '${bin}/killed' && kill -9 $$ ;;
esac
PATH='${before}' exec git "$@"
`,
  });
  chmodSync(join(bin, 'git'), 0o755);
  process.env['PATH'] = `${bin}:${before}`;
  onTestFinished(() => void (process.env['PATH'] = before));
};

const WORDS = /\(got: ended by SIGKILL\)\. Check git, and the memory of the machine, then start again\./;

describe.skipIf(!hasGit)('a git that is killed while a task starts (needs git)', () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  test('sets this task aside after one more try, and the list continues with the others', async () => {
    const project = await aListProject({ a: DOES('a'), b: DOES('b') }, {}, IN_WORKTREES);
    await killGit(project, 'a', 1_000);
    const night = await project.work();
    expect(tell(night.events)).toEqual(['a needs_human', 'b starts', 'b done', 'needs_human']);
    expect(night.exit_code).toBe(4);
    const deferred = night.events.find((event) => event.type === 'task.deferred');
    expect(deferred?.why).toMatch(WORDS);
  });

  test('blocks this work item after one more try, with the same words', async () => {
    const shop = await aWorkshop(YES);
    await killGit(shop, 'login', 1_000);
    expect(await shop.work()).toMatchObject({ status: 'needs_human', why: expect.stringContaining('1 blocked') });
    expect((await shop.state())?.sessions.at(0)?.notes).toMatch(WORDS);
  });

  test.each([1, 3])('costs nothing when a later try lives (killed: %i)', async (times) => {
    const project = await aListProject({ a: DOES('a') }, {}, IN_WORKTREES);
    await killGit(project, 'a', times);
    expect(tell((await project.work()).events)).toEqual(['a starts', 'a done', 'completed']);
    const shop = await aWorkshop(YES);
    await killGit(shop, 'login', times);
    expect(await shop.work()).toMatchObject({ status: 'completed', why: expect.stringContaining('2 completed') });
    expect((await shop.state())?.sessions).toHaveLength(2);
  });
});
