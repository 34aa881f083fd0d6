import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeOut } from '../../../src/cli/terminal/write-out.ts';
import { UsageError } from '../../../src/cli/command.ts';

const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('--output refuses a link that an agent put there, to a file or to nothing', () => {
  const cwd = aFolder();
  const target = join(aFolder(), 'of-the-operator');
  symlinkSync(target, join(cwd, 'report.md'));
  const write = () => writeOut({ cwd }, 'report.md', 'words of the agent');
  const refused = new UsageError('report.md is a link to another file. Remove it, or name that file');
  expect(write).toThrow(refused);
  expect(existsSync(target)).toBe(false);
  writeFileSync(target, 'mine');
  expect(write).toThrow(refused);
  expect(readFileSync(target, 'utf8')).toBe('mine');
});

test('--output replaces a file, and may be a link of the system', () => {
  const cwd = aFolder();
  writeFileSync(join(cwd, 'a'), 'something longer');
  expect(writeOut({ cwd }, 'a', 'new')).toBe(join(cwd, 'a'));
  expect(readFileSync(join(cwd, 'a'), 'utf8')).toBe('new');
  expect(writeOut({ cwd }, '/dev/null', 'x')).toBe('/dev/null');
});
