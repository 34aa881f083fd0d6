import { chmod, realpath, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBuilds } from '../../../src/project/checkout/checkout.ts';
import { openCheckout } from '../../../src/project/checkout/open-checkout.ts';
import { aRepository, hasGit, write } from '../../evidence/a-repository.ts';
import { existsSync, statSync } from 'node:fs';

const IGNORED =
  'dist/\nold/\nbin/\ndata/\nnamed/\nmade.py\nnode_modules/\n.venv/\nvendor/\n__pycache__/\ntypes/\ncoverage/\n';

/** Files of before, then a time, then files since. */
const aBuiltProject = async () => {
  const workspace = await realpath(await aRepository({ '.gitignore': IGNORED, 'src/a.js': '1\n' }));
  await write(workspace, { 'old/generated.js': '1\n', 'data/rows.sqlite': '1\n' });
  const { ctimeMs } = statSync(join(workspace, 'data/rows.sqlite'));
  const since = ctimeMs + 1;
  // Files of the same tick of the clock have the same time.
  for (let now = 0; now <= since; now = statSync(join(workspace, 'tick')).ctimeMs) {
    await write(workspace, { tick: '' });
  }
  await write(workspace, {
    'dist/lib/a.js': '1\n',
    'data/more.sqlite': '1\n',
    'named/a.js': '1\n',
    'made.py': '1\n',
    'node_modules/a/index.js': '1\n',
    '.venv/pyvenv.cfg': '\n',
    '.venv/lib/a.py': '1\n',
    'vendor/bundle/a.rb': '1\n',
    '__pycache__/a.pyc': '1\n',
    'types/a.d.ts': '1\n',
    'bin/program': '1\n',
  });
  await chmod(join(workspace, 'bin/program'), 0o755);
  return { workspace, without: { since, named: ['named/**'] } };
};

describe.skipIf(!hasGit)('ignored code that a run wrote (needs git)', () => {
  test('is code and programs; no data, no type, nothing of before, nothing installed, cached or named', async () => {
    const { workspace, without } = await aBuiltProject();
    expect(await findBuilds({ workspace, without })).toEqual(['bin', 'dist', 'made.py']);
    expect(await findBuilds({ workspace })).toEqual([]);
  });

  test('is found by the time that no program can set', async () => {
    const { workspace, without } = await aBuiltProject();
    await utimes(join(workspace, 'dist/lib/a.js'), 1, 1);
    expect(await findBuilds({ workspace, without })).toContain('dist');
  });

  test('is not in a copy without it, until it is brought', async () => {
    const { workspace, without } = await aBuiltProject();
    const from = { workspace, root: workspace, files: ['src/a.js'], without };
    const copy = await openCheckout({ from, at: 'mutants', dependencies: 'lend' });
    const are = () =>
      ['dist/lib/a.js', 'old/generated.js', 'data/more.sqlite'].map((each) => existsSync(join(copy.folder, each)));
    try {
      expect([copy.builds, are()]).toEqual([
        ['bin', 'dist', 'made.py'],
        [false, true, true],
      ]);
      await copy.bringBuilds();
      expect(are()).toEqual([true, true, true]);
    } finally {
      await copy.remove();
    }
  });
});
