import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, write } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { readEvents, runProgram } from './run-program.ts';
import { inTurn, pickOne, pickSome } from '../pick-some.ts';

const slow = inTurn(2, test);
/** Eight of a kind: one of four. */
const ofMany = inTurn(6, test);

const config = { commits: true, phases: phases({ RED: {}, GREEN: {} }) };
const PHASES = ['RED 1 exited', 'GREEN 1 exited'];
const SUBJECTS = [
  'START: no test passes before the work on specs/shout.md',
  'RED: 2 new tests fail on an assertion',
  'GREEN: 2 tests pass, twice in a row',
];

/** Does its work in GREEN, and these lines in addition. */
const alsoInGreen = (...lines: readonly string[]): string =>
  shell(READ_THE_PROMPT, DO_THE_WORK, 'if [ "$DUALGATE_PHASE" = GREEN ]; then', ...lines, 'fi >&2', SAY_YES);

const aCommittingProject = async (home: string, agent?: string, keys: object = {}): Promise<Project> => {
  await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
  return aProject(home, { config: { ...config, ...keys }, ...(agent === undefined ? {} : { agent }) });
};

const ask = async ({ home, workspace }: Project, ...args: readonly string[]): Promise<string> =>
  (await execa('git', args, { cwd: workspace, env: { PATH: process.env['PATH'] ?? '', HOME: home }, extendEnv: false }))
    .stdout;

/** Output of the run, and state of the repository after it. */
const runAndLook = async (project: Project) => {
  const { exitCode, stdout } = await runProgram(project, 'run', '--json');
  const base = recordsOf(project, 'run.started')[0]?.branch?.base ?? '';
  const subjects = (await ask(project, 'log', '--reverse', '--format=%s', `${base}..dualgate/shout`)).split('\n');
  return {
    exitCode,
    subjects,
    head: await ask(project, 'symbolic-ref', 'HEAD'),
    status: await ask(project, 'status', '--porcelain'),
    notices: readEvents(stdout).flatMap((event) => (event.type === 'notice' ? [event.text] : [])),
  };
};
const CLEAN = { exitCode: 0, subjects: SUBJECTS, head: 'refs/heads/dualgate/shout', status: '', notices: [] };

describe.skipIf(!hasGit)('a run with commits, and an agent with git (needs git)', { concurrent: true }, () => {
  ofMany('keeps the commits that the agent makes itself, below its own', async ({ home }) => {
    const project = await aCommittingProject(home, alsoInGreen('git add --all', 'git commit -m "My own"'));
    expect(await runAndLook(project)).toEqual({
      ...CLEAN,
      subjects: [SUBJECTS[0], SUBJECTS[1], 'My own', SUBJECTS[2]],
    });
  });

  const tampers = [
    ['amends it', 'git commit --all --amend -m "Amended"'],
    ['resets it away', 'git reset --soft HEAD~2'],
    ['begins an orphan in its place', 'git checkout --orphan x; git commit -m X; git branch -f dualgate/shout'],
  ] as const;
  test.for(pickOne(tampers))(
    'puts the commit of RED back when the agent %s, and keeps what it made of it',
    async ([, line], { home }) => {
      const project = await aCommittingProject(home, alsoInGreen('git add --all', line));
      const looked = await runAndLook(project);
      expect({ ...looked, notices: [] }).toEqual(CLEAN);
      const kept = recordsOf(project, 'work.committed').at(-1)?.kept ?? 'nothing';
      expect(looked.notices[0]).toBe(
        `Someone removed the run's commits from the branch dualgate/shout. dualgate restored them; the commits that replaced them are kept as ${kept}.`,
      );
      expect(await ask(project, 'cat-file', '-t', kept)).toBe('commit');
    },
  );

  ofMany('makes the branch anew when the agent deletes it', async ({ home }) => {
    const project = await aCommittingProject(
      home,
      alsoInGreen('git checkout --quiet --detach', 'git branch -D dualgate/shout'),
    );
    expect({ ...(await runAndLook(project)), notices: [] }).toEqual(CLEAN);
  });

  ofMany('takes HEAD back from another branch, and touches no file by it', async ({ home }) => {
    const project = await aCommittingProject(home, alsoInGreen('git checkout --quiet -b elsewhere'));
    const { notices, ...looked } = await runAndLook(project);
    expect({ ...looked, notices: [] }).toEqual(CLEAN);
    expect(notices).toEqual([
      'HEAD was moved off the branch dualgate/shout, onto elsewhere. dualgate moved it back and changed no file.',
    ]);
  });

  ofMany('leaves stashes alone', async ({ home }) => {
    const stash = alsoInGreen('echo x > lib/stashed; git add lib/stashed; git stash push --quiet -- lib/stashed');
    const project = await aCommittingProject(home, stash);
    expect(await runAndLook(project)).toEqual(CLEAN);
    expect(await ask(project, 'stash', 'list')).toContain('stash@{0}');
  });

  ofMany('runs no hook, monitor, filter, signing program or editor that the agent set', async ({ home }) => {
    const project = await aCommittingProject(
      home,
      alsoInGreen(
        "trap=.git/trap; printf '#!/bin/sh\\n: > .git/trapped\\nexit 1\\n' > $trap; chmod +x $trap",
        'mkdir -p .git/hooks',
        'for hook in pre-commit post-commit commit-msg prepare-commit-msg post-checkout reference-transaction post-index-change; do',
        '  cp "$trap" .git/hooks/$hook',
        'done',
        'for key in core.fsmonitor gpg.program core.editor core.pager filter.x.clean filter.x.process core.sshCommand; do',
        '  git config $key "$trap"',
        'done',
        'git config commit.gpgsign true; git config core.hooksPath .git/hooks',
        'mkdir -p .git/info; echo "* filter=x" > .git/info/attributes',
        'rm -f .git/trapped',
      ),
    );
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(project.workspace, '.git/trapped'))).toBe(false);
    expect(recordsOf(project, 'work.committed').map(({ phase }) => phase)).toEqual([null, 'RED', 'GREEN']);
    // The trap is one: git itself falls into it.
    await ask(project, 'commit', '--allow-empty', '-m', 'x').catch(() => {});
    expect(existsSync(join(project.workspace, '.git/trapped'))).toBe(true);
  });

  ofMany(
    'needs human input when another repository is in the place of its own, and writes nothing there',
    async ({ home }) => {
      const swap = alsoInGreen('mv .git ../other; ln -s ../other .git');
      const project = await aCommittingProject(home, swap);
      const { exitCode } = await runProgram(project, 'run');
      expect({ exitCode, path: pathOf(project) }).toEqual({ exitCode: 4, path: ['RED 1 exited'] });
      expect(recordsOf(project, 'chart.halted').at(-1)?.why).toBe(
        `Cannot commit on dualgate/shout in ${project.workspace}: the run began in the repository .git, and now ../other is in its place. Restore the original, then run dualgate resume.`,
      );
      expect(await ask(project, 'log', '-1', '--format=%s', 'dualgate/shout')).toBe(SUBJECTS[1]);
    },
  );

  ofMany('believes no object that the agent put under the name of the work to come', async ({ home }) => {
    const plant = [
      'name=$(git hash-object lib/shout.mjs)',
      'mkdir -p .git/objects/$(echo $name | cut -c1-2)',
      'other=$(echo false | git hash-object -w --stdin)',
      'cp -f .git/objects/$(echo $other | cut -c1-2)/$(echo $other | cut -c3-) .git/objects/$(echo $name | cut -c1-2)/$(echo $name | cut -c3-)',
    ];
    const project = await aCommittingProject(home, alsoInGreen(...plant));
    const { exitCode } = await runProgram(project, 'run');
    expect({ exitCode, path: pathOf(project) }).toEqual({ exitCode: 4, path: ['RED 1 exited'] });
    expect(recordsOf(project, 'chart.halted').at(-1)?.why).toMatch(
      /Cannot commit in .*hash mismatch|does not match its name/,
    );
  });

  ofMany('waits for an index that somebody holds, and goes on without it', async ({ home }) => {
    const project = await aCommittingProject(home, alsoInGreen(': > .git/index.lock'));
    const { exitCode, stdout } = await runProgram(project, 'run', '--json');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('The index of git is locked and could not be updated to the commit.');
    expect(pathOf(project)).toEqual(PHASES);
    expect(await ask(project, 'log', '-1', '--format=%s', 'dualgate/shout')).toBe(SUBJECTS[2]);
  });
});

describe.skipIf(!hasGit)('the start of a run with commits (needs git)', { concurrent: true }, () => {
  const refusals: readonly (readonly [string, (project: Project) => Promise<unknown>, string])[] = [
    [
      'a tree that is not clean',
      async (project) => write(project.workspace, { 'lib/mine.mjs': '1\n', 'notes.txt': 'x\n' }),
      'The working tree is not clean: lib/mine.mjs, notes.txt. Commit the changes, put them away (git stash --include-untracked), or set commits: false. Where git status shows none: files that git converts (Git LFS, a filter, core.autocrlf) and checked-out submodules count as changed.',
    ],
    [
      'a change that is staged and no more there',
      async (project) => {
        await write(project.workspace, { 'specs/more.md': 'x\n' });
        await ask(project, 'add', 'specs/more.md');
        await execa('rm', [join(project.workspace, 'specs/more.md')]);
      },
      'The working tree is not clean: specs/more.md.',
    ],
    [
      'a file that git converts, which differs from what is committed',
      async (project) => {
        await write(project.workspace, { '.gitattributes': '*.txt text eol=crlf\n', 'lib/x.txt': 'x\r\n' });
        await ask(project, 'add', '--all');
        await ask(project, 'commit', '--quiet', '-m', 'Converted');
        expect(await ask(project, 'status', '--porcelain')).toBe('');
      },
      'The working tree is not clean: lib/x.txt.',
    ],
    [
      'a merge in its middle',
      async (project) =>
        write(project.workspace, { '.git/MERGE_HEAD': `${await ask(project, 'rev-parse', 'HEAD')}\n` }),
      'Git is in the middle of a merge. Finish it first: git status shows how.',
    ],
    [
      'git has no user to commit as',
      async ({ home }) => write(home, { '.gitconfig': '[user]\n\tname = Bea\n' }),
      'Git has no user to commit as. Run git config --global user.name',
    ],
  ];
  test.for(pickSome(refusals, ([over]) => over, 2))(
    'is refused over %s, with the way out, and nothing is changed',
    async ([, spoil, says], { home }) => {
      const project = await aCommittingProject(home);
      await spoil(project);
      const before = await ask(project, 'for-each-ref');
      const { exitCode, stdout } = await runProgram(project, 'run');
      expect(exitCode).toBe(4);
      expect(stdout).toContain(says);
      expect(await ask(project, 'for-each-ref')).toBe(before);
    },
  );

  slow('takes the config and the spec into its first commit, and may begin without a branch', async ({ home }) => {
    const project = await aCommittingProject(home);
    await ask(project, 'checkout', '--quiet', '--detach');
    await ask(project, 'rm', '--quiet', '--cached', 'dualgate.yaml');
    await ask(project, 'commit', '--quiet', '-m', 'No config');
    expect(await runAndLook(project)).toEqual(CLEAN);
    expect(await ask(project, 'show', '--format=', '--name-only', 'dualgate/shout~2')).toBe('dualgate.yaml');
  });

  slow('counts up from a branch that is there', async ({ home }) => {
    const project = await aCommittingProject(home);
    await ask(project, 'branch', 'dualgate/shout');
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(await ask(project, 'symbolic-ref', 'HEAD')).toBe('refs/heads/dualgate/shout-2');
  });
});

describe.skipIf(!hasGit)('an operator, and the branch of a run (needs git)', { concurrent: true }, () => {
  slow('forces a phase, and the commit says who and why', async ({ home }) => {
    const project = await aCommittingProject(home, shell(READ_THE_PROMPT, 'echo hm'), {
      circuit_breaker: { reopenings: 0 },
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    expect(await runProgram(project, 'skip', '--reason', 'the test is\nwritten elsewhere')).toMatchObject({
      exitCode: 0,
    });
    const message = await ask(project, 'log', '-1', '--format=%B', 'dualgate/shout');
    expect(message).toMatch(/^RED: forced exit, nothing is proven\n/);
    expect(message).toMatch(/\nDualgate-Forced: \S+: the test is written elsewhere\n?$/);
    expect(await ask(project, 'status', '--porcelain')).toBe('');
  });

  slow('an operator on another branch has to switch back before the run continues', async ({ home }) => {
    const project = await aCommittingProject(home);
    await ask(project, 'branch', 'mine');
    await runProgram(project, 'run', '--until', 'RED');
    await ask(project, 'switch', '--quiet', 'mine');
    const { exitCode, stderr } = await runProgram(project, 'resume');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 77,
      stderr: expect.stringContaining(
        'its branch is dualgate/shout, but the checkout is on mine. Run git switch dualgate/shout first.',
      ),
    });
    expect(await runProgram(project, 'skip', '--reason', 'x')).toMatchObject({ exitCode: 77 });
    await ask(project, 'switch', '--quiet', 'dualgate/shout');
    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(PHASES);
  });
});
