import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { locateConfig } from '../../../src/project/config/find-config.ts';
import { detectProject } from '../../../src/doctor/init/find-packages.ts';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import { isRepository } from '../../../src/base/files/folders.ts';
import { findLeftOut } from '../../../src/project/sources/own-output.ts';
import { aFolder, aRepository, git, hasGit, write } from '../../evidence/a-repository.ts';

describe('an empty .git, as the sandbox of an agent leaves it', () => {
  test('makes no folder a repository', async () => {
    const folder = await aFolder();
    await write(folder, { 'dualgate.yaml': 'version: 1\n' });
    await mkdir(join(folder, 'part/.git'), { recursive: true });
    expect(isRepository(join(folder, 'part'))).toBe(false);
    // Further up is no repository either: then a config there is none of this folder.
    expect(() => locateConfig({ cwd: join(folder, 'part') })).toThrow('there is no config here');
    expect((await detectProject(join(folder, 'part'))).git).toBe(false);
  });

  test('hides no code that is laid into it', async () => {
    const folder = await aFolder();
    await mkdir(join(folder, 'part/.git'), { recursive: true });
    const left_out = await findLeftOut(folder);
    await write(folder, { 'part/.git/code.js': 'x\n' });
    const { files } = await takeFingerprint(folder, { writes: [], sources: { by: 'walk', left_out } });
    expect([left_out, [...files.keys()]]).toEqual([[], ['part/.git/code.js']]);
  });

  test.skipIf(!hasGit)('is what git says of it: a repository, one elsewhere, and none (needs git)', async () => {
    const folder = await aRepository({ 'dualgate.yaml': 'version: 1\n', 'a.js': 'a\n' });
    await git(folder, 'worktree', 'add', '--quiet', join(folder, 'linked'));
    await mkdir(join(folder, 'part/.git'), { recursive: true });
    const asked = async (each: string) => (await git(each, 'rev-parse', '--show-toplevel')) === each;
    for (const each of [folder, join(folder, 'linked'), join(folder, 'part')])
      expect([each, isRepository(each)]).toEqual([each, await asked(each)]);
    expect(locateConfig({ cwd: join(folder, 'part') })).toBe(join(folder, 'dualgate.yaml'));
  });
});
