/** The files by which runners, and the programs that start them, decide which files are tests and how they run. */
import { parseJson } from '../../base/text/parse-json.ts';
import { readText } from '../../base/files/open-plain.ts';
import { basename } from 'node:path/posix';
import { SETTINGS } from './frozen-settings.ts';
import { askRunners } from '../../runners/runners.ts';
import { isPackageManager, nameProgram } from '../../runners/command/find-program.ts';
import { MAKEFILES } from '../../runners/replays/watch-replays.ts';
import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { foldersAbove, namesIn } from '../../base/files/folders.ts';

export interface TaskTool {
  /** How it is started, in the test command, in a script or in a recipe that this reaches. */
  readonly startedBy: RegExp;
  /** Names of files that are frozen whole, at the root and in the folder of the suite, existing or not. */
  readonly files?: readonly string[];
  /** Whether those of other folders are, too: the first one names them. */
  readonly below?: true;
  /** Folders of such files at the root, without what the tool keeps in them. */
  readonly folders?: readonly string[];
  /** Files in the folder of any package, and members of its package.json, of which the tasks that the tests do not reach are free. */
  readonly tables?: readonly string[];
  /** Whether it runs scripts of packages that it finds by their names and places. */
  readonly ofPackages?: true;
}

/** A program at the beginning of a command, or behind another that starts it. */
const started = (names: string): RegExp => new RegExp(String.raw`(?:^|[\s;&|(/"'])(?:${names})(?=["']?(?:\s|$))`, 'm');

const RECIPES: Readonly<Record<string, readonly string[]>> = {
  make: MAKEFILES,
  gmake: MAKEFILES,
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml'],
  nox: ['noxfile.py'],
  rake: ['Rakefile', 'rakefile', 'Rakefile.rb'],
};

/** A Makefile below says how the product is built. */
const BELOW: Readonly<Record<string, Pick<TaskTool, 'below'>>> = { just: { below: true }, task: { below: true } };

/** They run scripts of a package.json, among others. */
const TASK_RUNNERS: Readonly<Record<string, Omit<TaskTool, 'startedBy'>>> = {
  turbo: { tables: ['turbo.json', 'turbo.jsonc'], ofPackages: true },
  nx: {
    files: ['lerna.json', 'workspace.json'],
    tables: ['nx.json', 'project.json', 'package.json#nx'],
    ofPackages: true,
  },
  lerna: { files: ['lerna.json'], tables: ['nx.json', 'project.json', 'package.json#nx'], ofPackages: true },
  wireit: { tables: ['package.json#wireit'], ofPackages: true },
  moon: { tables: ['moon.yml', 'moon.yaml'], folders: ['.moon'], ofPackages: true },
  lage: { files: ['lage.config.js', 'lage.config.cjs', 'lage.config.mjs', '.lagerc'], ofPackages: true },
  rush: { files: ['rush.json', 'common/config/rush/command-line.json'], ofPackages: true },
};

/** Options of a package manager that make it run scripts of other packages. */
const OF_WORKSPACES =
  /\b(?:npm|pnpm|yarn|bun)\b[^;&|\n]*(?:\s-(?:w|ws|F|r)\b|\s--(?:workspaces?|filter|recursive)\b|\bworkspaces?\b)/;

export const TASK_TOOLS: readonly TaskTool[] = [
  ...Object.entries(RECIPES).map(([name, files]) => ({ startedBy: started(name), files, ...BELOW[name] })),
  ...Object.entries(TASK_RUNNERS).map(([name, row]) => ({ startedBy: started(name), ...row })),
  { startedBy: OF_WORKSPACES, ofPackages: true },
];

/** A second one is never needed: frozen in the workspace, and in every folder below it, whether they exist yet or not. */
const CONFIGS = askRunners(({ frozen }) => frozen?.everywhere);

/** Only a part of them counts. */
const IN_PARTS = new Set(askRunners(({ frozen }) => Object.keys(frozen?.parts ?? {})));

/** Whether they exist yet or not. A file that matters only at the root is free elsewhere. */
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

const SCOPES = askRunners(({ frozen }) => frozen?.scopes);
const PACKAGES = askRunners(({ frozen }) => frozen?.packages);
const INSTALLED = askRunners(({ frozen }) => frozen?.installed);

const isOfTests = (name: string): boolean => PACKAGES.some((packages) => packages.test(name));
/** Folders as `…/**`, and nearer places. @param workspace - where the tests run @param root - of the sources */
export const findRunnerPackages = async (
  workspace: string,
  root = workspace,
  isStarted: (program: string) => boolean = () => true,
): Promise<readonly string[]> => {
  const paths = new Set<string>(PROGRAMS.filter((name) => isStarted(name)).map((name) => `node_modules/.bin/${name}`));
  const nearer: string[] = [];
  const seen = new Set<string>();
  for (const folder of [workspace, ...foldersAbove(workspace)]) {
    const modules = join(folder, 'node_modules');
    for (const name of listPackages(modules)) {
      if (seen.has(name)) continue;
      seen.add(name);
      for (const place of nearer) paths.add(join(place, name));
      for (const path of await followLinks(join(modules, name), root)) paths.add(path);
    }
    nearer.push(modules);
  }
  for (const findInstalled of INSTALLED) for (const path of await findInstalled(workspace)) paths.add(path);
  return [...paths];
};

const COPIES = askRunners(({ frozen }) => Object.entries(frozen?.copies ?? {}));

/** Whether what is installed there changed, and is a copy of what is read without it. @param path - as it is frozen */
export const isFreeCopy = async (workspace: string, path: string): Promise<boolean> => {
  const place = resolve(workspace, path);
  for (const [name, isCopy] of COPIES)
    if (place.endsWith(`${sep}${name}`) && (await isCopy(place.slice(0, -name.length - 1)).catch(() => false)))
      return true;
  return false;
};

const listPackages = (modules: string): readonly string[] => {
  const scoped = SCOPES.flatMap((scope) => namesIn(join(modules, scope)).map((name) => `${scope}/${name}`));
  return [...namesIn(modules), ...scoped].filter((name) => isOfTests(name));
};

/** A package, and where it is only a link into a store, its dependencies beside it there. */
const followLinks = async (path: string, workspace: string, known = new Set<string>()): Promise<readonly string[]> => {
  const real = await realpath(path).catch(() => null);
  if (real === null || known.has(real) || isSource(real, workspace)) return [];
  known.add(real);
  if (real === (await realpath(dirname(path)).catch(() => '')) + path.slice(dirname(path).length))
    return [`${path}/**`];
  const found: string[] = [path, `${real}/**`];
  const store = real.slice(0, real.lastIndexOf(`node_modules${sep}`) + 'node_modules'.length);
  for (const name of readDependencies(real)) {
    if (isOfTests(name)) found.push(...(await followLinks(join(store, name), workspace, known)));
  }
  return found;
};

/** A developer of a runner has its sources in the workspace, and they have to stay editable. */
const isSource = (real: string, workspace: string): boolean => {
  const inside = relative(resolve(workspace), real);
  return !inside.startsWith('..') && !inside.split(sep).includes('node_modules');
};

const packageFile = z.looseObject({ dependencies: z.record(z.string(), z.string()).default({}) });

const readDependencies = (folder: string): readonly string[] =>
  Object.keys(packageFile.safeParse(parseJson(readText(join(folder, 'package.json')) ?? '')).data?.dependencies ?? {});
