import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { SEED, testSome } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases } from './a-project.ts';
import { DO_THE_WORK, HONEST, honestBut, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { findMarkedWith, hasProc } from './processes.ts';
import { pathOf, recordsOf, runOf } from './read-project.ts';
import { resumeAndVerify, runProgram, runUnder, startProgram } from './run-program.ts';

const TWO_PHASES = phases({ RED: {}, GREEN: {} });
const COMPLETED = ['RED 1 exited', 'GREEN 1 exited'];

const sh = (script: string): readonly string[] => ['sh', '-c', script, 'sh'];

/** Root may write what nobody may, unless it gives that up. */
const BOUND_BY_PERMISSIONS =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--'] : ['env'];
const canBeBound = spawnSync(BOUND_BY_PERMISSIONS[0] ?? '', [...BOUND_BY_PERMISSIONS.slice(1), 'true']).status === 0;
/** A disk of its own, as small as it takes, needs a mount, and that needs a namespace. */
const canMount = spawnSync('bwrap', ['--dev-bind', '/', '/', '--tmpfs', '/mnt', '--', 'true']).status === 0;

const WITHOUT_A_READER = {
  'a reader of stdout that goes away ends nothing': async (home: string) => {
    const project = await aProject(home, { config: { phases: TWO_PHASES } });
    const run = await runUnder(project, sh('{ "$@"; echo "code $?" >&2; } | head -1'), 'run');
    expect(run).toMatchObject({ stderr: 'code 0\n', stdout: expect.stringMatching(/^\S+ {2}run \S+ in [^\n]+$/) });
    expect(pathOf(project)).toEqual(COMPLETED);
  },

  'a full disk under stdout ends no run, and turns the yes of every other command into a no': async (home: string) => {
    const project = await aProject(home, { config: { phases: TWO_PHASES } });
    expect(await runUnder(project, sh('exec "$@" > /dev/full'), 'run')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr:
        'Cannot write to stdout: ENOSPC: no space left on device, write. The run continues; its ledger has everything.\n',
    });
    expect(pathOf(project)).toEqual(COMPLETED);
    expect(await runUnder(project, sh('exec "$@" > /dev/full'), 'verify')).toMatchObject({
      exitCode: 70,
      stderr: expect.stringContaining('The result is incomplete.'),
    });
    // No reader is left.
    expect(await runUnder(project, sh('exec "$@" > /dev/full 2>&1'), 'verify')).toMatchObject({ exitCode: 70 });
  },
};

const OF_THE_SYSTEM = {
  'SIGTERM ends everything at once, and the run can be resumed': async (home: string) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', 'mkdir ../been 2> /dev/null && { echo waiting; sleep 300; }', DO_THE_WORK, SAY_YES),
      config: { phases: TWO_PHASES },
    });
    const run = startProgram(project, 'run', '--json', '--agent-output');
    await run.until((event) => event.type === 'agent.output' && event.text.includes('waiting'));
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toMatchObject({
      exitCode: 3,
      stderr: 'Ending the agent and its processes.\n',
    });
    expect(findMarkedWith(`DUALGATE_RUN=${runOf(project)}`)).toEqual([]);
    expect(recordsOf(project, 'run.ended')).toMatchObject([{ status: 'interrupted', exit_code: 3 }]);
    expect(await resumeAndVerify(project)).toEqual({ resume: 0, verify: 0 });
  },

  'too few open files are named, with what to raise': async (home: string) => {
    const project = await aProject(home, { config: { phases: TWO_PHASES } });
    // Which file is one too many depends on the Node and on the limit: one of ours, or a pipe to git or to the agent.
    for (const limit of [24, 28]) {
      const { exitCode, stdout, stderr } = await runUnder(project, sh(`ulimit -n ${limit}; exec "$@"`), 'run');
      // Either dualgate ends with an error, or the run does not start and says so.
      const said =
        exitCode === 70 ? stderr : (/^.*needs human input: The run did not start: (.+)$/m.exec(stdout)?.[1] ?? '');
      expect({ exitCode, said }).toEqual({
        exitCode: exitCode === 70 ? 70 : 4,
        said: expect.stringMatching(/^Cannot .+EMFILE.+Raise the limit of open files \(ulimit -n\)/),
      });
    }
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
  },
};

const OF_PERMISSIONS = {
  'a place for temporary files that is missing: exit 70, named, and resume continues': async (home: string) => {
    const project = await aProject(home, { config: { phases: TWO_PHASES, mutation_check: undefined } });
    const run = await runUnder(project, ['env', `TMPDIR=${join(home, 'none')}`], 'run');
    expect(run).toMatchObject({
      exitCode: 70,
      stderr: expect.stringMatching(/^Cannot make a temporary folder in .+none: ENOENT.+ Make it, or set TMPDIR to/),
    });
    expect(await resumeAndVerify(project)).toEqual({ resume: 0, verify: 0 });
    expect(pathOf(project)).toEqual(COMPLETED);
  },

  'a folder for the state that may not be written: exit 70, named, and nothing is begun': async (home: string) => {
    const project = await aProject(home, { config: { phases: TWO_PHASES } });
    chmodSync(project.workspace, 0o555);
    expect(await runUnder(project, BOUND_BY_PERMISSIONS, 'run')).toMatchObject({
      exitCode: 70,
      stdout: '',
      stderr: expect.stringMatching(/^Cannot .+EACCES: permission denied, mkdir '.+\.dualgate'\. Fix the permissions/),
    });
    chmodSync(project.workspace, 0o755);
  },

  'a spec that may not be read is not called missing: exit 4': async (home: string) => {
    const project = await aProject(home, { config: { phases: TWO_PHASES } });
    chmodSync(join(project.workspace, 'specs', 'shout.md'), 0);
    expect(await runUnder(project, BOUND_BY_PERMISSIONS, 'run')).toMatchObject({
      exitCode: 4,
      stdout: expect.stringContaining('The spec cannot be read: EACCES: permission denied'),
    });
  },

  'views that cannot be written end nothing: said once, and made again': async (home: string) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', 'chmod a-w .dualgate/runs/*', DO_THE_WORK, SAY_YES),
      config: { phases: TWO_PHASES },
    });
    const run = await runUnder(project, BOUND_BY_PERMISSIONS, 'run');
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout.split('status.json could not be written; the ledger is complete').length).toBe(2);
    expect(pathOf(project)).toEqual(COMPLETED);
    chmodSync(join(project.workspace, '.dualgate', 'runs', runOf(project)), 0o755);
    expect(await runProgram(project, 'status')).toMatchObject({ exitCode: 0 });
  },

  'a transcript that cannot be kept: exit 70, the file is named, resume continues': async (home: string) => {
    const project = await aProject(home, {
      agent: shell('chmod a-w .dualgate/runs/*/transcripts', READ_THE_PROMPT, DO_THE_WORK, SAY_YES),
      config: { phases: TWO_PHASES },
    });
    expect(await runUnder(project, BOUND_BY_PERMISSIONS, 'run')).toMatchObject({
      exitCode: 70,
      stderr: expect.stringMatching(
        /^Cannot save the program's output in .+green-1-1\.stdout: EACCES.+dualgate resume continues the run\.\n$/,
      ),
    });
    chmodSync(join(project.workspace, '.dualgate', 'runs', runOf(project), 'transcripts'), 0o755);
    writeFileSync(join(project.agent, 'agent.sh'), HONEST);
    expect(await resumeAndVerify(project)).toEqual({ resume: 0, verify: 0 });
    expect(pathOf(project)).toEqual(COMPLETED);
  },
};

const OF_THE_DISK = {
  'a disk that takes no writing under the state: exit 70, named as that, with the way out': async (home: string) => {
    const project = await aProject(home, { config: { phases: TWO_PHASES } });
    const state = join(project.workspace, '.dualgate');
    mkdirSync(state);
    writeFileSync(join(state, '.gitignore'), '*\n');
    const mounted = ['bwrap', '--dev-bind', '/', '/', '--ro-bind', state, state, '--'];
    expect(await runUnder(project, mounted, 'run')).toMatchObject({
      exitCode: 70,
      stdout: '',
      stderr: expect.stringMatching(
        /^Cannot take the lock .+EROFS: read-only file system.+Check the disk and the permissions of its folder\.$/m,
      ),
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
  },

  'a disk that is full under the ledger: exit 70, nothing is decided, resume continues when there is room': async (
    home: string,
  ) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', 'test -e ../fixed || head -c 8000000 /dev/zero > filler', DO_THE_WORK, SAY_YES),
      files: { '.gitignore': 'filler\n' },
      config: { phases: TWO_PHASES },
    });
    const disk = join(home, 'small disk');
    const script = [
      'cp -R "$0/." .',
      '"$@" run; echo "run $?"; "$@" explain GREEN 1; echo "explain $?"',
      'rm -f filler; touch ../fixed; "$@" resume; echo "resume $?"; "$@" verify; echo "verify $?"',
    ].join('\n');
    spawnSync('mkdir', [disk]);
    const mounted = ['bwrap', '--dev-bind', '/', '/', '--size', '4194304', '--tmpfs', disk, '--chdir', disk, '--'];
    const { stdout, stderr } = await runUnder(project, [...mounted, 'sh', '-c', script, project.workspace]);
    expect(stdout.split('\n').filter((line) => /^\w+ \d+$/.test(line))).toEqual([
      'run 70',
      'explain 77',
      'resume 0',
      'verify 0',
    ]);
    expect(stderr).toMatch(/Cannot .+ENOSPC: no space left on device.+resume/);
    expect(stderr).not.toContain('    at ');
  },
};

describe.skipIf(!hasGit || !hasProc || !canBeBound || !canMount)(
  `faults of the machine, one by one (needs git, /proc, bubblewrap and, as root, setpriv; ${SEED})`,
  { concurrent: true },
  () => {
    testSome({ ...WITHOUT_A_READER, ...OF_THE_SYSTEM }, 6, (title, fault) => test(title, ({ home }) => fault(home)));
    testSome({ ...OF_PERMISSIONS, ...OF_THE_DISK }, 7, (title, fault) => test(title, ({ home }) => fault(home)));
  },
);
