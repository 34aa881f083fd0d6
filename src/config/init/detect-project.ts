/**
 * Detects the facts of a project for `dualgate init`. It reads files and runs nothing.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { detectDocuments } from './detect-documents.ts';
import { findSpecs } from './find-specs.ts';
import type { ProjectFacts } from './project-facts.ts';
import { watchWordsOf } from '../../testing/command/find-runner.ts';
import { RUNNER_NAMES, type RunnerName, RUNNERS } from '../../testing/runners.ts';
import { splitCommand } from '../split-command.ts';

const packageSchema = z.object({
  scripts: z.record(z.string(), z.unknown()).catch({}).default({}),
  dependencies: z.record(z.string(), z.unknown()).catch({}).default({}),
  devDependencies: z.record(z.string(), z.unknown()).catch({}).default({}),
});
type Package = z.output<typeof packageSchema>;

/** The facts of the project in `folder`. A file that cannot be read counts as absent. */
export const detectProject = async (folder: string): Promise<ProjectFacts> => ({
  ...(await detectTests(folder)),
  specs: await findSpecs(folder),
  documents: await detectDocuments(folder),
  git: isInRepository(resolve(folder)),
  installed: existsSync(join(folder, 'node_modules', 'dualgate', 'docs', 'reference', 'dualgate.schema.json')),
});

const detectTests = async (folder: string): Promise<Pick<ProjectFacts, 'runner' | 'command'>> => {
  const { scripts, dependencies, devDependencies } = await readPackage(folder);
  const script = scripts['test'];
  const fromScript = typeof script === 'string' ? readTestScript(script) : null;
  if (fromScript !== null) return fromScript;
  const packages = { ...dependencies, ...devDependencies };
  const installed = RUNNER_NAMES.find((name) => (RUNNERS[name].detect?.package ?? '') in packages);
  const runner = installed ?? (await findRunnerOfFiles(folder));
  return { runner, command: runner === null ? null : (RUNNERS[runner].detect?.command(folder) ?? null) };
};

/** Without a script or a package: the first known runner that has tests in the project. */
const findRunnerOfFiles = async (folder: string): Promise<RunnerName | null> => {
  for (const name of RUNNER_NAMES) if ((await RUNNERS[name].detect?.isIn?.(folder)) === true) return name;
  return null;
};

const readPackage = async (folder: string): Promise<Package> => {
  try {
    return packageSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  } catch {
    return { scripts: {}, dependencies: {}, devDependencies: {} };
  }
};

const isInRepository = (folder: string): boolean => {
  if (existsSync(join(folder, '.git'))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
};

/**
 * The command behind a script. `null` for a script without a known runner; a script with a known runner that needs
 * a shell is run through npm.
 */
const readTestScript = (
  script: string,
): (Pick<ProjectFacts, 'runner'> & { readonly command: readonly string[] }) | null => {
  const split = splitCommand(script);
  const words = 'words' in split ? split.words : script.split(/\s+/);
  const runner = runnerIn(words);
  if (runner === null) return null;
  if (!('words' in split)) return { runner, command: ['npm', 'test'] };
  const fromScript = RUNNERS[runner].detect?.fromScript ?? ((given) => runOnce(runner, given));
  return { runner, command: fromScript(split.words) ?? ['npm', 'test'] };
};

const runOnce = (runner: RunnerName, words: readonly string[]): readonly string[] => {
  const watchWords = watchWordsOf(runner);
  const once = words.filter((word) => !(word.startsWith('-') && watchWords.includes(word)));
  return once[0] === 'node' || once[0] === 'npx' ? once : ['npx', ...once];
};

const runnerIn = (words: readonly string[]): RunnerName | null =>
  RUNNER_NAMES.find((name) => RUNNERS[name].detect?.isInScript?.(words) === true) ?? null;
