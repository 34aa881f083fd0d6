/**
 * The differences between pairs of texts, by git: outside of any repository, with nothing of a config that starts a program.
 *
 * @module
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runGitTo } from '../../../sources/git.ts';
import { makeTemporaryFolder } from '../../../temporary/temporary-folder.ts';

/** `null`: the file is not there. */
export type Pair = readonly [before: string | null, after: string | null];

const DIFF = [
  'diff',
  '--no-index',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-renames',
  '--text',
  '--unified=3',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--',
  'before',
  'after',
];

/** @returns the lines of each diff, in the order of the pairs, without its head; none for a pair of equal texts */
export const diffTexts = async (pairs: readonly Pair[]): Promise<readonly (readonly string[])[]> => {
  const folder = await makeTemporaryFolder('changes');
  try {
    for (const [at, side] of ['before', 'after'].entries()) {
      await mkdir(join(folder, side));
      for (const [n, pair] of pairs.entries())
        if (typeof pair[at] === 'string') await writeFile(join(folder, side, String(n)), pair[at]);
    }
    const { stdout } = await runGitTo(folder, DIFF, { answers: [1] });
    return splitDiff(Buffer.from(stdout).toString('utf8'), pairs.length);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Lines of a text begin with a blank, a sign or an `@`: only git's own begin with a letter. */
const splitDiff = (text: string, count: number): readonly (readonly string[])[] => {
  const diffs = Array.from({ length: count }, (): string[] => []);
  let current: string[] | undefined;
  let isBody = false;
  for (const line of text.split('\n')) {
    const n = /^diff --git \S+\/(\d+) \S+\/\d+$/.exec(line)?.[1];
    if (n !== undefined) [current, isBody] = [diffs[Number(n)], false];
    isBody ||= line.startsWith('@@');
    if (isBody && /^[-+ @\\]/.test(line)) current?.push(line);
  }
  return diffs;
};
