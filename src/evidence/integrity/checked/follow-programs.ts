/** Files that the program of a check loads and reads (rule 2.7). The product stays free. Found by words. */
import { dirname, extname, join, normalize } from 'node:path/posix';
import { escapePattern } from '../../../base/text/quote-text.ts';
import { findImportsOf } from '../helpers/test-helpers.ts';
import { type ReadSource, findRun } from '../named-files.ts';
import { isNamedLikeTest } from '../freeze.ts';

/** Nothing of a product lies in a folder of such a name, at the root or in a package. */
const OF_TOOLS =
  /^(?:(?:packages|crates|apps|libs|services|modules)\/[^/]+\/)?(?:scripts?|tools?|tooling|hack|ci|\.[\w-]+|build-?(?:tools|scripts|src)|dev-?tools|lint(?:ers?|ing)?|(?:eslint|lint|biome|pylint|ruff)[-_][\w-]+|xtasks?)\//i;
/** A folder of such a name is no folder of tools, although a program of a check lies in it. */
const OF_PRODUCT = /(?:^|\/)(?:src|lib|app|apps|packages|crates|cmd|internal|pkg)$/i;

/** Whether a file lies where nothing of a product lies. */
export const isOfTools = (path: string): boolean => OF_TOOLS.test(path);

/** The part of these files that a check reaches is known already. */
const RECIPE = /(?:^|\/)(?:(?:GNU)?makefile|\.?justfile|Taskfile\.ya?ml|package\.json)$/i;
const QUOTED = /(["'`])((?:(?!\1)[^\n])*)\1/g;
/** As in `join('tools', 'rules.json')` and `HERE / "rules.json"`. */
const JOINED = /(["'])([\w.@-]+)\1((?:\s*[,/]\s*(["'])[\w.@/-]+\4)+)/g;
const WORD = /[\w@./-]+/g;
const EMBEDDED = /\/\/go:embed\s+(\S+)/g;
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.json', '.py', '.rb', '.sh', '/index.js', '/index.ts'];
const SHELL = /^(?:\.(?:sh|bash|zsh))?$/;
/** They are written in words, not in strings. */
const WORDY = /\.(?:toml|ini|cfg|ya?ml|jsonc?)$|(?:^|\/)\.?(?:pylintrc|flake8|\w+rc)$/;

/** Without the first ones. @param isProduct - of a source outside of folders of tools */
export const followPrograms = async (
  first: Iterable<string>,
  sources: ReadonlySet<string>,
  read: ReadSource,
  isProduct: (path: string) => boolean,
): Promise<readonly string[]> => {
  const waiting = [...first].filter((path) => !RECIPE.test(path));
  const known = new Set(first);
  const found = new Set<string>();
  for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
    const text = await read(from);
    const home = dirname(from);
    const isOurs = (path: string): boolean =>
      !isNamedLikeTest(path) && (isOfTools(path) || (isBeside(path, home) && !isProduct(path)));
    const imported = findImportsOf(from, text, sources).filter(isOurs);
    const named = namesIn(from, text)
      .flatMap((word) => resolveName(word, home, sources, isOurs))
      .filter((path) => !imported.includes(path) && isOurs(path) && !isWritten(path, text));
    for (const path of [...imported, ...named]) {
      if (known.has(path)) continue;
      known.add(path);
      found.add(path);
      waiting.push(path);
    }
  }
  return [...found];
};

/** In the folder of the program, or below it. At the root everything else lies below. */
const isBeside = (path: string, home: string): boolean => {
  if (home === '.') return dirname(path) === '.' && !ABOUT_THE_PRODUCT.test(path);
  return path.startsWith(`${home}/`) && !OF_PRODUCT.test(home);
};

/** Many checks read these: they look at them. */
const ABOUT_THE_PRODUCT =
  /^(?:package(?:-lock)?\.json|(?:pnpm|yarn|poetry|uv|Cargo|Gemfile|composer)\b.*|pyproject\.toml|setup\.(?:py|cfg)|go\.(?:mod|sum)|requirements.*|[A-Z][A-Z_-]*(?:\.\w+)?|.*\.(?:md|mdx|html?|svg|png|ya?ml|lock))$/;

const namesIn = (path: string, text: string): readonly string[] => {
  const joined = [...text.matchAll(JOINED)].map(([all]) => (all.match(/[\w.@/-]+(?=["'])/g) ?? []).join('/'));
  const quoted = [...text.matchAll(QUOTED)].map(([, , word = '']) => word.replace(/^\$\{[^}]*\}\/?/, ''));
  const words = SHELL.test(extname(path)) || WORDY.test(path) ? (text.match(WORD) ?? []) : [];
  return [
    ...joined,
    ...quoted,
    ...words.flatMap((word) => [word, `${word.replaceAll('.', '/')}.py`]),
    ...[...text.matchAll(EMBEDDED)].map(([, word = '']) => word),
    ...(SHELL.test(extname(path)) ? findRun(text) : []),
  ];
};

/** Beside the program, or where the check is started. A folder stands for the files in it. */
const resolveName = (
  word: string,
  home: string,
  sources: ReadonlySet<string>,
  isOurs: (path: string) => boolean,
): readonly string[] => {
  if (word === '' || word.length > 200 || !/\w/.test(word)) return [];
  const bare = word.replace(/^file:\/\//, '').replace(/\/$/, '');
  const places = [...new Set([normalize(join(home, bare)), normalize(bare)])];
  const hit = places.flatMap((place) => ENDINGS.map((ending) => `${place}${ending}`)).find((each) => sources.has(each));
  if (hit !== undefined) return [hit];
  const folder = places.find((place) => /\w/.test(place) && isOurs(`${place}/x`));
  return folder === undefined ? [] : [...sources].filter((path) => path.startsWith(`${folder}/`));
};

/** A result that the program keeps, as a limit that only goes down, changes in each honest run. */
const isWritten = (path: string, text: string): boolean => {
  const name = escapePattern(path.slice(path.lastIndexOf('/') + 1));
  const holders = [...text.matchAll(new RegExp(String.raw`\b(\w+)\s*(?::\s*\w+\s*)?=[^=\n;]*${name}`, 'g'))].map(
    ([, holder = '']) => escapePattern(holder),
  );
  const it = `(?:${[String.raw`[^)\n]*${name}`, ...holders].join('|')})`;
  return new RegExp(
    String.raw`\b(?:write|append|output)\w*\s*\(\s*${it}|\bopen\(\s*${it}[^)\n]*["'][wa]|\b(?:${holders.join('|') || '(?!)'})\.(?:write|open)`,
  ).test(text);
};

/** The files that these commands run and that no interpreter names: packages of Go, crates of Rust. */
export const findRunPackages = (text: string, sources: ReadonlySet<string>): readonly string[] => {
  const folders = [
    ...[...text.matchAll(/\bgo\s+run\s+(?:-[\w=.]+\s+)*\.\/([\w./-]+)/g)].map(([, folder = '']) => normalize(folder)),
    ...[...text.matchAll(/\bcargo\s+(xtask)\b|\bcargo\s+run\b[^;&|\n]*?(?:-p|--package)[= ]([\w-]+)/g)].flatMap(
      ([, task, name = task ?? '']) =>
        [...sources].flatMap((path) =>
          path === `${name}/Cargo.toml` || path.endsWith(`/${name}/Cargo.toml`) ? [dirname(path)] : [],
        ),
    ),
  ];
  return [...sources].filter((path) => folders.some((each) => path === each || path.startsWith(`${each}/`)));
};
