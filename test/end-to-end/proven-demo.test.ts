import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { canCheckDiagrams } from '../../src/evidence/documents/check-diagrams.ts';
import { hasGit, test } from './a-home.ts';
import { write } from './a-project.ts';
import { runProgram } from './run-program.ts';

const canRun = hasGit && (await canCheckDiagrams());

describe.skipIf(!canRun)('the branch of the demo (needs git and mermaid)', () => {
  test('is proven in a fresh clone by nothing but its commits, and no longer when one was changed by hand', async ({
    home,
  }) => {
    const demo = join(home, 'demo');
    const clone = join(home, 'clone');
    const git = (...args: readonly string[]) =>
      execa('git', args, { cwd: clone, env: { PATH: process.env['PATH'] ?? '', HOME: home }, extendEnv: false });
    await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
    expect(await runProgram({ home, workspace: home, agent: home }, 'demo', '--folder', demo)).toMatchObject({
      exitCode: 0,
    });
    await execa('git', ['clone', '--quiet', '--no-local', '--branch', 'dualgate/slugify', demo, clone]);

    const proven = await runProgram({ home, workspace: clone, agent: home }, 'prove', '--json');
    const { holds, claims } = JSON.parse(proven.stdout);
    expect({ exitCode: proven.exitCode, holds }, proven.stdout).toEqual({ exitCode: 0, holds: true });
    expect(claims.map(({ id }: { readonly id: string }) => id)).toEqual(
      expect.arrayContaining([
        'commits',
        'RED tests',
        'GREEN freeze',
        'DOCUMENT documents',
        'sources',
        'probe',
        'needed',
      ]),
    );
    expect((await git('status', '--porcelain')).stdout).toBe('');

    await write(clone, { 'README.md': 'Proven!\n' });
    await git('add', '--all');
    await git('commit', '--quiet', '--amend', '--no-edit');
    const changed = await runProgram({ home, workspace: clone, agent: home }, 'prove');
    expect(changed).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^Not proven\.$/m) });
    expect(changed.stdout).toMatch(/DOCUMENT \([0-9a-f]{12}\) does not hold the sources that were measured/);
  });
});
