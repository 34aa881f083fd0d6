/** Files that a loader would take in place of a frozen helper: frozen as absent, they may not appear. */
import { basename, dirname, extname, join } from 'node:path/posix';
import type { ReadSource } from '../named-files.ts';
import { escapePattern } from '../../../base/text/quote-text.ts';

/** In the order in which one bundler or another looks for them. */
const ENDINGS = ['.mjs', '.js', '.cjs', '.mts', '.ts', '.cts', '.jsx', '.tsx', '.json', '.node'] as const;

/** @param modules - frozen sources, the tests among them @param tests - the test files, which import them */
export const findShadows = async (
  modules: readonly string[],
  tests: readonly string[],
  sources: ReadonlySet<string>,
  read: ReadSource,
): Promise<readonly string[]> => {
  const paths = [...new Set([...tests, ...modules])].filter((path) => sources.has(path));
  const importers: readonly Importer[] = await Promise.all(
    paths.map(async (path) => ({ path, text: await read(path) })),
  );
  return [
    ...paths
      .filter((path) => modules.includes(path))
      .flatMap((path) => FINDERS.find(({ endings }) => endings.test(path))?.shadowsOf(path, importers) ?? []),
    ...ofInstalled(importers, sources),
    ...(await ofMaps(paths, importers, read)),
  ].filter((path) => !sources.has(path));
};

interface Importer {
  readonly path: string;
  readonly text: string;
}

interface Finder {
  readonly endings: RegExp;
  /** @param importers - the frozen files that may import it */
  readonly shadowsOf: (path: string, importers: readonly Importer[]) => readonly string[];
}

const withoutEnding = (path: string): string => path.slice(0, path.length - extname(path).length);

/** The endings of code that is written as TypeScript and imported by the name of its output, and the other way round. */
const TWINS: Readonly<Record<string, readonly string[]>> = {
  '.ts': ['.js', '.jsx'],
  '.tsx': ['.js', '.jsx'],
  '.mts': ['.mjs'],
  '.cts': ['.cjs'],
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};
const TYPED = /\.[cm]?tsx?$/;

/** The last parts of quoted words, with and without an ending: most modules are none of them, and need no further look. */
const segmentsIn = (importers: readonly Importer[]): ReadonlySet<string> => {
  const known = SEGMENTS.get(importers);
  if (known !== undefined) return known;
  const found = new Set<string>();
  for (const { text } of importers.filter(({ path }) => SCRIPT.test(path)))
    for (const [, quoted = ''] of text.matchAll(/["'](?=([^"'\n]*)["'])/g)) {
      const last = basename(quoted);
      found.add(last).add(last.replace(/\.[cm]?jsx?$/, ''));
    }
  SEGMENTS.set(importers, found);
  return found;
};
const SEGMENTS = new WeakMap<readonly Importer[], ReadonlySet<string>>();

/** A file comes before a folder of its name, and the package.json of a folder before its index. */
const ofScript = (path: string, importers: readonly Importer[]): readonly string[] => {
  const bare = withoutEnding(path);
  const isIndex = basename(bare) === 'index';
  if (!isIndex && !segmentsIn(importers).has(basename(bare))) return [];
  const name = escapePattern(basename(isIndex ? dirname(bare) : bare));
  const named = new RegExp(
    `["'](?:(?:[^"'\\n]*/)?${name}/?${isIndex ? String.raw`|\.{1,2}/?|\.{1,2}(?:/\.\.)+/?` : ''})["']`,
  );
  const byOutput = new RegExp(`["'][^"'\\n]*/${escapePattern(basename(bare))}\\.[cm]?jsx?["']`);
  const endings = (place: string): readonly string[] => ENDINGS.map((ending) => `${place}${ending}`);
  const folder = dirname(path);
  return [
    ...(importers.some(({ path: from, text }) => SCRIPT.test(from) && named.test(text))
      ? [...endings(bare), ...(isIndex && folder !== '.' ? [...endings(folder), join(folder, 'package.json')] : [])]
      : []),
    ...(importers.some(
      ({ path: from, text }) => (TYPED.test(from) || TYPED.test(path)) && SCRIPT.test(from) && byOutput.test(text),
    )
      ? (TWINS[extname(path)] ?? []).map((ending) => `${bare}${ending}`)
      : []),
  ];
};
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** A package comes before a module of its name, compiled code before both, and the folder of a test file before the root. */
const ofPython = (path: string, importers: readonly Importer[]): readonly string[] => {
  const isPackage = basename(path) === '__init__.py';
  const module = isPackage ? dirname(path) : withoutEnding(path);
  const named = new RegExp(`^\\s*(?:from|import)\\b[^\\n]*\\b${escapePattern(basename(module))}\\b`, 'm');
  const folders = importers
    .filter(({ path: from, text }) => from !== path && named.test(text))
    .map(({ path: from }) => dirname(from));
  if (folders.length === 0) return [];
  const places = new Set([module, ...folders.map((folder) => join(folder, basename(module)))]);
  return [
    ...[...places].flatMap((place) => [
      `${place}/__init__.py`,
      ...(isPackage && place === module ? [] : [`${place}.py`]),
      ...COMPILED.map((ending) => `${place}${ending}`),
    ]),
    // In a package, pytest looks for it from the folder above.
    ...(!isPackage && folders.includes(dirname(path)) ? [join(dirname(path), '__init__.py')] : []),
  ];
};
const COMPILED = ['.so', '.abi3.so', '.pyd'];

const FINDERS: readonly Finder[] = [
  { endings: SCRIPT, shadowsOf: ofScript },
  { endings: /\.py$/, shadowsOf: ofPython },
];

/** At the start of a line: a test may look inside of itself for code that is not there yet. */
const AT_ONCE = /^(?:from\s+([A-Za-z_]\w*)[\w.]*\s+import\b|import\s+([^\n#]+))/gm;

/** Modules of Python that are installed, or of Python itself: the folder of a test, and the root, come before these. */
const ofInstalled = (importers: readonly Importer[], sources: ReadonlySet<string>): readonly string[] => {
  const own = new Set([...sources].flatMap((path) => path.split('/').map((part) => part.replace(/\.py$/, ''))));
  return importers
    .filter(({ path }) => path.endsWith('.py'))
    .flatMap(({ path, text }) => {
      const names = [...text.matchAll(AT_ONCE)].flatMap(([, from, plain = '']) =>
        from === undefined ? plain.split(',').map((each) => each.trim().split(/[\s.]/)[0] ?? '') : [from],
      );
      return [...new Set(names)]
        .flatMap((name) =>
          /^\w+$/.test(name) && !own.has(name) && name !== '__future__' ? [name, join(dirname(path), name)] : [],
        )
        .flatMap((place) => [`${place}.py`, `${place}/__init__.py`]);
    });
};

/** The map of a package.json that leads a name to a frozen file, and the places of nearer ones. */
const ofMaps = async (
  frozen: readonly string[],
  importers: readonly Importer[],
  read: ReadSource,
): Promise<readonly string[]> => {
  const users = importers.filter(({ path, text }) => SCRIPT.test(path) && /["']#[\w@/.-]+["']/.test(text));
  if (users.length === 0) return [];
  const targets = [...(await read('package.json')).matchAll(/"\.\/([^"*]+)(\*?)[^"]*"/g)];
  const leads = targets.some(([, start = '', star]) =>
    frozen.some((path) => (star === '*' ? path.startsWith(start) : path === start)),
  );
  const nearer = users.map(({ path }) => dirname(path)).filter((folder) => folder !== '.');
  return leads ? ['package.json#imports', ...new Set(nearer.map((folder) => join(folder, 'package.json')))] : [];
};
