/**
 * The names of the files by which test runners, and the programs that start them, decide what a test is and how it is run.
 *
 * @module
 */
import { basename } from 'node:path/posix';
import { SETTINGS } from './frozen-settings.ts';
import { askRunners } from '../testing/ask-runners.ts';
import { isPackageManager, nameProgram } from '../testing/command/find-program.ts';

/** Nobody needs a second one: held in the workspace, and in every folder below it, whether they exist yet or not. */
const CONFIGS = askRunners(({ frozen }) => frozen?.everywhere);

/** Held in the workspace whether they exist yet or not. What is of use at the root only may be anything elsewhere. */
export const RUNNER_FILES: readonly string[] = [...CONFIGS, ...askRunners(({ frozen }) => frozen?.atRoot)];

const NAMES = new Set(CONFIGS);

/** Whether a file configures a runner, wherever it lies. */
export const isRunnerFile = (path: string): boolean => NAMES.has(basename(path));

/** Parts of files that are edited for other reasons too, see frozen-parts.ts. */
export const RUNNER_PARTS: readonly string[] = [
  ...askRunners(({ frozen }) => frozen?.member).map((member) => `package.json#${member}`),
  ...[...askRunners(({ frozen }) => Object.keys(frozen?.parts ?? {})), ...SETTINGS].map((file) => `${file}#tests`),
];

/** The parts of a file of that name, wherever it lies. */
export const partsOf = (path: string): readonly string[] => {
  const folder = path.slice(0, path.length - basename(path).length);
  return RUNNER_PARTS.filter((part) => part.startsWith(`${basename(path)}#`)).map((part) => `${folder}${part}`);
};

/** Files of programs that run what is written in them: held when the test command is one. */
const RECIPES: Readonly<Record<string, readonly string[]>> = {
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  gmake: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml'],
  nox: ['noxfile.py'],
  rake: ['Rakefile', 'rakefile', 'Rakefile.rb'],
};

/** What the test command reads to know what to run: recipes, or the scripts of package.json. */
export const recipesOf = ([program = '', ...words]: readonly string[]): readonly string[] => {
  const name = nameProgram(program);
  if (isPackageManager(name) || words.some((word) => /^--run(?:=|$)/.test(word))) return ['package.json#scripts'];
  return Object.hasOwn(RECIPES, name) ? (RECIPES[name] ?? []) : [];
};
