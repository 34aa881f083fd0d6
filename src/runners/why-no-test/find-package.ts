/** The packages of a JavaScript project, as far as they explain why a module was not found. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import type { TestRun } from '../test-run.ts';
import { isRepository, isWithin } from '../../base/files/folders.ts';
import { readText } from '../../base/files/open-plain.ts';
import { parseJson } from '../../base/text/parse-json.ts';

// One cause of a suite that cannot be a baseline. It reads output and files, and runs nothing.

export interface BrokenSuite {
  readonly run: TestRun;
  /** Program and arguments, without a shell. */
  readonly command: readonly string[];
  /** Absolute: where it ran. */
  readonly folder: string;
  /** Absolute: the workspace around it, or the same folder. */
  readonly workspace: string;
  /** Everything that the runner said of it: messages, problems, its last lines. */
  readonly text: string;
}

/** Facts about the cause, such as the name of a module. */
export type Match = readonly [string, ...string[]];

export interface Cause {
  readonly name: string;
  /** The facts, or `null` if this is not the cause. */
  readonly recognises: (broken: BrokenSuite) => Match | null;
  /** The problem: a clause without a full stop. */
  readonly says: (match: Match, broken: BrokenSuite) => string;
  readonly advice: (match: Match, broken: BrokenSuite) => string;
}

/** The groups of the first of these patterns that matches. The first group must not be empty. */
export const firstMatch = (text: string, patterns: readonly RegExp[]): Match | null => {
  for (const pattern of patterns) {
    const [, first, ...rest] = pattern.exec(text) ?? [];
    if (first !== undefined && first !== '') return [first, ...rest.map((each) => each ?? '')];
  }
  return null;
};

/** The command as it can be typed into a shell. */
export const showCommand = (command: readonly string[]): string =>
  command.map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');

const names = z.record(z.string(), z.unknown()).catch({});

const packageFile = z.looseObject({
  name: z.string().catch(''),
  scripts: names,
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
});

/** Absolute: its folder. */
export type PackageFile = NonNullable<ReturnType<typeof readPackage>>;

/** Scripts, what has to be installed, relative paths that it exports (`*` as there); `null` where none can be read. */
export const readPackage = (folder: string) => {
  const found = packageFile.safeParse(parseJson(readText(join(folder, 'package.json')) ?? '')).data;
  if (found === undefined) return null;
  const { name, scripts, dependencies, devDependencies, optionalDependencies, peerDependencies } = found;
  return {
    folder,
    name,
    scripts: Object.keys(scripts),
    needs: [dependencies, devDependencies, optionalDependencies, peerDependencies].flatMap(Object.keys),
    entries: [found['main'], found['module'], found['exports']]
      .flatMap(listPaths)
      .filter((path) => !/\.d\.[cm]?ts$/.test(path)),
  };
};

/** Every text in it, however deep: conditions of `exports` nest. */
const listPaths = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listPaths) : [];
};

/** The folder and the folders around it, up to the root of the repository. */
export const foldersUp = (folder: string): readonly string[] => {
  const parent = dirname(folder);
  return parent === folder || isRepository(folder) ? [folder] : [folder, ...foldersUp(parent)];
};

export const nearestPackage = (folder: string): PackageFile | null =>
  foldersUp(folder)
    .map(readPackage)
    .find((each) => each !== null) ?? null;

/** Whether anything is installed for this folder. Plug'n'Play of Yarn needs no node_modules. */
export const hasModules = (folder: string): boolean =>
  foldersUp(folder).some((each) => ['node_modules', '.pnp.cjs'].some((name) => existsSync(join(each, name))));

/** `@x/a` of `@x/a/parts/one`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The folder is one that the user's project builds, and no installed copy. */
export const isOfWorkspace = (folder: string, around: string): boolean =>
  isWithin(realpathSync(around), folder) && !folder.split(sep).includes('node_modules');

const BUILT = /^(?:dist|build|lib|out|esm|cjs|es|types|generated)$/;

/** The file that the package has to build, relative to it; `null` if nothing is missing. */
export const findUnbuilt = ({ folder, entries }: PackageFile, wanted: string | null): string | null => {
  const missing = (path: string): boolean => !existsSync(join(folder, path));
  if (wanted === null) return entries.find((path) => !path.includes('*') && missing(path)) ?? null;
  const [first = ''] = wanted.split('/');
  const isEntry = entries.some((path) => path === wanted || new RegExp(`^${globToPattern(path)}$`).test(wanted));
  return missing(wanted) && (isEntry || (BUILT.test(first) && missing(first))) ? wanted : null;
};

const globToPattern = (path: string): string =>
  path.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.+');

type Manager = Readonly<{ install: string; build: (name: string) => string }>;

const BUN: Manager = { install: 'bun install', build: (name) => `bun run --filter ${name} build` };
const MANAGERS: Readonly<Record<string, Manager>> = {
  'pnpm-lock.yaml': { install: 'pnpm install', build: (name) => `pnpm --filter ${name} run build` },
  'yarn.lock': { install: 'yarn install', build: (name) => `yarn workspace ${name} run build` },
  'bun.lock': BUN,
  'bun.lockb': BUN,
  'package-lock.json': { install: 'npm ci', build: (name) => `npm run build --workspace ${name}` },
};
const NPM: Manager = { install: 'npm install', build: (name) => `npm run build --workspace ${name}` };

/** The package manager by its lock file, and the folder of that; npm and the given folder where there is none. */
export const managerOf = (folder: string): Manager & { readonly folder: string } => {
  for (const each of foldersUp(folder))
    for (const [lock, manager] of Object.entries(MANAGERS))
      if (existsSync(join(each, lock))) return { ...manager, folder: each };
  return { ...NPM, folder };
};

/** ` in packages/web`, or nothing for the workspace itself. */
export const inFolder = (folder: string, workspace: string): string => {
  const way = relative(workspace, folder);
  return way === '' ? '' : ` in ${way}`;
};
