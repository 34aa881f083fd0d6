import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBroken } from '../../src/evidence/integrity/freeze.ts';
import { freezeCheckout } from '../../src/prove/judge-exit.ts';
import { aFolder, write } from '../evidence/a-repository.ts';

/** A monorepo, of which one package is the workspace. */
const aCheckout = async (ignored: string) => {
  const root = await aFolder();
  await write(root, { '.gitignore': ignored, 'packages/web/spec.md': 'a\n' });
  return { root, folder: join(root, 'packages/web') };
};

test('what lies above the workspace is looked for in the next checkout, not in the one that is gone', async () => {
  const first = await aCheckout('node_modules\n');
  const outside = join(await aFolder(), 'config.toml');
  const paths = [join(first.root, '.gitignore'), join(first.root, '.npmrc'), 'spec.md', outside];
  const frozen = await freezeCheckout(first, paths);
  expect(Object.keys(frozen).sort()).toEqual(['../../.gitignore', '../../.npmrc', 'spec.md', outside].sort());

  const same = await aCheckout('node_modules\n');
  expect(await findBroken(same.folder, frozen)).toEqual([]);
  const other = await aCheckout('*\n');
  await write(other.root, { '.npmrc': 'script-shell=./no\n' });
  expect(await findBroken(other.folder, frozen)).toEqual([
    { path: '../../.gitignore', what: 'changed' },
    { path: '../../.npmrc', what: 'appeared' },
  ]);
});
