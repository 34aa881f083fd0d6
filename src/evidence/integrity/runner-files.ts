/**
 * The names of the files by which test runners, and the programs that start them, decide which files are tests and
 * how they run.
 */
import { basename } from 'node:path/posix';
import { SETTINGS } from './frozen-settings.ts';
import { askRunners } from '../../runners/runners.ts';
import { isPackageManager, nameProgram } from '../../runners/command/find-program.ts';
import { RECIPES, TASK_RUNNERS } from './settings/task-tools.ts';

/** A second one is never needed: frozen in the workspace, and in every folder below it, whether they exist yet or not. */
const CONFIGS = askRunners(({ frozen }) => frozen?.everywhere);

/** Only a part of them counts. */
const IN_PARTS = new Set(askRunners(({ frozen }) => Object.keys(frozen?.parts ?? {})));

/**
 * Frozen in the workspace whether they exist yet or not. A file that matters only at the root is unrestricted
 * elsewhere.
 */
export const RUNNER_FILES: readonly string[] = [
  ...CONFIGS.filter((name) => !IN_PARTS.has(name)),
  ...askRunners(({ frozen }) => frozen?.atRoot),
];

const NAMES = new Set(CONFIGS);

/** Whether a file configures a runner, in any folder. */
export const isRunnerFile = (path: string): boolean => NAMES.has(basename(path));

/** Whether such a file may have other settings too, which are free: its parts are those of {@link partsOf}. */
export const isRunnerFileInPart = (path: string): boolean => isRunnerFile(path) && IN_PARTS.has(basename(path));

/** Parts of files that are also edited for other reasons, see frozen-parts.ts. */
export const RUNNER_PARTS: readonly string[] = [
  ...askRunners(({ frozen }) => frozen?.member).map((member) => `package.json#${member}`),
  ...[...askRunners(({ frozen }) => Object.keys(frozen?.parts ?? {})), ...SETTINGS].map((file) => `${file}#tests`),
];

/** The parts of a file of that name, in any folder. */
export const partsOf = (path: string): readonly string[] => {
  const folder = path.slice(0, path.length - basename(path).length);
  return RUNNER_PARTS.filter((part) => part.startsWith(`${basename(path)}#`)).map((part) => `${folder}${part}`);
};

/** In the place of a recipe: `script-closure.ts` finds the scripts that count. */
export const SCRIPTS = 'package.json#scripts';

/** The files in which the test command finds what to run: recipes, or the scripts of package.json. */
export const recipesOf = ([program = '', ...words]: readonly string[]): readonly string[] => {
  const name = nameProgram(program);
  if (isPackageManager(name) || Object.hasOwn(TASK_RUNNERS, name) || words.some((word) => /^--run(?:=|$)/.test(word)))
    return [SCRIPTS];
  return Object.hasOwn(RECIPES, name) ? (RECIPES[name] ?? []) : [];
};

export const PROGRAMS = askRunners(({ frozen }) => frozen?.programs);
