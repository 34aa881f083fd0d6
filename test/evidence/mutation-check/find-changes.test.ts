import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findChanges } from '../../../src/evidence/mutation-check/find-changes.ts';
import { aRepository, git, hasGit, write } from '../a-repository.ts';

const changesOf = async (workspace: string, base: string | null, files: readonly string[]) =>
  (await findChanges({ workspace, base, files, isTest: (path) => path.includes('test') })).map(
    ({ path, isNew, lines }) => ({ path, isNew, lines: [...lines] }),
  );

describe.skipIf(!hasGit)('the code that a run changed (needs git)', () => {
  test('is the lines that differ from the commit, committed meanwhile or not', async () => {
    const folder = await aRepository({ 'src/a.js': 'one\ntwo\nthree\n', 'src/same.js': 'same\n' });
    const base = await git(folder, 'rev-parse', 'HEAD');
    await write(folder, { 'src/a.js': 'one\nTWO\nthree\n', 'src/new.py': 'a = 1\n' });
    await git(folder, 'add', '--all');
    await git(folder, 'commit', '--quiet', '--message', 'work');
    await write(folder, { 'src/a.js': 'one\nTWO\nthree\nfour\n' });

    expect(await changesOf(folder, base, ['src/a.js', 'src/new.py', 'src/same.js'])).toEqual([
      { path: 'src/a.js', isNew: false, lines: [2, 4] },
      { path: 'src/new.py', isNew: true, lines: [1] },
    ]);
  });

  test('is no test, no document, no setting of a tool, and nothing that is no text', async () => {
    const folder = await aRepository({});
    const base = await git(folder, 'rev-parse', 'HEAD');
    const files = ['a.test.js', 'README.md', 'vite.config.ts', 'types.d.ts', 'package.json', 'image.js'];
    await write(folder, Object.fromEntries(files.map((path) => [path, 'x\n'])));
    await writeFile(join(folder, 'image.js'), Buffer.from([0xff, 0xfe, 0x00]));

    expect(await changesOf(folder, base, files)).toEqual([]);
  });

  test('is everything where there was no commit, or where it is gone', async () => {
    const folder = await aRepository({ 'a.js': 'a\n' });
    const all = [{ path: 'a.js', isNew: true, lines: [1] }];
    expect(await changesOf(folder, null, ['a.js'])).toEqual(all);
    expect(await changesOf(folder, '0'.repeat(40), ['a.js'])).toEqual(all);
  });

  test('is not hidden by a replacement in the repository, nor by flags of the index', async () => {
    const folder = await aRepository({ 'a.js': 'a\n' });
    const base = await git(folder, 'rev-parse', 'HEAD');
    const before = await git(folder, 'rev-parse', 'HEAD:a.js');
    await write(folder, { 'a.js': 'b\n' });
    await git(folder, 'update-index', '--assume-unchanged', 'a.js');
    const now = await git(folder, 'hash-object', '-w', 'a.js');
    await git(folder, 'replace', before, now);

    expect(await changesOf(folder, base, ['a.js'])).toEqual([{ path: 'a.js', isNew: false, lines: [1] }]);
  });

  test('is found in a workspace below the root of the repository', async () => {
    const folder = await aRepository({ 'app/a.js': 'a\n', 'app/b.js': 'b\n' });
    const base = await git(folder, 'rev-parse', 'HEAD');
    await write(folder, { 'app/b.js': 'c\n' });

    expect(await changesOf(join(folder, 'app'), base, ['a.js', 'b.js'])).toEqual([
      { path: 'b.js', isNew: false, lines: [1] },
    ]);
  });

  test('leaves out the tests inside of a Rust source, and a file that is gone', async () => {
    const folder = await aRepository({ 'lib.rs': 'fn a() {}\n', 'gone.rs': '' });
    const before = await git(folder, 'rev-parse', 'HEAD');
    await write(folder, { 'lib.rs': 'fn a() { }\n#[cfg(test)]\nmod tests {}\n' });
    await rm(join(folder, 'gone.rs'));

    expect(await changesOf(folder, before, ['lib.rs', 'gone.rs'])).toEqual([
      { path: 'lib.rs', isNew: false, lines: [1] },
    ]);
  });
});
