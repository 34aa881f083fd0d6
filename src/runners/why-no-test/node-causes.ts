/** Causes in JavaScript projects: packages that are not built or not installed, scripts that package.json does not have. */
import { existsSync, realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { findInstalled, askNear, findProgram } from '../command/find-program.ts';
import { type RunnerName, RUNNERS } from '../runners.ts';
import { listScriptNames } from '../command/package-scripts.ts';
import {
  type BrokenSuite,
  type Cause,
  firstMatch,
  type Match,
  findUnbuilt,
  foldersUp,
  hasModules,
  inFolder,
  isOfWorkspace,
  managerOf,
  nearestPackage,
  packageOf,
  type PackageFile,
  readPackage,
} from './find-package.ts';

// Another version than those that dualgate's reporters were tested with may report anything.

/** `null` where the runner is one of those, or is not found. @param folder - absolute: where it runs */
export const findUntested = (runner: RunnerName, folder: string): string | null => {
  const { tested } = RUNNERS[runner];
  const found = tested === undefined ? null : findInstalled(tested.package, folder);
  if (tested === undefined || found === null) return null;
  const { version } = found;
  if (version === '') return null;
  const major = Number(version.split('.')[0]);
  if (major >= tested.from && major <= tested.to) return null;
  const range = tested.from === tested.to ? `${tested.from}` : `${tested.from} to ${tested.to}`;
  return `${runner} ${version} is ${major > tested.to ? 'newer' : 'older'} than the versions that dualgate was tested with (${range})`;
};

export const UNTESTED = /^(\S+ \S+ is (?:newer|older) than the versions that dualgate was tested with .*)$/m;

export const ADVICE_FOR_UNTESTED =
  'Install one of these, or set runner: tap or junit with a reporter of the runner itself.';

/** The wordings of Node, jest, mocha, Vite and esbuild. */
const NOT_FOUND = [
  /Cannot find (?:module|package) '([^'\n]+)'/g,
  /Failed to resolve (?:import|entry for package) "([^"\n]+)"/g,
  /Could not resolve "([^"\n]+)"/g,
  /Preset (\S+) not found/g,
  /Module (\S+) in the \w+ option was not found/g,
  /Test environment (\S+) cannot be found/g,
];

/** A shell, npx, pnpm and yarn did not find a program. */
const NO_PROGRAM = [
  /^(?:sh|bash|dash|zsh|\/bin\/sh)(?:: line)?(?:: \d+)?: ([\w.@/-]+): (?:command )?not found$/m,
  /^npm warn exec The following package was not found and will be installed: ([\w./-]+)/m,
  /Command "([\w.@/-]+)" not found/,
  /command not found: ([\w.@/-]+)/,
];
const NPX = /could not determine executable to run|npx canceled due to missing packages/;

const modulesNotFound = ({ text }: BrokenSuite): readonly string[] => [
  ...new Set(
    NOT_FOUND.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, name = '']) => name.replace(/^file:\/\/(?=\/)/, '')),
    ),
  ),
];
/** Where imports are resolved from: the suite, and the files that did not load. */
const placesOf = ({ run, folder, workspace }: BrokenSuite): readonly string[] => [
  ...new Set([folder, ...run.load_failures.map(({ file }) => dirname(join(workspace, file)))]),
];

const rootOf = ({ workspace }: BrokenSuite): string => foldersUp(workspace).at(-1) ?? workspace;

export const unbuiltPackage: Cause = {
  name: 'a package of the workspace that is not built',
  recognises: (broken) => {
    for (const name of modulesNotFound(broken)) {
      const found = isAbsolute(name) ? ownerOf(name) : linkedPackage(name, broken);
      if (found === null || !isOfWorkspace(found.owner.folder, rootOf(broken))) continue;
      const file = findUnbuilt(found.owner, found.wanted);
      if (file !== null) return [found.owner.folder, file];
    }
    return null;
  },
  says: ([folder, file = '']) => `${nameOf(folder)} is not built: its ${file} does not exist`,
  advice: ([folder, file = ''], { workspace }) => {
    const owner = readPackage(folder);
    if (owner?.scripts.includes('build') !== true) return `Build ${nameOf(folder)}, so that its ${file} exists.`;
    const isRoot = folder === realpathSync(workspace) || owner.name === '';
    return isRoot
      ? `Build it first: npm run build${inFolder(folder, realpathSync(workspace))}.`
      : `Build it first: ${managerOf(workspace).build(owner.name)}.`;
  },
};

const nameOf = (folder: string): string => {
  const name = readPackage(folder)?.name ?? '';
  return name === '' ? 'the package of this workspace' : `the package ${name}`;
};

interface Wanted {
  readonly owner: PackageFile;
  /** A file of it; `null` for its entry. */
  readonly wanted: string | null;
}

/** Links are resolved, as the link to a package of the workspace is in node_modules. */
const ownerOf = (path: string): Wanted | null => {
  const owner = nearestPackage(dirname(path));
  return owner === null
    ? null
    : { owner: { ...owner, folder: realpathSync(owner.folder) }, wanted: relative(owner.folder, path) };
};

const linkedPackage = (specifier: string, broken: BrokenSuite): Wanted | null => {
  if (!isPackageName(specifier)) return null;
  for (const place of placesOf(broken)) {
    const found = findInstalled(packageOf(specifier), place);
    const owner = found === null ? null : readPackage(found.place);
    if (owner !== null) return { owner, wanted: null };
  }
  return null;
};

/** And not a path, an alias such as `@/parts`, or a module of Node. */
const isPackageName = (specifier: string): boolean =>
  /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(?:\/|$)/i.test(specifier) && !isBuiltin(specifier);

export const missingPackages: Cause = {
  name: 'packages that are not installed',
  recognises: (broken) => {
    const own = nearestPackage(broken.folder);
    if (own === null) return null;
    const missing = missingNames(broken);
    if (own.needs.length > 0 && !hasModules(broken.folder))
      return missing.length > 0 || isSilent(broken) ? ['', own.folder] : null;
    const folders = placesOf(broken).flatMap(foldersUp);
    const listed = new Set(folders.flatMap((each) => readPackage(each)?.needs ?? []));
    const [name] = [...missing.filter((each) => listed.has(each)), ...missing];
    if (name === undefined) return null;
    if (listed.has(name)) return [name, own.folder];
    // An alias, or a program that is no package.
    return modulesNotFound(broken).map(packageOf).includes(name) &&
      !existsSync(join(own.folder, name.split('/')[0] ?? ''))
      ? [name, own.folder, 'unlisted']
      : null;
  },
  says: ([name, , unlisted]) => {
    if (name === '') return 'the dependencies of package.json are not installed: there is no node_modules';
    return unlisted === undefined
      ? `${name} is in package.json, but it is not installed`
      : `the package ${name} is not installed, and package.json does not list it`;
  },
  advice: ([name, folder = '', unlisted], { workspace }) => {
    const manager = managerOf(folder);
    const where = inFolder(manager.folder, workspace);
    if (unlisted === undefined) return `Install the packages${where}: ${manager.install}.`;
    const add =
      manager.install === 'npm ci' || manager.install === 'npm install'
        ? 'npm install --save-dev'
        : `${manager.install.split(' ')[0]} add --dev`;
    return `Add it${where}: ${add} ${name}. Or correct the import.`;
  },
};

/** No file was named that could be at fault instead. */
const isSilent = ({ run }: BrokenSuite): boolean =>
  run.tests.length + run.load_failures.length === 0 && run.ended === 'exited' && run.exit_code !== 0;

const missingNames = (broken: BrokenSuite): readonly string[] => {
  const modules = modulesNotFound(broken).filter(isPackageName).map(packageOf);
  const absent = modules.filter((name) => placesOf(broken).every((place) => findInstalled(name, place) === null));
  const program = missingProgram(broken);
  return program === null ? absent : [...absent, program];
};

const missingProgram = ({ text, command, folder }: BrokenSuite): string | null => {
  const [named] = firstMatch(text, NO_PROGRAM) ?? [];
  if (named !== undefined) return named;
  if (!NPX.test(text)) return null;
  const found = findProgram(command, folder);
  return 'program' in found ? found.program : null;
};

export const missingScript: Cause = {
  name: 'a script that package.json does not have',
  recognises: ({ text }) =>
    firstMatch(text, [
      /[Mm]issing script: "?([\w:.-]+)"?/,
      /error Command "([\w:.-]+)" not found/,
      /Script not found "([\w:.-]+)"/,
    ]),
  says: ([name], { folder }) => `package.json has no script ${name}${askNear(name, listScriptNames(folder))}`,
  advice: ([name]) => `Add the script ${name} to package.json, or correct tests.command.`,
};

/** The program that a package manager or a shell did not find, for the cause that names it. */
export const programNotFound = (broken: BrokenSuite): Match | null => {
  const program = missingProgram(broken);
  return program === null ? null : [program];
};
