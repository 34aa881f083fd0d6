import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeDiff } from '../../../src/evidence/review/write-diff.ts';
import { aFolder, write } from '../a-repository.ts';

const lines = (...numbers: readonly number[]) => numbers.map((n) => `${n}\n`).join('');
const TEN = lines(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

const diffOf = async (before: Readonly<Record<string, string>> | null, now: Readonly<Record<string, string>>) => {
  const workspace = await aFolder();
  await write(workspace, now);
  const base =
    before === null ? null : new Map(Object.entries(before).map(([path, text]) => [path, Buffer.from(text)]));
  return writeDiff({ workspace, base, files: Object.keys(now), isLeftOut: (path) => path === 'out.txt' });
};

describe('the change as a reviewer reads it', () => {
  test('names changed, new and deleted files, the short ones first', async () => {
    const { text, cut } = await diffOf(
      { 'a.js': TEN, 'same.js': 'x\n', 'gone.js': 'was\n', 'out.txt': 'x' },
      { 'a.js': TEN.replace('5\n', 'five\n'), 'b.js': 'new\n', 'same.js': 'x\n' },
    );
    expect(cut).toEqual([]);
    expect(text).toBe(
      'new: b.js\n+new\n\ndeleted: gone.js\n-was\n\nchanged: a.js\n@@ line 2 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n\n',
    );
  });

  test('shows close changes as one block, and far ones as two', async () => {
    const near = await diffOf({ 'a.js': TEN }, { 'a.js': TEN.replace('3\n', 'c\n').replace('6\n', 'f\n') });
    expect(near.text).toBe('changed: a.js\n@@ line 1 @@\n 1\n 2\n-3\n+c\n 4\n 5\n-6\n+f\n 7\n 8\n 9\n\n');
    const far = await diffOf({ 'a.js': TEN }, { 'a.js': TEN.replace('1\n', 'a\n').replace('\n10\n', '\nj\n') });
    expect(far.text.match(/@@ line \d+ @@/g)).toEqual(['@@ line 1 @@', '@@ line 7 @@']);
  });

  test('shows every file as new where there is no earlier state', async () => {
    expect((await diffOf(null, { 'a.js': '1\n' })).text).toBe('new: a.js\n+1\n\n');
  });

  test('cuts a long file and names it, so that it hides no other one', async () => {
    const { text, cut } = await diffOf(
      {},
      { 'a.js': `${'x'.repeat(99)}\n`.repeat(2_000), 'z.js': 'here\n', 'b.bin': 'a\0b' },
    );
    expect(text).toContain('new: z.js\n+here\n');
    expect(text.length).toBeLessThan(45_000);
    expect(cut.toSorted()).toEqual(['a.js', 'b.bin']);
  });

  test('cuts only what the reviewer can open: the rest is whole, and comes first', async () => {
    const workspace = await aFolder();
    const long = `${'x'.repeat(99)}\n`.repeat(500);
    await write(workspace, { 'CLAUDE.md': long, 'src/long.js': long });
    symlinkSync('src/long.js', join(workspace, 'short.js'));
    const { text, cut } = await writeDiff({
      workspace,
      base: new Map([
        ['dualgate.yaml', Buffer.from('secret: 1\n')],
        ['gone.js', Buffer.from(long)],
      ]),
      files: ['CLAUDE.md', 'short.js', 'src/long.js'],
      isLeftOut: (path) => path === 'dualgate.yaml',
      isOpen: (path) => path === 'src/long.js',
    });
    expect(cut).toEqual(['src/long.js']);
    expect(text).toContain(`new: CLAUDE.md\n${long.replaceAll(/^(?=x)/gm, '+')}`);
    expect(text).toContain('link: short.js to src/long.js\n');
    expect(text).not.toContain('dualgate.yaml');
  });
});
