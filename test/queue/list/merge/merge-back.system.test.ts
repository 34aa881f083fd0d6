import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readWorkList } from '../../../../src/queue/list/read-work-list.ts';
import { hasGit } from '../../../evidence/a-repository.ts';
import { inTurn, SEED } from '../../../pick-some.ts';
import { withAnchorsAside } from '../../../run/a-workspace.ts';
import { aListProject, DOES, IN_WORKTREES, type ListProject, tell } from '../a-list.ts';

const measuredOf = async (project: ListProject) =>
  ((await readWorkList(project.config()))?.records ?? []).flatMap((record) =>
    record.type === 'merge.measured' ? [record.data] : [],
  );

/** Subjects of the commits of the target itself, newest first. */
const subjects = ({ git }: ListProject): readonly string[] =>
  git('log', '--first-parent', '--format=%s', 'main').split('\n');

/** Each takes seconds: one of them is tried. */
const slow = inTurn(3, test);

describe.skipIf(!hasGit)(`merging back (needs git; ${SEED})`, () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  test('merges each finished branch by a merge commit whose files a record of its own measured green', async () => {
    const project = await aListProject({ a: DOES('a'), b: DOES('b') }, { workers: 1 }, IN_WORKTREES);
    const { git } = project;
    const night = await project.work();
    expect(tell(night.events)).toEqual([
      'a starts',
      'a merges',
      'a done',
      'b starts',
      'b merges',
      'b done',
      'completed',
    ]);
    expect(subjects(project)).toEqual(['MERGE: specs/b.md', 'MERGE: specs/a.md', 'Start']);
    const measured = await measuredOf(project);
    expect(measured).toMatchObject([
      { task: 'specs/a.md', runs: [{ passing: 1, failing: 0 }, { passing: 1 }], why: null },
      { task: 'specs/b.md', runs: [{ passing: 1, failing: 0 }, { passing: 1 }], why: null },
    ]);
    expect(measured.map(({ tree }) => tree)).toEqual([
      git('rev-parse', 'main^^{tree}'),
      git('rev-parse', 'main^{tree}'),
    ]);
    // Proven commits keep their ids: they are in the target as they are on the branch.
    expect([git('rev-parse', 'main^2'), git('rev-parse', 'main^^2')]).toEqual([
      git('rev-parse', 'dualgate/b'),
      git('rev-parse', 'dualgate/a'),
    ]);
    // The second task began on the merged work of the first.
    expect(git('merge-base', 'main^', 'dualgate/b')).toBe(git('rev-parse', 'main^'));
    expect([git('status', '--porcelain'), project.read('a.txt'), project.read('specs/b.md')]).toEqual([
      '',
      'a\n',
      '# b\n\n- [x] AC-1: b\n',
    ]);
    expect(git('log', '-1', '--format=%B')).toMatch(
      /\n\nTask: specs\/b\.md\nTask-List: list-[\w-]+\nTask-Run: [\w-]+\nTask-Record: \d+ [0-9a-f]{64}$/,
    );
  });

  slow('a conflict opens a new run of that task on the target, with the reason in its first prompt', async () => {
    const project = await aListProject(
      { a: 'echo a > shared.txt', b: `printf '%s' "$prompt" > ../b.prompt.$DUALGATE_RUN; echo b >> shared.txt` },
      { workers: 2 },
      IN_WORKTREES,
    );
    const prompts: string[] = [];
    const night = await project.work({
      onEvent: (event) => {
        if (event.type === 'operator.guided') prompts.push(event.text);
      },
    });
    expect(night.status).toBe('completed');
    expect(tell(night.events)).toContainEqual(
      expect.stringMatching(/^[ab] reopened: it conflicts with main in shared\.txt$/),
    );
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toMatch(
      /^An earlier run did this task on the branch dualgate\/[ab] \([0-9a-f]{12}\), but it could not be merged into main: it conflicts with main in shared\.txt\.\nThis run begins on the current target/,
    );
    expect(project.git('status', '--porcelain')).toBe('');
    expect(subjects(project)).toHaveLength(3);
    expect(await measuredOf(project)).toHaveLength(2);
  });

  test('a red merge never moves the target: a new run of the task gets the failing tests, and at last a person is needed', async () => {
    // Each is fine alone; together they are not.
    const suite = `echo TAP version 13
if [ -e a.txt ] && [ -e b.txt ]; then echo 'not ok 1 - whole'; s=1; else echo 'ok 1 - whole'; s=0; fi
echo 1..1
exit $s
`;
    const project = await aListProject({ a: DOES('a'), b: DOES('b') }, { workers: 2, attempts: 1 }, IN_WORKTREES);
    await writeFile(join(project.folder, 'suite.sh'), suite);
    project.git('commit', '--quiet', '--all', '--message', 'Suite');
    const night = await project.work();
    const [first = '', second = ''] = tell(night.events).flatMap((each) => /^([ab]) merges$/.exec(each)?.[1] ?? []);
    expect([night.status, night.exit_code, night.why]).toEqual([
      'needs_human',
      4,
      `1 of 2 tasks are done; specs/${second}.md needs human input`,
    ]);
    expect(subjects(project)).toEqual([`MERGE: specs/${first}.md`, 'Suite', 'Start']);
    expect(night.events.findLast((event) => event.type === 'task.deferred')).toMatchObject({
      why: `Its branch dualgate/${second} could not be merged (attempt 1 of 1): on the files merged with main, tests fail: > whole`,
    });
    expect((await measuredOf(project)).map(({ why }) => why)).toEqual([null, 'tests fail: > whole']);
    expect(project.git('status', '--porcelain')).toBe('');
    // Nothing is tried again by itself.
    expect(tell((await project.work()).events)).toEqual(['needs_human']);
    // A person changed the suite's mind; the finished branch is merged without another run.
    project.git('rm', '--quiet', `${first}.txt`);
    project.git('commit', '--quiet', '--message', 'Without it');
    expect(tell((await project.work({ only: `specs/${second}.md` })).events)).toEqual([
      expect.stringMatching(/^The branch main is at [0-9a-f]{12}, a commit that dualgate did not make\. /),
      `${second} merges`,
      `${second} done`,
      'completed',
    ]);
  });

  slow(
    'does not begin over uncommitted work or without a branch, and moves nothing over what a person leaves meanwhile',
    async () => {
      const project = await aListProject({ a: DOES('a') }, { workers: 1 }, IN_WORKTREES);
      const mine = join(project.folder, 'mine.txt');
      await writeFile(mine, 'mine');
      const dirty = 'the branch main cannot be moved: these are not committed: mine.txt. Commit or stash it';
      await expect(project.work()).rejects.toThrow(dirty);
      project.git('add', '--all');
      project.git('commit', '--quiet', '--message', 'Mine');
      project.git('switch', '--quiet', '--detach');
      await expect(project.work()).rejects.toThrow('HEAD is detached, so there is no branch to merge into');
      project.git('switch', '--quiet', 'main');

      const before = project.git('rev-parse', 'main');
      const night = await project.work({
        onEvent: ({ type }) => {
          if (type === 'run.started') void writeFile(mine, 'changed');
        },
      });
      expect([night.status, night.why]).toEqual([
        'needs_human',
        'specs/a.md is done on dualgate/a and waits to be merged. The branch main cannot be moved: these are not committed: mine.txt. Commit or stash it, then run dualgate run',
      ]);
      expect([project.git('rev-parse', 'main'), project.read('mine.txt')]).toEqual([before, 'changed']);
      await expect(project.work()).rejects.toThrow(dirty);
      project.git('commit', '--quiet', '--all', '--message', 'Changed');
      // The target moved by a person's commit: the files of both are measured.
      expect(tell((await project.work()).events)).toEqual([
        `The branch main is at ${project.git('rev-parse', '--short=12', 'main~1')}, a commit that dualgate did not make. It is measured with the next merge; check who made it.`,
        'a merges',
        'a done',
        'completed',
      ]);
      expect(subjects(project)).toEqual(['MERGE: specs/a.md', 'Changed', 'Mine', 'Start']);
      expect([project.read('mine.txt'), existsSync(join(project.folder, 'a.txt'))]).toEqual(['changed', true]);
    },
  );

  slow('merges into a branch that is not checked out without touching the checkout', async () => {
    const project = await aListProject({ a: DOES('a') }, { workers: 1 }, IN_WORKTREES);
    const night = await project.work({
      onEvent: ({ type }) => {
        if (type === 'run.started') project.git('switch', '--quiet', '--create', 'other');
      },
    });
    expect(night.status).toBe('completed');
    expect([project.git('symbolic-ref', '--short', 'HEAD'), existsSync(join(project.folder, 'a.txt'))]).toEqual([
      'other',
      false,
    ]);
    expect(project.git('show', 'main:a.txt')).toBe('a');
  });

  test('a crash in the middle of the move is finished by the next run: the same merge commit, and no second one', async () => {
    const project = await aListProject({ a: DOES('a') }, { workers: 1 }, IN_WORKTREES);
    const lock = join(project.folder, '.git', 'index.lock');
    const crashed = project.work({
      onEvent: ({ type }) => {
        if (type === 'task.merging') void writeFile(lock, '');
      },
    });
    await expect(crashed).rejects.toThrow(
      /^Cannot move the index of .*: another git has locked it\. The branch main and its files have moved\./,
    );
    await rm(lock);
    const tip = project.git('rev-parse', 'main');
    expect(subjects(project)).toEqual(['MERGE: specs/a.md', 'Start']);
    expect(tell((await project.work()).events)).toEqual(['a done', 'completed']);
    expect([project.git('rev-parse', 'main'), project.git('status', '--porcelain')]).toEqual([tip, '']);
    expect(await measuredOf(project)).toHaveLength(1);
  });
});
