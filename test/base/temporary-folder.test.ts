import { statSync, existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join, basename } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test, beforeEach, describe } from 'vitest';
import {
  makeTemporaryFolder,
  isOwnerGone,
  nameOwner,
  findLeftFolders,
  removeLeftFolders,
} from '../../src/base/temporary-folder.ts';
import { aFolder, write } from '../evidence/a-repository.ts';

describe('temporary folder', () => {
  const before = process.env['TMPDIR'];

  afterEach(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });

  test('a temporary folder is in TMPDIR, and its user’s alone', async () => {
    const place = await aFolder();
    process.env['TMPDIR'] = place;
    const made = await makeTemporaryFolder('check');
    expect({ in: dirname(made), mode: statSync(made).mode % 0o1000 }).toEqual({ in: place, mode: 0o700 });
  });

  test.each([
    ['that is missing', 'missing', 'ENOENT: no such file or directory', 'Make it'],
    ['that is a file', 'file', 'ENOTDIR: not a directory', 'Fix that'],
  ])('a place for temporary files %s is named, with what to do', async (_, name, cause, advice) => {
    const folder = await aFolder();
    await write(folder, { file: '' });
    const place = join(folder, name);
    process.env['TMPDIR'] = place;
    const message = await makeTemporaryFolder('check').catch((error: unknown) => String(error));
    expect(message.replace(/mkdtemp '[^']+'/, 'mkdtemp')).toBe(
      `TemporaryError: Cannot make a temporary folder in ${place}: ${cause}, mkdtemp. ${advice}, or set TMPDIR to another folder. dualgate resume continues a run that has started.`,
    );
  });
});

describe('remove left', () => {
  const isLinux = process.platform === 'linux';
  const before = process.env['TMPDIR'];
  let place = '';

  beforeEach(async () => {
    place = await aFolder();
    process.env['TMPDIR'] = place;
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });

  /** A number that no process has any more. */
  const aGonePid = async (): Promise<number> => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    return child.pid ?? 0;
  };

  const own = (): readonly string[] => findLeftFolders().filter((path) => path.startsWith(place));

  describe('the owner of a folder', () => {
    test('that lives is not gone; words that are no owner are nobody of whom that is certain', () => {
      expect(isOwnerGone(nameOwner())).toBe(false);
      for (const word of ['', 'mutants', 'AbCdEf', '1-2-3', nameOwner().replace(/-\d+-/, '-x-')])
        expect(isOwnerGone(word), word).toBe(false);
    });

    test.skipIf(!isLinux)(
      'is gone when its number is nobody’s, or that of a process that started at another time',
      async () => {
        const [host, boot, table, pid, ticks] = nameOwner().split('-');
        expect(isOwnerGone([host, boot, table, await aGonePid(), ticks].join('-'))).toBe(true);
        expect(isOwnerGone([host, boot, table, pid, Number(ticks) + 1].join('-'))).toBe(true);
      },
    );

    test.skipIf(!isLinux)(
      'of another container or machine may live; one from before this machine was started is gone',
      async () => {
        const [host, boot, table, , ticks] = nameOwner().split('-');
        const pid = await aGonePid();
        expect(isOwnerGone([host, boot, 'abcdef', pid, ticks].join('-'))).toBe(false);
        expect(isOwnerGone(['abcdef', 'abcdef', table, pid, ticks].join('-'))).toBe(false);
        expect(isOwnerGone([host, 'abcdef', table, pid, ticks].join('-'))).toBe(true);
        expect(boot).not.toBe('abcdef');
      },
    );
  });

  describe.skipIf(!isLinux)('what a killed process left (needs /proc)', () => {
    const leave = async (): Promise<string> => {
      const folder = await makeTemporaryFolder('mutants');
      const left = folder.replace(`-${process.pid}-`, `-${await aGonePid()}-`);
      renameSync(folder, left);
      return left;
    };

    test('is removed with all that is in it; the folder of a living process, a link and a name of others stay', async () => {
      const left = await leave();
      mkdirSync(join(left, 'deep/er'), { recursive: true });
      const living = await makeTemporaryFolder('mutants');
      const elsewhere = await aFolder();
      const link = join(place, basename(left).replace(/.{6}$/, 'LiNkEd'));
      symlinkSync(elsewhere, link);
      const stranger = join(place, 'dualgate-mutants-AbCdEf');
      mkdirSync(stranger);
      expect(own()).toEqual([left]);
      expect((await removeLeftFolders()).removed).toContain(left);
      expect([left, living, elsewhere, link, stranger].map(existsSync)).toEqual([false, true, true, true, true]);
    });

    test('is emptied of its processes first, whatever they have in their environment', async () => {
      const left = await leave();
      const child = spawn('sleep', ['300'], { cwd: left, env: {}, detached: true, stdio: 'ignore' });
      const gone = once(child, 'exit');
      const { ended, removed } = await removeLeftFolders();
      expect(ended).toContain(`${child.pid} sleep 300`);
      expect(removed).toContain(left);
      await gone;
    });
  });
});
