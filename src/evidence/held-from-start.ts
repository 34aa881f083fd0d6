/**
 * What is frozen from the start of a run besides the spec and the config (RULES 2.7): the files by which git decides what
 * a source is, and those by which a runner decides what a test is — whether they exist yet or not.
 *
 * @module
 */
import { resolve } from 'node:path';
import { runGit } from './git.ts';

const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
const RUNNER_CONFIGS = [
  ...['vitest.config', 'vite.config'].flatMap((name) => EXTENSIONS.map((extension) => `${name}.${extension}`)),
  ...['vitest.workspace', 'vitest.projects'].flatMap((name) =>
    ['ts', 'js', 'json'].map((extension) => `${name}.${extension}`),
  ),
];

/**
 * The paths to freeze: relative to the workspace, absolute where they lie outside.
 *
 * @param sources - the paths of the fingerprint
 */
export const findHeldFromStart = async (workspace: string, sources: Iterable<string>): Promise<readonly string[]> => {
  const nested = [...sources].filter((path) => path.endsWith('/.gitignore'));
  const exclude = Buffer.from(await runGit(workspace, ['rev-parse', '--git-path', 'info/exclude']))
    .toString('utf8')
    .replace(/\n$/, '');
  return ['.gitignore', ...nested, resolve(workspace, exclude), ...RUNNER_CONFIGS];
};
