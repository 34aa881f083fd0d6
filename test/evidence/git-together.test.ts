import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runGit } from '../../src/evidence/git.ts';
import { runGitTogether } from '../../src/evidence/git-together.ts';
import { aFolder, aRepository, hasGit, write } from './a-repository.ts';

const QUESTIONS = [
  ['rev-parse', 'HEAD'],
  ['ls-files', '-z', '--cached'],
  ['ls-files', '-z', '--others', '--', "it's *"],
] as const;

const askOneByOne = (folder: string) => Promise.all(QUESTIONS.map((args) => runGit(folder, args)));

const onPath = (path: string): void => {
  const before = process.env['PATH'];
  process.env['PATH'] = path;
  onTestFinished(() => void (process.env['PATH'] = before));
};

describe.skipIf(!hasGit)('several questions to git (needs git)', () => {
  test('are answered in their order as git answers each, to the byte', async () => {
    const folder = await aRepository({ 'a.js': 'a\n' });
    await write(folder, { "it's \n $HOME `new`": 'b\n' });

    const together = await runGitTogether(folder, QUESTIONS);
    expect(together.map(String)).toEqual((await askOneByOne(folder)).map(String));
    expect(String(together[2])).toBe("it's \n $HOME `new`\0");
  });

  test.each([0, 1, 2])('fail as the one at %i fails by itself, whatever the others say', async (at) => {
    const folder = await aRepository();
    const wrong = ['ls-files', '--no-such-option'];
    const questions = QUESTIONS.map((question, each) => (each === at ? wrong : question));

    const alone = await runGit(folder, wrong).catch((error: unknown) => error);
    expect(alone).toBeInstanceOf(Error);
    await expect(runGitTogether(folder, questions)).rejects.toEqual(alone);
  });

  test('are asked one by one where there is no shell', async () => {
    const [folder, programs] = [await aRepository(), await aFolder()];
    const expected = await askOneByOne(folder);
    symlinkSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(), join(programs, 'git'));
    onPath(programs);

    expect(await runGitTogether(folder, QUESTIONS)).toEqual(expected);
  });
});
