/** The packages of a monorepo. It reads files and runs nothing. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import picomatch from 'picomatch';
import { z } from 'zod';
import { readModules } from '../../runners/go/read-go.ts';
import { readPackage, detectTests } from './detect-tests.ts';
import { readText } from '../../base/files/open-plain.ts';
import { isRepository } from '../../base/files/folders.ts';
import { detectDocuments } from './render-phases.ts';
import { findSpecs, withCriteriaFirst } from './find-specs.ts';
import type { ProjectFacts, SpecCandidate, ProposedCheck } from './script-checks.ts';
import { isPackageManager } from '../../runners/command/find-program.ts';

export interface WorkspacePackage {
  /** As its manifest names it; without a name, its folder. */
  readonly name: string;
  /** Relative to the root, with `/`. */
  readonly folder: string;
}

/** Ordered by their folders. Without a monorepo: none. */
export const findPackages = async (root: string): Promise<readonly WorkspacePackage[]> => {
  const globs = await readGlobs(root);
  if (globs.every(({ patterns }) => patterns.length === 0)) return [];
  const folders = await listFolders(root);
  const found = globs.flatMap(({ patterns, manifest, readName }) => {
    const plain = patterns.map((pattern) => pattern.replace(/^(!?)(?:\.\/)+/, '$1').replace(/\/+$/, ''));
    const isIn = picomatch(plain.filter((pattern) => !pattern.startsWith('!')));
    const isOut = picomatch(plain.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)));
    return folders
      .filter((folder) => isIn(folder) && !isOut(folder) && existsSync(join(root, folder, manifest)))
      .map(async (folder) => ({ name: (await readName(join(root, folder))) || folder, folder }));
  });
  const packages = await Promise.all(found);
  return packages.filter(({ folder }, i) => packages.findIndex((each) => each.folder === folder) === i);
};

interface Globs {
  readonly patterns: readonly string[];
  /** The file that a package has. */
  readonly manifest: string;
  readonly readName: (folder: string) => Promise<string>;
}

const texts = z.array(z.string()).catch([]).default([]);
const rootSchema = z.object({
  workspaces: z
    .union([z.array(z.string()), z.object({ packages: texts })])
    .catch([])
    .default([]),
});
const listSchema = z.object({ packages: texts });

const readGlobs = async (root: string): Promise<readonly Globs[]> => {
  const read = (name: string): string => readText(join(root, name)) ?? '';
  const { workspaces } = parseWith(rootSchema, read('package.json'), { workspaces: [] });
  const ofNode = [
    ...('packages' in workspaces ? workspaces.packages : workspaces),
    ...parseWith(listSchema, read('pnpm-workspace.yaml'), { packages: [] }).packages,
    ...parseWith(listSchema, read('lerna.json'), { packages: [] }).packages,
  ];
  const readFirst =
    (name: string, line: RegExp) =>
    async (folder: string): Promise<string> =>
      line.exec(readText(join(folder, name)) ?? '')?.[1] ?? '';
  return [
    { patterns: ofNode, manifest: 'package.json', readName: async (folder) => (await readPackage(folder)).name },
    {
      patterns: readMembers(read('Cargo.toml')),
      manifest: 'Cargo.toml',
      readName: readFirst('Cargo.toml', /^\s*name\s*=\s*"([^"]+)"/m),
    },
    {
      patterns: readModules(read('go.work')),
      manifest: 'go.mod',
      readName: readFirst('go.mod', /^\s*module\s+(\S+)/m),
    },
  ];
};

/** JSON is YAML, but for tabs: they are blanks in it. */
const parseWith = <T>(schema: z.ZodType<T>, text: string, otherwise: T): T => {
  try {
    return schema.parse(parse(text.replaceAll('\t', ' ')));
  } catch {
    return otherwise;
  }
};

/** `members = ["crates/*"]` of the table `[workspace]`. */
const readMembers = (text: string): readonly string[] => {
  const table = /^\[workspace\]\s*$([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(text)?.[1] ?? '';
  const list = /^\s*members\s*=\s*\[([\s\S]*?)\]/m.exec(table)?.[1] ?? '';
  return [...list.matchAll(/"([^"]+)"/g)].map(([, member = '']) => member);
};

const DEEPEST = 4;
const NEVER = new Set(['node_modules', 'target', 'dist', 'build', 'vendor']);

/** Relative to the root, with `/`, in the order of their names. */
const listFolders = async (root: string, folder = '', depth = 0): Promise<readonly string[]> => {
  if (depth >= DEEPEST) return [];
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory() && !NEVER.has(entry.name) && !entry.name.startsWith('.'))
    .map(({ name }) => (folder === '' ? name : `${folder}/${name}`))
    .sort();
  const below = await Promise.all(names.map(async (name) => [name, ...(await listFolders(root, name, depth + 1))]));
  return below.flat();
};

interface ProjectOptions {
  /** The PATH on which programs are looked for. @default that of this process */
  readonly path?: string | undefined;
  /** The package whose tests run. @default the project itself */
  readonly part?: WorkspacePackage | undefined;
  /** Whether the project is the root of a monorepo. @default false */
  readonly isRoot?: boolean;
}

/** The facts of the project in `folder`. A file that cannot be read counts as absent. */
export const detectProject = async (
  folder: string,
  { path = process.env['PATH'] ?? '', part, isRoot = false }: ProjectOptions = {},
): Promise<ProjectFacts> => ({
  ...(await (part === undefined ? detectTests(folder, { path, isRoot }) : detectPart(folder, part, path))),
  specs: await findSpecsOf(folder, part?.folder),
  documents: await detectDocuments(folder),
  git: isInRepository(resolve(folder)),
  installed: existsSync(join(folder, 'node_modules', 'dualgate', 'docs', 'reference', 'dualgate.schema.json')),
});

/** A package may use what is installed for its root. */
const detectPart = async (root: string, { folder }: WorkspacePackage, path: string) => {
  const { dependencies, devDependencies } = await readPackage(root);
  const packages = existsSync(join(root, folder, 'package.json')) ? { ...dependencies, ...devDependencies } : {};
  const { checks, ...tests } = await detectTests(join(root, folder), { path, packages });
  const isPnpm = existsSync(join(root, 'pnpm-workspace.yaml'));
  return { ...tests, folder, checks: checks.flatMap((check) => runFromRoot(check, folder, isPnpm) ?? []) };
};

/** A check runs in the workspace, so it names the folder of the package; `null` where it cannot. */
const runFromRoot = ({ name, command }: ProposedCheck, folder: string, isPnpm: boolean): ProposedCheck | null => {
  const [program = '', ...words] = command;
  if (isPackageManager(program) && words[0] === 'run')
    return { name, command: [...(isPnpm ? ['pnpm', '--dir', folder] : ['npm', '--prefix', folder]), ...words] };
  if (program !== 'npx') return null;
  const exec = isPnpm ? ['pnpm', '--dir', folder, 'exec'] : ['npm', 'exec', `--workspace=${folder}`, '--'];
  return { name, command: [...exec, ...words] };
};

/** Those of the package before those of the root. */
const findSpecsOf = async (root: string, folder: string | undefined): Promise<readonly SpecCandidate[]> => {
  const ofRoot = await findSpecs(root);
  if (folder === undefined) return ofRoot;
  const own = (await findSpecs(join(root, folder))).map((spec) => ({ ...spec, path: `${folder}/${spec.path}` }));
  return withCriteriaFirst([...own, ...ofRoot]);
};

const isInRepository = (folder: string): boolean => {
  if (isRepository(folder)) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
};
