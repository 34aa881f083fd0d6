import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRepository } from '../../src/commits/repository.ts';
import { hasGit } from '../end-to-end/a-home.ts';

const aRepository = (name: string): string => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const top = join(home, name);
  mkdirSync(join(top, 'packages/web'), { recursive: true });
  execFileSync('git', ['init', '--quiet', top]);
  return top;
};

describe.skipIf(!hasGit)('the repository that commits are made in (needs git)', () => {
  test.for([
    ['a plain path', 'project'],
    ['a line feed in its path', 'two\nlines'],
  ] as const)('is told whole with %s', async ([, name]) => {
    const top = aRepository(name);
    const gitDir = join(top, '.git');
    const is = { top, gitDir, isLinked: false, format: 'sha1' };
    expect(await openRepository(top)).toEqual({ ...is, folder: top, prefix: '' });
    const folder = join(top, 'packages/web');
    expect(await openRepository(folder)).toEqual({ ...is, folder, prefix: 'packages/web/' });
  });
});
