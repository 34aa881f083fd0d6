import { lstat, mkdir, readdir, readFile, readlink, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { leadEnvironment, leadWords } from '../../../src/project/checkout/lead-here.ts';
import type { Checkout } from '../../../src/project/checkout/checkout.ts';
import { openCheckout } from '../../../src/project/checkout/open-checkout.ts';
import { aFolder, aRepository, hasGit, write } from '../../evidence/a-repository.ts';

const copyOf = async (workspace: string, files: readonly string[], root = workspace): Promise<Checkout> => {
  const copy = await openCheckout({ from: { workspace, root, files }, at: 'mutants', dependencies: 'lend' });
  onTestFinished(copy.remove);
  return copy;
};

const IGNORING = {
  '.gitignore': 'node_modules\n.venv\ndist\n.pytest_cache\n.turbo\n.wireit\n.nx\ntarget\n.env\n',
  'src/a.js': 'a\n',
};

describe.skipIf(!hasGit)('a copy of a workspace (needs git)', () => {
  test('has the sources as they are, and ignored files that a suite needs', async () => {
    const workspace = await aRepository(IGNORING);
    await write(workspace, {
      'src/a.js': 'changed\n',
      '.env': 'KEY=1\n',
      'dist/b.js': 'b\n',
      'notes.txt': 'no source\n',
    });
    const copy = await copyOf(workspace, ['src/a.js', '.gitignore']);

    expect(await readFile(join(copy.folder, 'src/a.js'), 'utf8')).toBe('changed\n');
    expect(await readFile(join(copy.folder, '.env'), 'utf8')).toBe('KEY=1\n');
    expect(await readFile(join(copy.folder, 'dist/b.js'), 'utf8')).toBe('b\n');
    expect((await readdir(copy.folder)).sort()).toEqual(['.env', '.git', '.gitignore', 'dist', 'src']);
    expect(copy.missing).toEqual([]);
  });

  test('has the packages of the workspace, but of its own packages those of the copy', async () => {
    const workspace = await aRepository({ ...IGNORING, 'packages/own/own.js': 'own\n' });
    await write(workspace, {
      'node_modules/other/index.js': 'other\n',
      'node_modules/@scope/third/index.js': 'third\n',
      'node_modules/.vite/cache.json': '{}\n',
    });
    await symlink('../packages/own', join(workspace, 'node_modules/own'));
    await symlink(join(workspace, 'packages/own'), join(workspace, 'node_modules/@scope/own'));
    const copy = await copyOf(workspace, ['packages/own/own.js', 'src/a.js']);
    const at = (path: string): Promise<string> => realpath(join(copy.folder, 'node_modules', path));

    expect(await at('other')).toBe(join(workspace, 'node_modules/other'));
    expect(await at('@scope/third')).toBe(join(workspace, 'node_modules/@scope/third'));
    expect(await at('own')).toBe(join(copy.folder, 'packages/own'));
    expect(await at('@scope/own')).toBe(join(copy.folder, 'packages/own'));
    expect(await readdir(join(copy.folder, 'node_modules'))).not.toContain('.vite');
  });

  test('has the packages of a workspace that lies in no repository, too', async () => {
    const workspace = await aFolder();
    await write(workspace, { 'src/a.js': 'a\n', 'node_modules/other/index.js': 'other\n', 'notes.txt': 'no source\n' });
    const copy = await copyOf(workspace, ['src/a.js']);

    expect((await readdir(copy.folder)).sort()).toEqual(['node_modules', 'src']);
    const other = await realpath(join(copy.folder, 'node_modules/other'));
    expect([other, copy.missing]).toEqual([join(workspace, 'node_modules/other'), []]);
  });

  test('has no caches, and of an environment of Python a link', async () => {
    const workspace = await aRepository(IGNORING);
    await write(workspace, {
      '.venv/pyvenv.cfg': 'home = /usr/bin\n',
      '.pytest_cache/v/last': '1\n',
      '.turbo/cache/1-meta.json': '{}\n',
      'packages/a/.wireit/74657374/fingerprint': '1\n',
      '.nx/cache/run.json': '{}\n',
      'node_modules/.cache/turbo/1.json': '{}\n',
      'target/CACHEDIR.TAG': 'Signature: 8a477f597d28d172789f06886806bc55\n',
      'target/debug/it': 'built\n',
    });
    const copy = await copyOf(workspace, ['src/a.js']);

    expect((await readdir(copy.folder)).sort()).toEqual(['.git', '.venv', 'node_modules', 'packages', 'src']);
    expect(await readdir(join(copy.folder, 'packages/a')).catch(() => [])).toEqual([]);
    expect(await readdir(join(copy.folder, 'node_modules'))).toEqual([]);
    expect(await readlink(join(copy.folder, '.venv'))).toBe(join(workspace, '.venv'));
  });

  test('keeps links, and those to its own sources lead within the copy', async () => {
    const workspace = await aRepository(IGNORING);
    await symlink('a.js', join(workspace, 'src/near.js'));
    await symlink(join(workspace, 'src/a.js'), join(workspace, 'src/far.js'));
    const copy = await copyOf(workspace, ['src/a.js', 'src/near.js', 'src/far.js']);
    for (const path of ['src/near.js', 'src/far.js']) {
      expect((await lstat(join(copy.folder, path))).isSymbolicLink()).toBe(true);
      expect(await realpath(join(copy.folder, path))).toBe(join(copy.folder, 'src/a.js'));
    }
  });

  test('of a workspace below the root finds files in parent folders', async () => {
    const root = await aRepository({ 'settings.json': '{}\n', '.gitignore': 'node_modules\n', 'app/a.js': 'a\n' });
    await write(root, { 'node_modules/other/index.js': 'other\n' });
    await symlink('../app', join(root, 'node_modules/app'));
    const copy = await copyOf(join(root, 'app'), ['a.js'], root);

    expect(await readFile(join(copy.folder, '../settings.json'), 'utf8')).toBe('{}\n');
    expect(await realpath(join(copy.folder, '../node_modules/app'))).toBe(copy.folder);
  });

  test('is gone when it is removed, with all that was written into it, and what it links to is not', async () => {
    const workspace = await aRepository(IGNORING);
    await write(workspace, { 'node_modules/other/index.js': 'other\n' });
    const copy = await copyOf(workspace, ['src/a.js']);
    await writeFile(join(copy.folder, 'left'), '');
    await copy.remove();
    await expect(lstat(copy.folder)).rejects.toThrow('ENOENT');
    expect(await readFile(join(workspace, 'node_modules/other/index.js'), 'utf8')).toBe('other\n');
  });
});

describe('paths that lead a suite back to the workspace lead to the copy', () => {
  const copy = { folder: '/tmp/copy', pathIn: (path: string) => path.replace('/home/ada/work', '/tmp/copy') };

  test('words of the command', () => {
    expect(
      leadWords(['/home/ada/work/run.sh', '--dir=/home/ada/work', '/home/ada/workshop'], '/home/ada/work', copy),
    ).toEqual(['/tmp/copy/run.sh', '--dir=/tmp/copy', '/home/ada/workshop']);
  });

  test('variables', async () => {
    const parent = {
      PATH: '/home/ada/work/node_modules/.bin:/usr/bin',
      PYTHONPATH: '/home/ada/work/src',
      HOME: '/home/ada',
      OLDPWD: '/home/ada/work',
      VITEST_POOL_ID: '/home/ada/work',
      JEST_JUNIT_OUTPUT_DIR: '/home/ada/work/reports',
      NODE_OPTIONS: '--import /home/ada/work/x.js',
    };
    expect(await leadEnvironment(parent, '/home/ada/work', copy)).toEqual({
      PATH: '/tmp/copy/node_modules/.bin:/usr/bin',
      PYTHONPATH: '/tmp/copy/src',
      JEST_JUNIT_OUTPUT_DIR: '/tmp/copy/reports',
      PWD: '/tmp/copy',
    });
  });

  test('packages of Python that are installed as a link to the code', async () => {
    const workspace = await realpath(await aFolder());
    const packages = join(workspace, '.venv/lib/python3.13/site-packages');
    await mkdir(packages, { recursive: true });
    await write(workspace, { 'lib/named/__init__.py': '' });
    await writeFile(join(packages, '__editable__.own-1.pth'), `${workspace}/src\n`);
    await writeFile(join(packages, '__editable___named_finder.py'), `MAPPING = {'named': '${workspace}/lib/named'}\n`);
    await writeFile(join(packages, 'elsewhere.pth'), '/opt/tools\n');
    const scratch = { folder: '/tmp/copy', pathIn: (path: string) => path.replace(workspace, '/tmp/copy') };
    const { PYTHONPATH = '' } = await leadEnvironment({ PYTHONPATH: '/opt/more' }, workspace, scratch);
    expect(PYTHONPATH.split(':').sort()).toEqual(['/opt/more', '/tmp/copy/lib', '/tmp/copy/src']);
    expect(dirname(packages)).toContain('python3.13');
  });
});
