import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { readTrailers } from '../../src/commits/commit-trailers.ts';
import { fileMark } from '../left-running.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, write } from './a-project.ts';
import { PROGRAM } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

/** How many runs are killed; `check:full` asks for more than there are moments, and 100 are enough. */
const KILLS = Math.min(Number(process.env['DUALGATE_KILLS'] ?? 2), 100);
/** In a run of two phases git is called so often by what makes commits. */
const CALLS = 43;

/** A suite that costs nothing: one test that is there once RED has written it, and passes once GREEN has. */
const CHECKS = `test -f checks/new || { echo 1..0; exit 0; }
echo 1..1
test -f lib/ok && { echo 'ok 1 - AC-1 it is ok'; exit 0; }
echo 'not ok 1 - AC-1 it is ok'; exit 1
`;

/**
 * Stands before git on the PATH and counts what makes commits: at the call of that number it kills the loop that called, with
 * SIGKILL, right before git does its work or right after.
 */
const KILLER = (git: string): string => `#!/bin/sh
if [ "$KILLER_WHEN" = interrupt ]; then
  case " $* " in *" commit-tree "*) ;; *) exec "${git}" "$@" ;; esac
fi
case " $* " in
*" ls-tree "* | *" read-tree "* | *" write-tree "* | *" hash-object "* | *" cat-file "* | *" commit-tree "* | *" update-ref "* | \\
*" for-each-ref "* | *" symbolic-ref "* | *" update-index "* | *" rev-list "* | *" --stage "*)
  echo "$*" >> "$KILLER_COUNT"
  if [ "$(wc -l < "$KILLER_COUNT")" -eq "$KILLER_AT" ]; then
    if [ "$KILLER_WHEN" = interrupt ]; then
      kill -INT "$PPID"; sleep 0.3; kill -INT "$PPID"; sleep 0.3
      exec "${git}" "$@"
    fi
    [ "$KILLER_WHEN" = before ] || "${git}" "$@"
    kill -9 "$PPID"
    exit 1
  fi ;;
esac
exec "${git}" "$@"
`;

interface Kill {
  readonly at: number;
  /** `interrupt`: no kill, but Ctrl+C twice, and only calls that make commits are counted. */
  readonly when: 'before' | 'after' | 'interrupt';
}

const program = async ({ home, workspace }: Project, command: string, kill: Kill | null): Promise<number | null> => {
  const child = await execa(process.execPath, [PROGRAM, command, '--json'], {
    cwd: workspace,
    reject: false,
    extendEnv: false,
    detached: true,
    env: {
      PATH: `${home}/bin:${process.env['PATH'] ?? ''}`,
      HOME: home,
      XDG_STATE_HOME: `${home}/state`,
      XDG_RUNTIME_DIR: home,
      KILLER_COUNT: join(home, 'count'),
      KILLER_AT: String(kill?.at ?? 0),
      KILLER_WHEN: kill?.when ?? '',
      ...fileMark(),
    },
  });
  return child.exitCode ?? null;
};

const aKilledProject = async (home: string): Promise<Project> => {
  const project = await aProject(home, {
    work: { RED: { 'checks/new': 'x\n' }, GREEN: { 'lib/ok': 'yes\n', 'lib/more.txt': 'more\n' } },
    files: { 'checks/run.sh': CHECKS, 'specs/shout.md': '- [ ] AC-1: it is ok\n' },
    config: {
      commits: true,
      tests: { command: 'sh checks/run.sh', runner: 'tap', files: ['checks/**'] },
      phases: phases({ RED: {}, GREEN: {} }),
    },
  });
  await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n', 'bin/git': '' });
  const { stdout: git } = await execa('sh', ['-c', 'command -v git']);
  writeFileSync(join(home, 'bin/git'), KILLER(git));
  chmodSync(join(home, 'bin/git'), 0o755);
  return project;
};

const ask = async ({ workspace }: Project, ...args: readonly string[]): Promise<string> =>
  (await execa('git', args, { cwd: workspace })).stdout;

interface KnownRecord {
  readonly hash: string;
  readonly type: string;
  readonly data: {
    readonly commit?: string;
    readonly phase?: string | null;
    readonly branch?: { readonly base: string };
  };
}

/** Records of the run in the workspace: one that was killed before its first record has none. */
const readRecords = ({ workspace }: Project): readonly KnownRecord[] => {
  const state = join(workspace, '.dualgate');
  const run = readFileSync(join(state, 'current'), 'utf8').trim();
  const lines = readFileSync(join(state, 'runs', run, 'ledger.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as KnownRecord);
};

/** Branch and ledger, each read by itself. */
const compare = async (project: Project) => {
  const records = readRecords(project);
  const recorded = records.flatMap(({ type, data }) => (type === 'work.committed' ? [data.commit] : []));
  const base = records[0]?.data.branch?.base ?? '';
  const commits = (await ask(project, 'rev-list', '--reverse', `${base}..dualgate/shout`)).split('\n');
  const trailers = [];
  for (const commit of commits) trailers.push(readTrailers(await ask(project, 'log', '-1', '--format=%B', commit)));
  return {
    phases: trailers.map((each) => each?.phase),
    isRecorded: recorded.join() === commits.join(),
    isBound: trailers.every((each) => records[each?.record.seq ?? -1]?.hash === each?.record.hash),
    head: await ask(project, 'symbolic-ref', 'HEAD'),
    status: await ask(project, 'status', '--porcelain'),
  };
};

const AGREEMENT = {
  phases: [null, 'RED', 'GREEN'],
  isRecorded: true,
  isBound: true,
  head: 'refs/heads/dualgate/shout',
  status: '',
};

/** A run that was begun resumes; without one, a new run begins. */
const goOn = (project: Project): 'resume' | 'run' =>
  existsSync(join(project.workspace, '.dualgate', 'current')) ? 'resume' : 'run';

const MOMENTS: readonly Kill[] = Array.from({ length: CALLS }, (_, i) => i + 1).flatMap((at) => [
  { at, when: 'before' },
  { at, when: 'after' },
]);

/** Any moments; from 100 on every moment that there is, and the rest at random. */
const someKills = (count: number): readonly Kill[] =>
  Array.from({ length: count }, (_, i) => (count < 100 ? undefined : MOMENTS[i])).map(
    (moment) => moment ?? MOMENTS[randomInt(MOMENTS.length)] ?? { at: 1, when: 'before' },
  );

describe.skipIf(!hasGit || process.platform === 'win32')(
  'a run that is killed in the middle of a commit (needs git)',
  () => {
    test.for(someKills(KILLS).map((kill) => ({ ...kill, again: randomInt(3) === 0 ? 1 + randomInt(20) : 0 })))(
      'continues with branch and ledger in agreement: killed $when call $at of git, and once more at $again',
      async ({ at, when, again }, { home }) => {
        const project = await aKilledProject(home);
        await program(project, 'run', { at, when });
        if (again > 0) {
          rmSync(join(home, 'count'), { force: true });
          await program(project, goOn(project), { at: again, when });
        }
        const code = await program(project, goOn(project), null);
        const over = code === 77 ? 'over' : code;
        expect([0, 'over']).toContain(over);
        expect(await compare(project)).toEqual(AGREEMENT);
      },
    );

    slow('works: the killer kills', async ({ home }) => {
      const project = await aKilledProject(home);
      expect(await program(project, 'run', { at: 20, when: 'after' })).toBeNull();
      const calls = readFileSync(join(home, 'count'), 'utf8').split('\n').length - 1;
      expect(calls).toBe(20);
    });

    slow('finishes despite one or two Ctrl+C: the commit is made and recorded, then the run ends', async ({ home }) => {
      const project = await aKilledProject(home);
      // The first commit is the start's.
      expect(await program(project, 'run', { at: 2, when: 'interrupt' })).toBe(3);
      const committed = readRecords(project).filter(({ type }) => type === 'work.committed');
      expect(committed.map(({ data }) => data.phase)).toEqual([null, 'RED']);
      expect(await program(project, 'resume', null)).toBe(0);
      expect(await compare(project)).toEqual(AGREEMENT);
    });

    slow('counts as many calls of git as the test tries', async ({ home }) => {
      const project = await aKilledProject(home);
      expect(await program(project, 'run', null)).toBe(0);
      const calls = readFileSync(join(home, 'count'), 'utf8').split('\n').length - 1;
      expect(await compare(project)).toEqual(AGREEMENT);
      expect(calls).toBe(CALLS);
    });
  },
);
