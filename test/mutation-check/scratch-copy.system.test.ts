import { lstat, mkdir, readdir, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { leadEnvironment, leadWords } from '../../src/mutation-check/lead-here.ts';
import { makeScratchCopy, type ScratchCopy } from '../../src/mutation-check/scratch-copy.ts';
import { createSourceWriter } from '../../src/mutation-check/trials.ts';
import { aFolder, aRepository, hasGit, write } from '../evidence/a-repository.ts';

const copyOf = async (workspace: string, files: readonly string[], root = workspace): Promise<ScratchCopy> => {
  const copy = await makeScratchCopy({ workspace, root, files });
  onTestFinished(copy.remove);
  return copy;
};

const IGNORING = {
  '.gitignore': 'node_modules\n.venv\ndist\n.pytest_cache\n.turbo\n.wireit\n.nx\ntarget\n.env\n',
  'src/a.js': 'a\n',
};

describe.skipIf(!hasGit)('a scratch copy (needs git)', () => {
  test('has the sources as they are, and ignored files that a suite needs', async () => {
    const workspace = await aRepository(IGNORING);
    await write(workspace, {
      'src/a.js': 'changed\n',
      '.env': 'KEY=1\n',
      'dist/b.js': 'b\n',
      'notes.txt': 'no source\n',
    });
    const copy = await copyOf(workspace, ['src/a.js', '.gitignore']);

    expect(await readFile(join(copy.workspace, 'src/a.js'), 'utf8')).toBe('changed\n');
    expect(await readFile(join(copy.workspace, '.env'), 'utf8')).toBe('KEY=1\n');
    expect(await readFile(join(copy.workspace, 'dist/b.js'), 'utf8')).toBe('b\n');
    expect((await readdir(copy.workspace)).sort()).toEqual(['.env', '.gitignore', 'dist', 'src']);
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
    const at = (path: string): Promise<string> => realpath(join(copy.workspace, 'node_modules', path));

    expect(await at('other')).toBe(join(workspace, 'node_modules/other'));
    expect(await at('@scope/third')).toBe(join(workspace, 'node_modules/@scope/third'));
    expect(await at('own')).toBe(join(copy.workspace, 'packages/own'));
    expect(await at('@scope/own')).toBe(join(copy.workspace, 'packages/own'));
    expect(await readdir(join(copy.workspace, 'node_modules'))).not.toContain('.vite');
  });

  test('has the packages of a workspace that lies in no repository, too', async () => {
    const workspace = await aFolder();
    await write(workspace, { 'src/a.js': 'a\n', 'node_modules/other/index.js': 'other\n', 'notes.txt': 'no source\n' });
    const copy = await copyOf(workspace, ['src/a.js']);

    expect((await readdir(copy.workspace)).sort()).toEqual(['node_modules', 'src']);
    const other = await realpath(join(copy.workspace, 'node_modules/other'));
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

    expect((await readdir(copy.workspace)).sort()).toEqual(['.venv', 'node_modules', 'packages', 'src']);
    expect(await readdir(join(copy.workspace, 'packages/a')).catch(() => [])).toEqual([]);
    expect(await readdir(join(copy.workspace, 'node_modules'))).toEqual([]);
    expect(await readlink(join(copy.workspace, '.venv'))).toBe(join(workspace, '.venv'));
  });

  test('keeps links, and those to its own sources lead within the copy', async () => {
    const workspace = await aRepository(IGNORING);
    await symlink('a.js', join(workspace, 'src/near.js'));
    await symlink(join(workspace, 'src/a.js'), join(workspace, 'src/far.js'));
    const copy = await copyOf(workspace, ['src/a.js', 'src/near.js', 'src/far.js']);
    for (const path of ['src/near.js', 'src/far.js']) {
      expect((await lstat(join(copy.workspace, path))).isSymbolicLink()).toBe(true);
      expect(await realpath(join(copy.workspace, path))).toBe(join(copy.workspace, 'src/a.js'));
    }
  });

  test('of a workspace below the root finds files in parent folders', async () => {
    const root = await aRepository({ 'settings.json': '{}\n', '.gitignore': 'node_modules\n', 'app/a.js': 'a\n' });
    await write(root, { 'node_modules/other/index.js': 'other\n' });
    await symlink('../app', join(root, 'node_modules/app'));
    const copy = await copyOf(join(root, 'app'), ['a.js'], root);

    expect(await readFile(join(copy.workspace, '../settings.json'), 'utf8')).toBe('{}\n');
    expect(await realpath(join(copy.workspace, '../node_modules/app'))).toBe(copy.workspace);
  });

  test('is gone when it is removed, with all that was written into it, and what it links to is not', async () => {
    const workspace = await aRepository(IGNORING);
    await write(workspace, { 'node_modules/other/index.js': 'other\n' });
    const copy = await makeScratchCopy({ workspace, root: workspace, files: ['src/a.js'] });
    await writeFile(join(copy.workspace, 'left'), '');
    await copy.remove();
    await expect(lstat(copy.workspace)).rejects.toThrow('ENOENT');
    expect(await readFile(join(workspace, 'node_modules/other/index.js'), 'utf8')).toBe('other\n');
  });
});

describe('a fault', () => {
  test('is written in place of the file, and never through a link that the tests left', async () => {
    const copy = await realpath(await aFolder());
    const aside = await realpath(await aFolder());
    await write(aside, { victim: 'mine\n' });
    await mkdir(join(copy, 'src'));
    await symlink(join(aside, 'victim'), join(copy, 'src/a.js'));
    const put = createSourceWriter(copy);

    await put('src/a.js', 'fault\n');
    expect(await readFile(join(copy, 'src/a.js'), 'utf8')).toBe('fault\n');
    expect(await readFile(join(aside, 'victim'), 'utf8')).toBe('mine\n');

    await rm(join(copy, 'src'), { recursive: true });
    await symlink(aside, join(copy, 'src'));
    await expect(put('src/victim', 'fault\n')).rejects.toThrow('its folder in the copy is not the one that was copied');
    expect(await readFile(join(aside, 'victim'), 'utf8')).toBe('mine\n');
  });

  test('has a later time than the file before, by whole seconds: caches compare it', async () => {
    const copy = await realpath(await aFolder());
    const put = createSourceWriter(copy);
    const times: number[] = [];
    for (const text of ['one', 'two', 'one']) {
      await put('a.py', text);
      times.push(Math.floor((await lstat(join(copy, 'a.py'))).mtimeMs / 1_000));
    }
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(1);
    expect(third - second).toBeGreaterThanOrEqual(1);
  });
});

describe('paths that lead a suite back to the workspace lead to the copy', () => {
  const copy = { workspace: '/tmp/copy', pathIn: (path: string) => path.replace('/home/ada/work', '/tmp/copy') };

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
    const scratch = { workspace: '/tmp/copy', pathIn: (path: string) => path.replace(workspace, '/tmp/copy') };
    const { PYTHONPATH = '' } = await leadEnvironment({ PYTHONPATH: '/opt/more' }, workspace, scratch);
    expect(PYTHONPATH.split(':').sort()).toEqual(['/opt/more', '/tmp/copy/lib', '/tmp/copy/src']);
    expect(dirname(packages)).toContain('python3.13');
  });
});
