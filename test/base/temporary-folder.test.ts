import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../src/base/temporary-folder.ts';
import { aFolder, write } from '../evidence/a-repository.ts';

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
