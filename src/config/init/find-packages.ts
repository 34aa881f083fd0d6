/**
 * The packages of a monorepo: workspaces of npm, yarn, pnpm and lerna, members of a cargo workspace, modules of go.work. It
 * reads files and runs nothing.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import picomatch from 'picomatch';
import { z } from 'zod';
import { readModules } from '../../testing/go/go-work.ts';
import { readPackage } from './detect-tests.ts';
import { readText } from '../../files/open-plain.ts';

/** One package of a monorepo. */
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
