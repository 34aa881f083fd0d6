import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, readFile, rename, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findMoved, takeFingerprint } from '../../src/project/sources/fingerprint.ts';
import { aFolder, aRepository, hasGit } from './a-repository.ts';

const hasPython = await execa('python3', ['--version']).then(
  () => true,
  () => false,
);

/** Difference of two listings with an attempt in between: is the content another one, and what moved? */
const lookAround = async (attempt: (file: string) => Promise<unknown>) => {
  const folder = await aRepository({ 'a.js': 'honest\n', 'b.js': 'b\n' });
  const before = await takeFingerprint(folder, { writes: [] });
  await attempt(join(folder, 'a.js'));
  const after = await takeFingerprint(folder, { writes: [] });
  return { changed: before.tree !== after.tree, moved: findMoved(before, after) };
};

/** Writes with the size and all the times that the file had. */
const disguise = async (file: string, write: () => Promise<unknown>): Promise<void> => {
  const { atime, mtime } = await stat(file);
  await write();
  await utimes(file, atime, mtime);
};

/** Writes a byte through a mapping that was there before the first look: no call to the system, so no time. */
const MAPPING = `
import mmap, sys
file = open(sys.argv[1], 'r+b')
memory = mmap.mmap(file.fileno(), 0)
memory[0:1] = memory[0:1]
print('mapped', flush=True)
for line in sys.stdin:
    memory[0:1] = line[0:1].encode()
    print('written', flush=True)
`;

const aMapping = async (file: string) => {
  const program = spawn('python3', ['-c', MAPPING, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(program, 'exit');
  onTestFinished(async () => {
    program.stdin.end();
    await ended;
  });
  const answer = () => once(program.stdout, 'data');
  await answer();
  return async (letter: string) => {
    program.stdin.write(`${letter}\n`);
    await answer();
  };
};

describe.skipIf(!hasGit)('a write that is to go unseen (needs git)', () => {
  test.each<[string, (file: string) => Promise<unknown>]>([
    ['of the same size, with its times set back', (file) => disguise(file, () => writeFile(file, 'cheats\n'))],
    [
      'by another file of the same size and times, renamed over it',
      (file) =>
        disguise(file, async () => {
          await writeFile(`${file}.new`, 'cheats\n');
          await rename(`${file}.new`, file);
        }),
    ],
    [
      'through a second name that lies outside of the workspace',
      async (file) => {
        const other = join(await aFolder(), 'other');
        await link(file, other);
        await disguise(file, () => writeFile(other, 'cheats\n'));
      },
    ],
  ])('is a change of the content: %s', async (_title, attempt) => {
    expect(await lookAround(attempt)).toEqual({ changed: true, moved: ['a.js'] });
  });

  test.each<[string, (file: string) => Promise<unknown>]>([
    [
      'written and written back, with its times',
      (file) =>
        disguise(file, async () => {
          await writeFile(file, 'cheats\n');
          await writeFile(file, 'honest\n');
        }),
    ],
    [
      'moved away for another and moved back',
      async (file) => {
        await rename(file, `${file}.old`);
        await writeFile(file, 'cheats\n');
        await rename(`${file}.old`, file);
      },
    ],
    [
      'cut off and filled again',
      async (file) => {
        const content = await readFile(file);
        await truncate(file, 1);
        await writeFile(file, content);
      },
    ],
    ['its times alone set', (file) => utimes(file, 1, 1)],
  ])('is a move, though the content is the same again: %s', async (_title, attempt) => {
    expect(await lookAround(attempt)).toEqual({ changed: false, moved: ['a.js'] });
  });

  test.skipIf(process.platform !== 'linux' || !hasPython)(
    'through a mapping into memory leaves no time of change, and moves the file all the same (Linux, needs python3)',
    async () => {
      const folder = await aRepository({ 'a.js': 'honest\n' });
      const poke = await aMapping(join(folder, 'a.js'));
      const before = await takeFingerprint(folder, { writes: [] });
      await poke('H');
      const after = await takeFingerprint(folder, { writes: [] });
      expect({ changed: before.tree !== after.tree, moved: findMoved(before, after) }).toEqual({
        changed: true,
        moved: ['a.js'],
      });
    },
  );

  test('of a file that is larger than what is read in one go is seen in its last byte', async () => {
    const folder = await aRepository({ 'big.bin': 'x'.repeat(1_048_577) });
    const before = await takeFingerprint(folder, { writes: [] });
    const file = join(folder, 'big.bin');
    await disguise(file, () => writeFile(file, `${'x'.repeat(1_048_576)}y`));
    const after = await takeFingerprint(folder, { writes: [] });
    expect([before.tree === after.tree, findMoved(before, after)]).toEqual([false, ['big.bin']]);
  });
});
