import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hasGit, write } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { aListProject, DOES, IN_WORKTREES, type ListProject, tell } from './a-list.ts';

/** A git that is killed while it makes the worktree of the task `a`, so many times. */
const killGit = async ({ home }: ListProject, times: number): Promise<void> => {
  const bin = join(home, 'bin');
  const before = process.env['PATH'] ?? '';
  await write(bin, {
    git: `#!/bin/sh
case "$*" in *'worktree add'*.dualgate/a*)
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

describe.skipIf(!hasGit)('a git that is killed while a task starts (needs git)', () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  test('sets this task aside after one more try, and the list continues with the others', async () => {
    const project = await aListProject({ a: DOES('a'), b: DOES('b') }, {}, IN_WORKTREES);
    await killGit(project, 1_000);
    const night = await project.work();
    expect(tell(night.events)).toEqual(['a needs_human', 'b starts', 'b done', 'needs_human']);
    expect(night.exit_code).toBe(4);
    const deferred = night.events.find((event) => event.type === 'task.deferred');
    expect(deferred?.why).toMatch(
      /\(got: ended by SIGKILL\)\. Check git, and the memory of the machine, then start again\./,
    );
  });

  test.each([1, 3])('costs nothing when a later try lives (killed: %i)', async (times) => {
    const project = await aListProject({ a: DOES('a') }, {}, IN_WORKTREES);
    await killGit(project, times);
    expect(tell((await project.work()).events)).toEqual(['a starts', 'a done', 'completed']);
  });
});
