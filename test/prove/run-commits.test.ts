import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveCommit } from '../../src/prove/run-commits.ts';
import { aFolder } from '../evidence/a-repository.ts';

test('a folder that is no repository is called that, and not a repository without the commit, whatever its name', async () => {
  const folder = join(await aFolder(), 'rev-parse');
  await mkdir(folder);
  await expect(resolveCommit(folder, 'HEAD')).rejects.toMatchObject({ code: 'E_WORKSPACE', lacks: 'repository' });
});
