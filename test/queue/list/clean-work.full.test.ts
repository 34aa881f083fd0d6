import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { configOfTask } from '../../../src/project/config/tasks-of-list.ts';
import { takeLock } from '../../../src/ledger/lock.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { reportList } from '../../../src/page/report/render-list.ts';
import { createRun } from '../../../src/run/create-run.ts';
import { openWorktree } from '../../../src/run/open-worktree.ts';
import { cleanWork } from '../../../src/queue/list/clean-work.ts';
import { listFolders } from '../../../src/queue/list/list-folders.ts';
import { readListStatus } from '../../../src/queue/list/read-work-list.ts';
import { runLine } from '../../cli/memory-io.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { aListProject, BLOCKED, DOES, IN_WORKTREES, type ListProject, tell } from './a-list.ts';

/** The removed ones, and the kept ones with the reasons, by the last parts of the names. */
const clean = async ({ config }: Pick<ListProject, 'config'>, dryRun = false) => {
  const { removed, kept } = await cleanWork({ config: config(), owned: [], broken: [], dryRun });
  const nameOf = ({ what, name }: (typeof removed)[number]) => `${what} ${name.replace(/^.*\//, '')}`;
  return {
    removed: removed.map(nameOf),
    kept: Object.fromEntries(kept.map((each) => [nameOf(each), each.why])),
  };
};

const FAST = { mutation_check: false, ...IN_WORKTREES };
const NOT_DONE = 'its task is not done';
const unmerged = (name: string) => `no other branch has its commits. Merge it, or remove it with git branch -D ${name}`;

/** A list of which two tasks are merged and one is blocked. */
const aNight = async () => {
  const project = await aListProject(
    { a: DOES('a'), b: DOES('b'), c: BLOCKED },
    { workers: 1 },
    { setup: 'echo set up', ...FAST },
  );
  await project.work();
  const status = await readListStatus(project.config());
  const [a, b, c] = (status?.tasks ?? []).map(({ run, folder }) => ({ run: run ?? '', folder: folder ?? '' }));
  if (status === null || a === undefined || b === undefined || c === undefined) throw new Error('no three tasks');
  return { ...project, status, a, b, c };
};
type Night = Awaited<ReturnType<typeof aNight>>;

/** Each keeps the worktree of a merged task: makes it, with the reason, and takes it away. */
const OBSTACLES: Readonly<
  Record<string, (night: Night) => Promise<{ readonly says: string; readonly undo: () => Promise<void> | void }>>
> = {
  'uncommitted work': async ({ a }) => {
    const path = join(a.folder, 'notes.md');
    writeFileSync(path, 'mine');
    return { says: 'these are not committed: notes.md. Commit or remove that first', undo: () => rmSync(path) };
  },
  'a process': async ({ a }) => {
    const shell = spawn('sh', ['-c', 'echo ready; read -r line'], {
      cwd: a.folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    await once(shell.stdout, 'data');
    const undo = async () => {
      shell.stdin.end('\n');
      await once(shell, 'close');
    };
    return { says: `a process works in it: ${shell.pid} sh -c echo ready; read -r line. End it first`, undo };
  },
  'a run': async ({ a }) => {
    const lock = takeLock(runFolders(a.folder, 'none').lock, { run: 'somebody', now: () => new Date() });
    return { says: 'the run somebody is active in it', undo: lock.release };
  },
  'a lock of git': async ({ a, git }) => {
    git('worktree', 'lock', '--reason', 'on a stick', a.folder);
    const unlock = `git worktree unlock ${a.folder}`;
    return {
      says: `git locked it (on a stick): ${unlock} unlocks it`,
      undo: () => void git(...unlock.split(' ').slice(1)),
    };
  },
  'a commit without a name': async ({ a, git }) => {
    git('-C', a.folder, 'checkout', '--quiet', '--detach');
    git('-C', a.folder, 'commit', '--quiet', '--allow-empty', '--message', 'Mine');
    const mine = git('-C', a.folder, 'rev-parse', '--short=12', 'HEAD');
    const undo = () => void git('-C', a.folder, 'checkout', '--quiet', 'dualgate/a');
    return { says: `no branch has its commit ${mine}: git branch NAME ${mine} names it`, undo };
  },
  'a link that an agent left for its run': async ({ a, home }) => {
    const { run } = runFolders(a.folder, a.run);
    renameSync(run, join(home, 'elsewhere'));
    symlinkSync(join(home, 'elsewhere'), run);
    const undo = () => {
      rmSync(run);
      renameSync(join(home, 'elsewhere'), run);
    };
    return { says: `its run ${a.run} is behind a link: ${run}. Check who made it`, undo };
  },
};

describe.skipIf(!hasGit)('work clean (needs git)', () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  test('removes worktrees and branches of merged tasks, keeps the others, and loses no ledger', async () => {
    const night = await aNight();
    const { folder, git, config, agentDoes, work, a, c, status } = night;
    // An agent can write there that its run is another one.
    writeFileSync(runFolders(c.folder, 'none').current, `${a.run}\n`);
    const found = {
      removed: ['worktree a', 'worktree b', 'branch a', 'branch b'],
      kept: { 'worktree c': NOT_DONE, 'branch c': NOT_DONE },
    };
    expect(await clean(night, true)).toEqual(found);
    expect([existsSync(a.folder), git('branch', '--list', 'dualgate/a')]).toEqual([true, '+ dualgate/a']);
    const reported = await reportList(config());

    expect(await clean(night)).toEqual(found);
    expect([existsSync(a.folder), existsSync(`${a.folder}.setup.stdout`)]).toEqual([false, false]);
    expect(git('branch', '--list', 'dualgate/*')).toBe('+ dualgate/c');
    expect([git('status', '--porcelain'), git('worktree', 'list').split('\n').length]).toEqual(['', 2]);
    expect(await readListStatus(config())).toEqual({
      ...status,
      tasks: status.tasks.map((task) => (task.is === 'done' ? { ...task, folder } : task)),
    });
    expect((await reportList(config()))?.reports).toEqual(reported?.reports);
    for (const command of ['verify', 'explain'])
      expect(await runLine([command, '--run', a.run], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
    expect(await clean(night)).toEqual({ removed: [], kept: found.kept });

    writeFileSync(runFolders(c.folder, 'none').current, `${c.run}\n`);
    await agentDoes('c', DOES('c'));
    expect(tell((await work({ only: 'specs/c.md' })).events)).toEqual([
      'c continues',
      'c merges',
      'c done',
      'completed',
    ]);
    expect(await clean(night)).toEqual({ removed: ['worktree c', 'branch c'], kept: {} });
    expect(await clean(night)).toEqual({ removed: [], kept: {} });
    // The last run of this checkout was in that worktree.
    expect(readFileSync(runFolders(folder, 'none').current, 'utf8')).toBe(`${c.run}\n`);
  });

  test(`keeps ${Object.keys(OBSTACLES).join(', ')}; what no other branch has; a list that is active or unreadable; and says so`, async () => {
    const night = await aNight();
    const { git, folder, a, b, status, home } = night;
    for (const [name, come] of Object.entries(OBSTACLES)) {
      const { says, undo } = await come(night);
      const isRun = name.includes('link');
      // Whether a run can be moved shows when it is moved.
      const { kept } = isRun ? await cleanOnly(night, 'b') : await clean(night, true);
      expect(kept['worktree a'], name).toBe(says);
      await undo();
      expect((await clean(night, true)).removed, name).toContain('worktree a');
    }
    expect(existsSync(b.folder)).toBe(true);

    const { lock, ledger } = listFolders(folder, status.list);
    const held = takeLock(lock, { run: status.list, now: () => new Date() });
    expect(await clean(night)).toMatchObject({
      removed: [],
      kept: { 'worktree a': `the list ${status.list} is active`, 'branch a': `the list ${status.list} is active` },
    });
    held.release();
    renameSync(ledger, join(home, 'ledger'));
    writeFileSync(ledger, 'no ledger\n');
    const unknown = `it may be of the list ${status.list}, which cannot be read`;
    expect(await clean(night)).toMatchObject({ removed: [], kept: { 'worktree a': unknown, 'branch b': unknown } });
    renameSync(join(home, 'ledger'), ledger);

    const addTo = (branch: string) =>
      git('update-ref', `refs/heads/${branch}`, git('commit-tree', '-m', 'Mine', '-p', branch, `${branch}^{tree}`));
    addTo('dualgate/a');
    // Another machine's copy of it is no other branch.
    git('update-ref', 'refs/remotes/origin/dualgate/a', 'dualgate/a');
    git('worktree', 'remove', '--force', b.folder);
    git('checkout', '--quiet', 'dualgate/b');
    git('branch', 'dualgate/mine');
    expect(await clean(night)).toEqual({
      removed: ['worktree a'],
      kept: {
        'worktree c': NOT_DONE,
        'branch a': unmerged('dualgate/a'),
        'branch b': `it is checked out in ${folder}`,
        'branch c': NOT_DONE,
        'branch mine': 'no run of this checkout is known for it. git branch -D dualgate/mine removes it',
      },
    });
    expect(existsSync(a.folder)).toBe(false);
  });

  test('removes the worktree of a single run that completed, and not that of one that did not', async () => {
    const project = await aListProject({ a: DOES('a'), b: BLOCKED }, {}, FAST);
    for (const task of ['a', 'b'])
      await createRun({ config: await openWorktree(configOfTask(project.config(), `specs/${task}.md`)) }).ended;
    const open = { 'worktree b': 'it is not completed', 'branch b': 'it is not completed' };
    expect(await clean(project)).toEqual({
      removed: ['worktree a'],
      kept: { ...open, 'branch a': unmerged('dualgate/a') },
    });
    project.git('merge', '--quiet', 'dualgate/a');
    expect(await clean(project)).toEqual({ removed: ['branch a'], kept: open });
  });
});

/** With every other worktree locked. */
const cleanOnly = async (night: Night, other: 'b') => {
  night.git('worktree', 'lock', night[other].folder);
  const answer = await clean(night);
  night.git('worktree', 'unlock', night[other].folder);
  return answer;
};
