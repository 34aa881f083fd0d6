/**
 * What is frozen from the start of a run besides the spec and the config (RULES 2.7): the files by which git decides what
 * a source is, and those by which a runner decides what a test is — whether they exist yet or not.
 *
 * @module
 */
import { resolve } from 'node:path';
import { basename } from 'node:path/posix';
import { isPackageManager, nameProgram } from '../testing/find-program.ts';
import { runGit } from './git.ts';

const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
const RUNNER_CONFIGS = [
  ...['vitest.config', 'vite.config', 'jest.config', 'playwright.config'].flatMap((name) =>
    EXTENSIONS.map((extension) => `${name}.${extension}`),
  ),
  'jest.config.json',
  ...['js', 'cjs', 'mjs', 'json', 'jsonc', 'yaml', 'yml'].map((extension) => `.mocharc.${extension}`),
  ...['vitest.workspace', 'vitest.projects'].flatMap((name) =>
    ['ts', 'js', 'json'].map((extension) => `${name}.${extension}`),
  ),
  'pytest.ini',
  '.pytest.ini',
  'pytest.toml',
  '.pytest.toml',
  'tox.ini',
  'setup.cfg',
  // Python loads them before anything else.
  'sitecustomize.py',
  'usercustomize.py',
];
const CARGO_CONFIGS = ['.cargo/config.toml', '.cargo/config'];
/** The rest of it is the agent's. */
const PYTEST_SETTINGS = 'pyproject.toml#pytest';

/** jest and mocha may be configured there. */
const PACKAGE_MEMBERS = ['package.json#jest', 'package.json#mocha'];

/** Shells and options of npm, for every script that it runs. */
const NPM_CONFIG = '.npmrc';

/**
 * The paths to freeze: relative to the workspace, absolute where they lie outside.
 *
 * @param sources - the paths of the fingerprint
 * @param command - of the tests
 */
export const findHeldFromStart = async (
  workspace: string,
  sources: Iterable<string>,
  command: readonly string[],
): Promise<readonly string[]> => {
  const below = [...sources].filter(
    (path) => path.endsWith('/.gitignore') || RUNNER_CONFIGS.includes(basename(path)) || basename(path) === NPM_CONFIG,
  );
  const exclude = await askGit(workspace, '--git-path', 'info/exclude');
  return [
    ...(await findIgnoreFilesAbove(workspace)),
    '.gitignore',
    resolve(workspace, exclude),
    NPM_CONFIG,
    ...RUNNER_CONFIGS,
    ...CARGO_CONFIGS,
    PYTEST_SETTINGS,
    ...PACKAGE_MEMBERS,
    ...below,
    ...(runsScripts(command) ? ['package.json#scripts'] : []),
  ];
};

/** Those of the folders between the workspace and the root of its repository decide about the workspace too. */
const findIgnoreFilesAbove = async (workspace: string): Promise<readonly string[]> => {
  const steps = (await askGit(workspace, '--show-cdup')).split('/').filter((step) => step === '..');
  return steps.map((_step, i) => `${'../'.repeat(i + 1)}.gitignore`);
};

/** One script may call another, so all are held; the rest of package.json is the agent's. */
const runsScripts = ([program = '', ...words]: readonly string[]): boolean =>
  isPackageManager(nameProgram(program)) || words.some((word) => /^--run(?:=|$)/.test(word));

const askGit = async (workspace: string, ...question: readonly string[]): Promise<string> =>
  Buffer.from(await runGit(workspace, ['rev-parse', ...question]))
    .toString('utf8')
    .replace(/\n$/, '');
