import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { locateProgram } from '../../src/base/processes/locate-program.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, type Project } from './a-project.ts';
import { pathOf } from './read-project.ts';
import { runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

/** A PATH of nothing but these programs: there is no git on it. */
const onlyOnPath = async (folder: string, programs: readonly string[]): Promise<void> => {
  await mkdir(folder);
  for (const name of programs) {
    const place = await locateProgram(name, folder);
    if (place === null) throw new Error(`The test needs the program ${name}.`);
    await symlink(place, join(folder, name));
  }
  const before = process.env['PATH'];
  process.env['PATH'] = folder;
  onTestFinished(() => void (process.env['PATH'] = before));
};

describe.skipIf(!hasGit)('an honest agent in a plain folder (needs git to be laid out)', () => {
  test('completes all phases on a machine without git, and doctor explains the consequences', async ({ home }) => {
    const project = await aProject(home, { files: { 'node_modules/other/index.js': 'module.exports = 1;\n' } });
    await rm(join(project.workspace, '.git'), { recursive: true });
    await onlyOnPath(join(home, 'bin'), ['node', 'sh', 'cat', 'cp', 'dirname', 'ps']);

    const doctor = await runProgram(project, 'doctor');
    expect(doctor).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(
        'git was not found: every file counts as a source, except files of installed packages',
      ),
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited', 'DOCUMENT 1 exited']);
  });
});

describe.skipIf(!hasGit)('commits: true in a plain folder (needs git to be laid out)', { timeout: 120_000 }, () => {
  const WAY_OUT = 'or set commits: false.';
  const refusedBy = async (project: Project) => {
    const doctor = await runProgram(project, 'doctor');
    const run = await runProgram(project, 'run');
    return { codes: [doctor.exitCode, run.exitCode], doctor: doctor.stdout, run: run.stdout + run.stderr };
  };

  slow('is refused by doctor and by run, in the same words', async ({ home }) => {
    const project = await aProject(home, {
      config: { commits: true, mutation_check: undefined, circuit_breaker: undefined },
    });
    await rm(join(project.workspace, '.git'), { recursive: true });
    const SAYS = 'With commits: true, each exit of a phase is a commit, but the workspace is in no git repository';

    const found = await refusedBy(project);
    expect(found.codes).toEqual([1, 4]);
    expect(found.doctor).toContain(`✗ commits          ${SAYS}\n`);
    expect(found.doctor).toContain(WAY_OUT);
    expect(found.run).toContain(`${SAYS}. Create one and commit the files`);
  });

  slow('is refused by both if git is not installed', async ({ home }) => {
    const project = await aProject(home, {
      config: { commits: true, mutation_check: undefined, circuit_breaker: undefined },
    });
    await onlyOnPath(join(home, 'bin'), ['node', 'sh', 'cat', 'cp', 'dirname', 'ps']);
    const SAYS = 'With commits: true, each exit of a phase is a commit, but git was not found';

    const found = await refusedBy(project);
    expect(found.codes).toEqual([1, 4]);
    expect(found.doctor).toContain(`✗ commits          ${SAYS}\n`);
    expect(found.run).toContain(`${SAYS}. Install git, ${WAY_OUT}`);
  });
});
