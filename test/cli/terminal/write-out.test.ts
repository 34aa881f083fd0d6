import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeOut } from '../../../src/cli/terminal/write-out.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('what is written for an operator goes over no link that an agent put in its place, to a file or to nothing', () => {
  const cwd = aFolder();
  const target = join(aFolder(), 'of-the-operator');
  symlinkSync(target, join(cwd, 'report.md'));
  const write = () => writeOut({ cwd }, 'report.md', 'words of the agent');
  const refused = new UsageError(
    'report.md is a link, and leads elsewhere: remove it, or name the file that it leads to',
  );
  expect(write).toThrow(refused);
  expect(existsSync(target)).toBe(false);
  writeFileSync(target, 'mine');
  expect(write).toThrow(refused);
  expect(readFileSync(target, 'utf8')).toBe('mine');
});

test('a file that is there is written anew, and a name of the system may be a link', () => {
  const cwd = aFolder();
  writeFileSync(join(cwd, 'a'), 'something longer');
  expect(writeOut({ cwd }, 'a', 'new')).toBe(join(cwd, 'a'));
  expect(readFileSync(join(cwd, 'a'), 'utf8')).toBe('new');
  expect(writeOut({ cwd }, '/dev/null', 'x')).toBe('/dev/null');
});
