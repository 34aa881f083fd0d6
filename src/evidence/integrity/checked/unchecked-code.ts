/**
 * New code where no linter looks, loaded by code at which one looks (rule 2.7): in a folder that its settings leave
 * out, or outside of those that its command names. The scope of a linter is read when a run begins, from the command
 * and the settings, by words; it is frozen as a name, since settings and command do not change.
 */
import picomatch from 'picomatch';
import type { Freeze, UnexpectedFile } from '../freeze.ts';
import type { SuppressedKind } from './suppressing-comments.ts';
import { type Base, listEarlier } from '../../../project/sources/earlier-state.ts';
import { findImportsOf } from '../helpers/test-helpers.ts';
import type { ReadSource } from '../named-files.ts';

// A new comment that switches a check off holds if a gate names the check; else it is named.

const KINDS: Readonly<Record<SuppressedKind, { readonly names: readonly string[]; readonly programs: RegExp }>> = {
  lint: {
    names: ['lint'],
    programs:
      /\b(?:eslint|oxlint|biome|xo|standard|stylelint|ruff|flake8|pylint|bandit|golangci-lint|staticcheck|revive|clippy|rubocop|ktlint|checkstyle|shellcheck|phpcs|clang-tidy)\b|\bdeno lint\b/,
  },
  types: {
    names: ['types', 'build'],
    programs:
      /\b(?:tsc|tsgo|vue-tsc|svelte-check|attw|mypy|dmypy|pyright|basedpyright|pyre|flow|sorbet|srb|phpstan|psalm)\b/,
  },
  coverage: {
    names: ['coverage'],
    programs:
      /\b(?:c8|nyc|coverage|istanbul|tarpaulin|llvm-cov|stryker|mutmut)\b|--(?:cov|coverage|experimental-test-coverage)\b/,
  },
};

/** Frozen as files that are never there: a freeze has them where such comments count. */
const markOf = (kind: SuppressedKind, isHeld: boolean): string => `**/suppressions:${kind}${isHeld ? '' : '?'}`;

/** @param checks - each with its text: the command, and what it reaches of scripts */
export const markKinds = (
  checks: readonly { readonly name: string; readonly text: string; readonly isGated?: boolean }[],
): readonly string[] =>
  ALL.flatMap((kind) => {
    const { names, programs } = KINDS[kind];
    const about = checks.filter(({ name, text }) => names.includes(name) || programs.test(text));
    const isHeld = about.some(({ isGated }) => isGated === true);
    return about.length === 0 ? [] : [markOf(kind, isHeld)];
  });

const ALL: readonly SuppressedKind[] = ['lint', 'types', 'coverage'];

/** The kinds that hold in the run of a freeze, or that are named only. */
export const markedKinds = (frozen: Freeze, isHeld: boolean): ReadonlySet<SuppressedKind> =>
  new Set(ALL.filter((kind) => Object.hasOwn(frozen, markOf(kind, isHeld))));

const LANGUAGES = { script: /\.[cm]?[jt]sx?$/, python: /\.py$/ } as const;
type Language = keyof typeof LANGUAGES;

/** The files of one linter. */
interface Scope {
  readonly language: Language;
  /** Folders, files and globs of the command; none for everything. */
  readonly looks: readonly string[];
  /** Globs of its settings. */
  readonly without: readonly string[];
}

const LINTERS: readonly { readonly language: Language; readonly names: string; readonly settings: RegExp }[] = [
  {
    language: 'script',
    names: 'eslint',
    settings: /(?:^|\/)(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?|\.eslintignore)$/,
  },
  { language: 'script', names: 'oxlint', settings: /(?:^|\/)\.oxlintrc\.json$/ },
  { language: 'script', names: 'biome', settings: /(?:^|\/)biome\.jsonc?$/ },
  { language: 'python', names: 'ruff', settings: /(?:^|\/)(?:\.?ruff\.toml|pyproject\.toml)$/ },
  {
    language: 'python',
    names: 'flake8|pylint',
    settings: /(?:^|\/)(?:\.flake8|\.?pylintrc|setup\.cfg|pyproject\.toml)$/,
  },
];

/** Lists of what is left out; a list beside rules is about these rules alone. */
const LEFT_OUT = [
  /\{\s*(?:name\s*:[^,{}]*,\s*)?["']?ignores["']?\s*:\s*\[([^\]]*)\]\s*,?\s*\}/g,
  /\bglobalIgnores\(\s*\[([^\]]*)\]/g,
  /["']?\b(?:ignorePatterns|ignore)["']?\s*:\s*\[([^\]]*)\]/g,
  /["']includes?["']\s*:\s*\[([^\]]*)\]/g,
  /^\s*(?:extend-)?(?:exclude|ignore-paths|ignore)\s*=\s*(\[[^\]]*\]|[^\n]*(?:\n[ \t]+\S[^\n]*)*)/gm,
];
const MARK = '**/looks-at:';

/** The names by which a freeze knows what the linters of these commands look at. */
export const markLooks = async (
  texts: readonly string[],
  sources: ReadonlySet<string>,
  read: ReadSource,
): Promise<readonly string[]> => {
  const scopes: Scope[] = [];
  for (const { language, names, settings } of LINTERS) {
    const calls = texts.flatMap((text) => [
      ...text.matchAll(new RegExp(String.raw`(?:^|[\s;&|(/])(?:${names})\b([^;&|\n]*)`, 'g')),
    ]);
    if (calls.length === 0) continue;
    const configs = await Promise.all(
      [...sources].filter((path) => settings.test(path)).map(async (path) => ({ path, text: await read(path) })),
    );
    const without = configs.flatMap(({ path, text }) => leftOut(path, ownTables(path, text, names)));
    for (const [, words = ''] of calls) scopes.push({ language, looks: looksOf(words, sources), without });
  }
  return scopes.map((scope) => MARK + encodeURIComponent(JSON.stringify(scope)));
};

/** Other tools have their lists in the same file. */
const ownTables = (path: string, text: string, names: string): string =>
  /(?:pyproject\.toml|setup\.cfg)$/.test(path)
    ? text
        .split(/^(?=\[)/m)
        .filter((part) => new RegExp(String.raw`^\[(?:tool\.)?(?:${names})\b`, 'i').test(part))
        .join('')
    : text;

const leftOut = (path: string, text: string): readonly string[] => {
  if (path.endsWith('ignore')) return text.split('\n').filter((line) => /^[^#!\s]/.test(line));
  return LEFT_OUT.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([all, list = '']) => {
      const words = /["']/.test(list)
        ? [...list.matchAll(/["']([^"'\n]+)["']/g)].map(([, word = '']) => word)
        : list.split(/[\s,]+/);
      return /includes?["']/.test(all)
        ? words.flatMap((word) => (word.startsWith('!') ? [word.replace(/^!+/, '')] : []))
        : words;
    }),
  ).filter((word) => /\w/.test(word) && !word.startsWith('!'));
};

const looksOf = (words: string, sources: ReadonlySet<string>): readonly string[] => {
  const named = words
    .replaceAll(/["']/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^\.\/(?=.)/, '').replace(/\/$/, ''));
  if (named.includes('.')) return [];
  return named.filter(
    (word) =>
      !word.startsWith('-') &&
      word !== '' &&
      (/[*{]/.test(word) || [...sources].some((path) => path === word || path.startsWith(`${word}/`))),
  );
};

const testOf = (patterns: readonly string[]): ((path: string) => boolean) => {
  if (patterns.length === 0) return () => false;
  const globs = patterns.flatMap((each) => {
    const bare = each.replace(/^\.?\//, '').replace(/\/$/, '');
    return bare.includes('/') ? [bare, `${bare}/**`] : [bare, `${bare}/**`, `**/${bare}`, `**/${bare}/**`];
  });
  return picomatch(globs, { dot: true });
};
const looksAt = ({ looks }: Scope): ((path: string) => boolean) =>
  looks.length === 0
    ? () => true
    : picomatch(
        looks.flatMap((each) => [each, `${each}/**`]),
        { dot: true },
      );

/** Programs write there. */
const GENERATED =
  /(?:^|\/)(?:__?generated__?|gen|generated|proto|vendor|third[-_]party|migrations)\/|[._](?:generated|gen|pb)\.|_pb2(?:_grpc)?\./i;

export interface CheckQuestion {
  readonly workspace: string;
  readonly sources: ReadonlySet<string>;
  readonly frozen: Freeze;
  readonly base: Base;
  readonly isTest: (path: string) => boolean;
  readonly read: ReadSource;
}

export const findUnchecked = async ({
  workspace,
  sources,
  frozen,
  base,
  isTest,
  read,
}: CheckQuestion): Promise<readonly UnexpectedFile[]> => {
  const scopes = Object.keys(frozen).flatMap((name) => (name.startsWith(MARK) ? [readScope(name)] : []));
  if (scopes.length === 0 || base === null) return [];
  const earlier = new Set(await listEarlier(workspace, base));
  const found: UnexpectedFile[] = [];
  for (const language of new Set(scopes.map((each) => each.language))) {
    const own = scopes
      .filter((each) => each.language === language)
      .map((scope) => ({ isNamed: looksAt(scope), isOut: testOf(scope.without) }));
    const code = [...sources].filter(
      (path) => LANGUAGES[language].test(path) && !path.includes('.d.') && !isTest(path),
    );
    const isLookedAt = (path: string): boolean => own.some(({ isNamed, isOut }) => isNamed(path) && !isOut(path));
    const isCustom = (path: string): boolean => {
      const isOut = own.some(({ isOut: isOne }) => isOne(path));
      const [top = ''] = path.split('/');
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      return isOut
        ? GENERATED.test(path) && [...earlier].some((each) => each.startsWith(folder) && LANGUAGES[language].test(each))
        : path.includes('/') &&
            [...earlier].some((each) => each.startsWith(`${top}/`) && LANGUAGES[language].test(each));
    };
    const fresh = code.filter((path) => !earlier.has(path) && !isLookedAt(path) && !isCustom(path));
    if (fresh.length === 0) continue;
    const loaders = new Map<string, string>();
    for (const path of code.filter(isLookedAt))
      for (const each of findImportsOf(path, await read(path), sources)) loaders.set(each, path);
    for (const path of fresh) {
      const by = loaders.get(path);
      if (by !== undefined)
        found.push({ path, why: `was added where no linter looks, and ${by} loads it: move it to where one does` });
    }
  }
  return found;
};

const readScope = (name: string): Scope => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above, and frozen
  return JSON.parse(decodeURIComponent(name.slice(MARK.length))) as Scope;
};
