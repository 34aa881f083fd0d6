/** Code of this run that reads its answers from the tests: frozen test files, data and helpers beside them, or the spec. */
import { basename, dirname, join, normalize } from 'node:path/posix';
import type { ChangedFile } from '../../mutation-check/find-changes.ts';
import { type Freeze, isNamedLikeTest } from '../freeze.ts';
import { sourceReader } from '../script-closure.ts';
import { hiddenOf, withoutHidden } from '../earlier/read-words.ts';
import { isBesideTests } from './reaching-code.ts';
import { escapePattern } from '../../../base/text/quote-text.ts';
import { findImportsOf, findLoaded } from './test-helpers.ts';

interface UsesQuestion {
  /** Absolute. */
  readonly workspace: string;
  readonly files: readonly string[];
  readonly frozen: Freeze;
  readonly changes: readonly ChangedFile[];
}

interface Use {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The file or the name that it uses. */
  readonly words: string;
}

/** In code that frozen tests load; in Go and Rust, in any code. At most one of a line. */
export const findUsesOfTests = async ({ workspace, files, frozen, changes }: UsesQuestion): Promise<readonly Use[]> => {
  const sources = new Set(files);
  const plain = Object.keys(frozen).filter((path) => sources.has(path) && frozen[path] !== 'absent');
  const tests = plain.filter(isNamedLikeTest);
  const ofTests = new Set([...tests, ...plain.filter((path) => path.endsWith('.md') || isBesideTests(path, tests))]);
  if (ofTests.size === 0 || changes.length === 0) return [];
  const read = sourceReader(workspace);
  const loaded = await findLoaded(tests, sources, read);
  const found: Use[] = [];
  for (const file of changes) {
    const { path, text, lines } = file;
    if (!/\.(?:go|rs)$/.test(path) && !loaded.has(path)) continue;
    const declared = path.endsWith('.go') ? await findDeclaredInTests(path, sources, read) : null;
    const all = text.split('\n');
    for (const line of lines) {
      const [bare, hidden] = [all[line - 1] ?? '', withoutHidden(path, all[line - 1] ?? '')];
      const used =
        findImportsOf(path, bare, ofTests).find((each) => each !== path && hidden.trim() !== '') ??
        namedIn(path, bare, text, { ofTests, sources }) ??
        declared?.exec(hidden)?.[0];
      if (used !== undefined) found.push({ path, line, words: used });
    }
  }
  return found;
};

/** By a path in quotes, or by the names of a file and of its folder. */
const namedIn = (
  path: string,
  line: string,
  text: string,
  { ofTests, sources }: Readonly<Record<'ofTests' | 'sources', ReadonlySet<string>>>,
): string | undefined => {
  const texts = [...line.matchAll(hiddenOf(path))].flatMap(([it]) => (/^["'`]/.test(it) ? [it.slice(1, -1)] : []));
  const paths = texts.flatMap((each) => [normalize(join(dirname(path), each)), normalize(each)]);
  const hit = paths.find((each) => ofTests.has(each));
  if (hit !== undefined) return hit;
  // The product may have a file of the same two names: `data/users.json` beside `test/data/users.json`.
  const isOfProduct = (end: string): boolean =>
    [...sources].some((each) => !ofTests.has(each) && `/${each}`.endsWith(`/${end}`));
  return [...ofTests].find((each) => {
    const [name, folder] = [basename(each), basename(dirname(each))];
    return (
      dirname(each) !== '.' &&
      texts.includes(name) &&
      new RegExp(`["'\`/]${escapePattern(folder)}["'\`/]`).test(text) &&
      !isOfProduct(`${folder}/${name}`)
    );
  });
};

/** Tests may declare these for an older Go, and code means those of the language. */
const BUILT_IN = new Set(
  'append cap clear close complex copy delete imag len make max min new panic print println real recover'.split(' '),
);
const DECLARES = /^func\s+(\w+)/gm;

/** Calls of functions that only test files of its package declare: without these, it does not compile. */
const findDeclaredInTests = async (
  path: string,
  sources: ReadonlySet<string>,
  read: (path: string) => Promise<string>,
): Promise<RegExp | null> => {
  const names = { tests: new Set<string>(), code: new Set<string>() };
  for (const each of sources) {
    if (!each.endsWith('.go') || dirname(each) !== dirname(path)) continue;
    const kind = each.endsWith('_test.go') ? names.tests : names.code;
    for (const [, name = ''] of (await read(each)).matchAll(DECLARES)) kind.add(name);
  }
  const text = await read(path);
  const isOwn = (name: string): boolean => new RegExp(String.raw`\b${name}\b\s*(?::?=|,|\w)`).test(text);
  const only = [...names.tests].filter((name) => !names.code.has(name) && !BUILT_IN.has(name) && !isOwn(name));
  return only.length === 0 ? null : new RegExp(String.raw`(?<![.\w])(?:${only.join('|')})(?=\()`);
};
