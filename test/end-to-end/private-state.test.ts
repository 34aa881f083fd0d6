import { chmodSync, linkSync, lstatSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project } from './a-project.ts';
import { runProgram, runUnder } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

/** Nothing is taken away from what a program makes. */
const OPEN_UMASK = ['sh', '-c', 'umask 0; exec "$@"', 'sh'];

const aPrivateProject = (home: string): Promise<Project> =>
  aProject(home, {
    config: { mutation_check: undefined, circuit_breaker: undefined, phases: phases({ RED: {}, GREEN: {} }) },
  });

/** Everything that dualgate keeps, by its path. */
const listState = ({ home, workspace }: Project): readonly string[] =>
  [join(workspace, '.dualgate'), join(home, 'state/dualgate')].flatMap((folder) => [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ]);

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

/** Files and folders that others could enter or read. */
const findOpen = (project: Project): readonly string[] =>
  listState(project)
    .filter((path) => !lstatSync(path).isSymbolicLink())
    .map((path) => `${modeOf(path)} ${path}`)
    .filter((line) => !/^[67]00 /.test(line));

describe.skipIf(!hasGit || process.platform === 'win32')('files of dualgate (needs git)', () => {
  slow('are private under any umask; files for people follow the umask', async ({ home }) => {
    const project = await aPrivateProject(home);
    expect(await runUnder(project, OPEN_UMASK, 'run')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(
      listState(project).filter((path) => /ledger\.jsonl$|anchors|transcripts\//.test(path)).length,
    ).toBeGreaterThan(4);
    expect(findOpen(project)).toEqual([]);
    expect(modeOf(join(project.workspace, 'lib/shout.mjs'))).toMatch(/^6[46][46]$/);
    expect((await runUnder(project, OPEN_UMASK, 'report', '-o', 'report.html')).exitCode).toBe(0);
    expect(modeOf(join(project.workspace, 'report.html'))).toBe('666');
  });

  slow('of an older version become private when a run is resumed; links are not followed', async ({ home }) => {
    const project = await aPrivateProject(home);
    await runUnder(project, OPEN_UMASK, 'run', '--until', 'RED');
    for (const path of listState(project)) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    for (const name of ['linked', 'second-name']) writeFileSync(join(home, name), 'mine', { mode: 0o644 });
    symlinkSync(join(home, 'linked'), join(home, 'state/dualgate/linked'));
    linkSync(join(home, 'second-name'), join(home, 'state/dualgate/second-name'));
    expect(findOpen(project).length).toBeGreaterThan(5);

    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(findOpen(project)).toEqual([`644 ${join(home, 'state/dualgate/second-name')}`]);
    expect([modeOf(join(home, 'linked')), modeOf(join(home, 'second-name'))]).toEqual(['644', '644']);
  });
});
