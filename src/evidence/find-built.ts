/** Test files that import something else than the sources: compiled code that git ignores, or an installed copy. */
import { parseJson } from '../base/text/parse-json.ts';
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path/posix';
import { isWithin } from '../base/files/folders.ts';
import { z } from 'zod';
import { readText } from '../base/files/open-plain.ts';
import { childrenOf, parserFor, type SyntaxNode, textOf } from '../base/text/syntax-tree.ts';
import { readGit } from '../project/sources/git.ts';

interface BuiltImport {
  /** The test file, relative to the folder. */
  readonly test: string;
  /** The imported file, relative to the folder; it may not exist yet. */
  readonly path: string;
  /** A glob of what the build makes there: the outermost folder that git ignores, or the file. */
  readonly makes: string;
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\s*\(\s*)["']([^"'\n]+)["']/g;
const SCRIPT = /\.[cm]?[jt]sx?$/;
/** Bounded: a large suite must not take long. */
const MOST_TESTS = 500;

const packageSchema = z.object({ name: z.string().catch('').default(''), main: z.string().catch('').default('') });

/** @param folder - absolute: that of the suite @param tests - its test files, relative to it */
export const findBuilt = async (folder: string, tests: Iterable<string>): Promise<readonly BuiltImport[]> => {
  const own = readOwn(folder);
  const imports: { readonly test: string; readonly name: string; readonly path: string }[] = [];
  for (const test of [...tests].filter((path) => SCRIPT.test(path)).slice(0, MOST_TESTS)) {
    const text = readText(join(folder, test)) ?? '';
    for (const [, name = ''] of text.matchAll(IMPORT)) {
      const path = resolveImport(name, test, own);
      if (path !== null) imports.push({ test, name, path });
    }
  }
  const ignored = await listIgnored(folder, [...new Set(imports.map(({ path }) => path))].flatMap(withParents));
  const built = new Map<string, BuiltImport>();
  for (const { test, name, path } of imports.filter((each) => ignored.has(each.path))) {
    if (built.has(path) || !(await isCode(join(folder, test), name))) continue;
    const outermost = withParents(path).find((each) => ignored.has(each)) ?? path;
    built.set(path, { test, path, makes: outermost === path ? path : `${outermost}/**` });
  }
  return [...built.values()];
};

/** Whether a name is a string of the code, and not a part of a text or a comment; one of a file that does not parse is. */
const isCode = async (file: string, name: string): Promise<boolean> => {
  try {
    const parse = await parserFor(file);
    return hasString(parse(readText(file) ?? ''), name);
  } catch {
    return true;
  }
};

const hasString = (node: SyntaxNode, value: string): boolean =>
  (node.type === 'StringLiteral' && textOf(node, 'value') === value) ||
  [...childrenOf(node)].some((child) => hasString(child, value));

const readOwn = (folder: string): z.infer<typeof packageSchema> =>
  packageSchema.safeParse(parseJson(readText(join(folder, 'package.json')) ?? '')).data ?? { name: '', main: '' };

/** A path in the folder; `null` for a package, and for what lies elsewhere. */
const resolveImport = (
  name: string,
  test: string,
  { name: ownName, main }: z.infer<typeof packageSchema>,
): string | null => {
  const isOwn = ownName !== '' && name === ownName;
  if (!isOwn && !name.startsWith('.')) return null;
  const path = isOwn ? '.' : normalize(join(dirname(test), name)).replace(/\/$/, '');
  if (path === '.') return main === '' ? null : normalize(main);
  return isAbsolute(path) || path.startsWith('..') || /(?:^|\/)node_modules\//.test(path) ? null : path;
};

/** `build`, `build/lib`, `build/lib/index.js` */
const withParents = (path: string): readonly string[] =>
  path.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'));

/** Without git, nothing is ignored. */
const listIgnored = async (folder: string, paths: readonly string[]): Promise<ReadonlySet<string>> => {
  if (paths.length === 0) return new Set();
  // Git takes a name with a slash at its end as that of a folder, which may not exist yet.
  const asked = [...new Set(paths)].flatMap((path) => (SCRIPT.test(path) ? [path] : [path, `${path}/`]));
  try {
    const found = await readGit(folder, ['check-ignore', '--no-index', '-z', '--stdin'], {
      input: `${asked.join('\0')}\0`,
    });
    const names = found.split('\0');
    return new Set(names.map((name) => name.replace(/\/$/, '')));
  } catch {
    return new Set();
  }
};

/** An import of a file that is older than a source, or that does not exist. */
interface StaleBuild extends BuiltImport {
  /** A source that is newer; `null` if the built file does not exist. */
  readonly newer: string | null;
}

/** The first one; `null` if all built files are newer than the sources. @param sources - that are no tests */
export const findStale = async (
  folder: string,
  built: readonly BuiltImport[],
  sources: Iterable<string>,
): Promise<StaleBuild | null> => {
  const missing = built.find(({ path }) => !existsSync(join(folder, path)));
  if (missing !== undefined) return { ...missing, newer: null };
  if (built.length === 0) return null;
  let newest = { path: '', at: 0 };
  for (const path of [...sources].filter((each) => SCRIPT.test(each))) {
    const at = await writtenAt(join(folder, path));
    if (at > newest.at) newest = { path, at };
  }
  for (const each of built)
    if ((await writtenAt(join(folder, each.path))) < newest.at) return { ...each, newer: newest.path };
  return null;
};

const writtenAt = async (path: string): Promise<number> => (await lstat(path).catch(() => null))?.mtimeMs ?? 0;

/** Python names the file of the module that lacks a name. */
const LACKS_NAME = /cannot import name '[^'\n]+' from '([\w.]+)' \(([^()\n]+)\)/;

interface InstalledCopy {
  /** The test file, relative to the workspace. */
  readonly path: string;
  readonly module: string;
  /** Absolute: what was loaded. */
  readonly loaded: string;
  /** The source of the same module, relative to the workspace. */
  readonly own: string;
}

/**
 * The first module of the workspace that a test file loads from elsewhere, such as site-packages or another checkout.
 *
 * @param workspace - absolute @param sources - relative to it @param failures - of test files that do not load
 */
export const findInstalledCopy = (
  workspace: string,
  sources: Iterable<string>,
  failures: readonly { readonly file: string; readonly message: string }[],
): InstalledCopy | null => {
  for (const { file, message } of failures) {
    const [, module = '', loaded = ''] = LACKS_NAME.exec(message) ?? [];
    if (!isAbsolute(loaded) || isWithin(workspace, loaded)) continue;
    const place = module.replaceAll('.', '/');
    const names = [`${place}.py`, `${place}/__init__.py`];
    const own = [...sources].find((source) => names.some((name) => source === name || source.endsWith(`/${name}`)));
    if (own !== undefined) return { path: file, module, loaded, own };
  }
  return null;
};
