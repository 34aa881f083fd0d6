/**
 * Recorded runs (`test/recorded/runs/<name>/`, written by `.ci/record-runs.mjs`), laid out at another place: dualgate reads them,
 * decides them again to the same answer, proves them and continues them.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { pickOne, pickSome, SEED } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { type Project, write } from './a-project.ts';
import { runProgram } from './run-program.ts';

const RECORDED = join(import.meta.dirname, '../recorded/runs');

/** A recorded run as `.ci/record-runs.mjs` wrote it. */
interface Fixture {
  readonly run: string;
  readonly branch: string;
  /** Files of the working tree that were in no commit. */
  readonly loose: Readonly<Record<string, string>>;
}

/** End of each of them; a killed one has none. */
const ENDED: Readonly<Record<string, string | null>> = { halted: 'needs_human', paused: 'paused', killed: null };
const endOf = (name: string): string | null => (name in ENDED ? (ENDED[name] ?? null) : 'completed');

/** The workspace with its repository, ledger and anchor, laid out at another place than it was recorded at. */
const layOut = async (home: string, folder: string): Promise<Project & { readonly ledger: readonly string[] }> => {
  const { run, branch, loose } = JSON.parse(readFileSync(join(folder, 'fixture.json'), 'utf8')) as Fixture;
  const workspace = join(home, 'shout');
  const git = (args: readonly string[], input?: Buffer) =>
    execFileSync('git', args, { cwd: workspace, env: { PATH: process.env['PATH'], HOME: home }, input });
  await mkdir(workspace);
  git(['init', '--quiet']);
  git(['fast-import', '--quiet'], readFileSync(join(folder, 'repository.fast-export')));
  git(['symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
  git(['reset', '--quiet', '--hard']);
  const ledger = readFileSync(join(folder, 'ledger.jsonl'), 'utf8');
  await write(workspace, {
    ...loose,
    [`.dualgate/runs/${run}/ledger.jsonl`]: ledger,
    '.dualgate/current': `${run}\n`,
    '.dualgate/.gitignore': '*\n',
  });
  await write(home, { [`state/dualgate/anchors/${run}.json`]: readFileSync(join(folder, 'anchor.json'), 'utf8') });
  return { home, workspace, agent: workspace, ledger: ledger.trimEnd().split('\n') };
};

describe.skipIf(!hasGit)(`a recorded run (${SEED}; needs git)`, () => {
  const names = readdirSync(RECORDED);
  for (const name of pickSome(names, (each) => each, 8)) {
    const folder = join(RECORDED, name);

    test(`${name} verifies, and replays to the same decisions`, async ({ home }) => {
      const project = await layOut(home, folder);
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
      const replayed = await runProgram(project, 'replay', '--json');
      expect(replayed).toMatchObject({ exitCode: 0, stderr: '' });
      const { same, iterations } = JSON.parse(replayed.stdout) as { same: boolean; iterations: readonly unknown[] };
      expect(same).toBe(true);
      expect(iterations).toHaveLength(
        project.ledger.filter((line) => line.includes('"type":"iteration.decided"')).length,
      );
    });

    test(`${name} shows its end`, async ({ home }) => {
      const project = await layOut(home, folder);
      const status = await runProgram(project, 'status', '--json');
      const { run, ending } = JSON.parse(status.stdout) as { run: string; ending: { status: string } | null };
      expect(ending?.status ?? null).toBe(endOf(name));
      const report = await runProgram(project, 'report');
      expect(report).toMatchObject({ exitCode: 0, stderr: '' });
      expect(report.stdout).toContain('AC-2');
      expect(await runProgram(project, 'report', '--output', 'run.html')).toMatchObject({ exitCode: 0 });
      expect(readFileSync(join(project.workspace, 'run.html'), 'utf8')).toContain('RED');
      expect(await runProgram(project, 'explain', 'RED', '1')).toMatchObject({ exitCode: 0, stderr: '' });
      expect(await runProgram(project, 'graph', '--run', run)).toMatchObject({ exitCode: 0 });
    });
  }

  for (const name of pickOne(names.filter((each) => endOf(each) === 'completed' && each !== 'forced'))) {
    test(`${name} is proven`, async ({ home }) => {
      const project = await layOut(home, join(RECORDED, name));
      expect(await runProgram(project, 'prove')).toMatchObject({ exitCode: 0 });
    });
  }

  for (const name of pickOne(['paused', 'killed'])) {
    test(`${name} is resumed to its end, and verified`, async ({ home }) => {
      const project = await layOut(home, join(RECORDED, name));
      expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    });
  }
});
