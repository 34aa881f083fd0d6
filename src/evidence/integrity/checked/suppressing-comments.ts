/** Comments that switch a check off, and those that ask for a check, whose loss does the same. Found by words. */

/** The checks that one is about: `coverage` is a measure. */
export type SuppressedKind = 'lint' | 'types' | 'coverage';

export interface Suppression {
  readonly kind: SuppressedKind;
  /** As it is written, on one line, without the reason behind it. */
  readonly words: string;
  /** From 1. */
  readonly line: number;
  /** The code that it is about, without blanks: it moves with that. */
  readonly about: string;
  /** For more than one line. */
  readonly isWide: boolean;
  /** It switches a check on. */
  readonly isDemand: boolean;
}

interface Form {
  readonly kind: SuppressedKind;
  readonly endings: RegExp;
  /** Behind the sign of a comment, if `bare` does not say that it is code. */
  readonly words: string;
  readonly wide?: RegExp;
  readonly isBare?: true;
  readonly isDemand?: true;
}

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const STYLE = /\.(?:css|s[ac]ss|less)$/;
const PYTHON = /\.pyi?$/;
const GO = /\.go$/;
const RUST = /\.rs$/;
const JVM = /\.(?:java|kts?|scala|groovy)$/;
const RUBY = /\.(?:rb|rake)$/;
const C = /\.(?:c|h|cc|cpp|hpp|cs|m)$/;
const PHP = /\.php$/;
const SHELL = /\.(?:sh|bash|zsh)$/;

const FORMS: readonly Form[] = [
  {
    kind: 'lint',
    endings: SCRIPT,
    words: String.raw`(?:eslint|oxlint)-disable(?:-next-line|-line)?\b|biome-ignore(?:-all|-start)?\b|tslint:disable(?:-next-line|-line)?\b|deno-lint-ignore(?:-file)?\b|js[ch][a-z]*[: ]+(?:ignore|disable)\b|eslint\s+[\w@/-]+\s*:\s*\[?\s*(?:["']?off["']?|0)\b`,
    wide: /^(?:(?:eslint|oxlint|tslint:?)-?disable(?!-(?:next-)?line)|biome-ignore-(?:all|start)|deno-lint-ignore-file|eslint\s)/,
  },
  {
    kind: 'types',
    endings: SCRIPT,
    words: String.raw`@ts-(?:nocheck|ignore|expect-error)\b|@noflow\b|\$Flow(?:FixMe|Issue|ExpectedError|Ignore)\b`,
    wide: /^@(?:ts-nocheck|noflow)/,
  },
  { kind: 'types', endings: SCRIPT, words: String.raw`@ts-check\b|@flow\b`, isDemand: true },
  {
    kind: 'coverage',
    endings: SCRIPT,
    words: String.raw`(?:istanbul|c8|v8|node:coverage)\s+(?:ignore|disable)\b|Stryker\s+disable\b`,
    wide: /(?:start|file|disable)/,
  },
  { kind: 'lint', endings: STYLE, words: String.raw`stylelint-disable(?:-next-line|-line)?\b`, wide: /disable(?!-)/ },
  {
    kind: 'lint',
    endings: PYTHON,
    words: String.raw`noqa\b|(?:ruff|flake8)\s*:\s*noqa\b|pylint\s*:\s*(?:disable(?:-next)?|skip-file)\b|nosec\b`,
    wide: /^(?:ruff|flake8|pylint\s*:\s*(?:skip-file|disable(?!-next)))/,
  },
  {
    kind: 'types',
    endings: PYTHON,
    words: String.raw`(?:type|ty)\s*:\s*ignore\b|pyright\s*:\s*(?:ignore|basic|off|standard|\w+\s*=\s*(?:false|none))\b|mypy\s*:\s*(?:ignore|disable|allow|no|follow)[-\w]*|pyre-(?:ignore|fixme|unsafe)\b`,
    wide: /^(?:mypy|pyright\s*:\s*(?!ignore)|pyre-(?:ignore-all|unsafe))/,
  },
  { kind: 'types', endings: PYTHON, words: String.raw`@(?:typing\.)?no_type_check\b`, isBare: true },
  {
    kind: 'types',
    endings: PYTHON,
    words: String.raw`pyright\s*:\s*strict\b|mypy\s*:\s*(?:strict|disallow|check|warn)[-\w]*|pyre-strict\b`,
    isDemand: true,
  },
  { kind: 'coverage', endings: PYTHON, words: String.raw`pragma\s*:\s*no\s*(?:cover|branch)\b` },
  {
    kind: 'lint',
    endings: GO,
    words: String.raw`nolint\b|lint:(?:file-)?ignore\b|#nosec\b|revive:disable\b`,
    wide: /^(?:lint:file|revive)/,
  },
  {
    kind: 'lint',
    endings: RUST,
    words: String.raw`#!?\[\s*(?:cfg_attr\s*\([^\]\n]*,\s*)?(?:allow|expect)\s*\([^\]\n]*\]?`,
    wide: /^#!/,
    isBare: true,
  },
  {
    kind: 'lint',
    endings: RUST,
    words: String.raw`#!?\[\s*(?:deny|forbid|warn)\s*\([^\]\n]*`,
    isBare: true,
    isDemand: true,
  },
  { kind: 'lint', endings: JVM, words: String.raw`@Suppress(?:Warnings)?\s*\([^)\n]*`, isBare: true },
  { kind: 'lint', endings: JVM, words: String.raw`NOSONAR\b|CHECKSTYLE:?\s*OFF\b|noinspection\b|ktlint-disable\b` },
  { kind: 'lint', endings: RUBY, words: String.raw`rubocop\s*:\s*(?:disable|todo)\b` },
  { kind: 'types', endings: RUBY, words: String.raw`typed\s*:\s*(?:ignore|false)\b`, wide: /./ },
  {
    kind: 'lint',
    endings: C,
    words: String.raw`NOLINT\w*|#\s*pragma\s+(?:GCC|clang)\s+diagnostic\s+ignored\b|#\s*pragma\s+warning\s+disable\b|#\s*pragma\s+warning\s*\(\s*disable`,
    isBare: true,
  },
  {
    kind: 'lint',
    endings: PHP,
    words: String.raw`phpcs\s*:\s*(?:ignore|disable)\w*|@(?:phpstan|psalm)-(?:ignore|suppress)\b`,
  },
  { kind: 'lint', endings: SHELL, words: String.raw`shellcheck\s+disable\b` },
];

/** Whether such a comment may stand in a file of this name. */
export const mayBeSuppressed = (path: string): boolean => FORMS.some(({ endings }) => endings.test(path));

/** The signs before the words, so that they are no part of another sentence. */
const OPENS = String.raw`(?:(?<!\/)\/\/+|\/\*+!?|\*|#|<!--|--)\s*`;
const PATTERNS = FORMS.map((form) => ({
  ...form,
  pattern: new RegExp(
    `${form.isBare === true ? '' : OPENS}(${form.words})${form.isBare === true ? '()' : String.raw`([^\n]*)`}`,
    'g',
  ),
}));

/** Every one of a file, in the order of its lines. */
export const readSuppressions = (path: string, text: string): readonly Suppression[] => {
  const forms = PATTERNS.filter(({ endings }) => endings.test(path));
  if (forms.length === 0) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, at) =>
    forms.flatMap(({ kind, pattern, wide, isDemand = false }) =>
      [...line.matchAll(pattern)].flatMap(({ index, 0: all, 1: words = '', 2: rest = '' }): readonly Suppression[] =>
        isInString(line, index)
          ? []
          : [
              {
                kind,
                words: normalise(`${words}${rest}`),
                line: at + 1,
                about: aboutOf(lines, at, index, all.length),
                isWide: wide?.test(words) === true,
                isDemand,
              },
            ],
      ),
    ),
  );
};

/** The reason behind it is free. */
const normalise = (words: string): string =>
  words
    .replace(/\s*(?:\*\/|-->|--\s).*$/, '')
    .replace(/^(biome-ignore\S*\s+\S+?):.*$/, '$1')
    .replace(/^(@ts-[\w-]+|noqa|\$Flow\w+).*$/, (all, name: string) =>
      name === 'noqa' ? all.replace(/\s+-.*$/, '') : name,
    )
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Programs that write code have it in their strings. */
const isInString = (line: string, index: number): boolean => {
  const before = line.slice(0, index);
  const [quote] = /["'`]$/.exec(before) ?? [];
  return quote !== undefined && before.split(quote).length % 2 === 0;
};

/** The rest of its line; where there is none, the next line with code. */
const aboutOf = (lines: readonly string[], at: number, from: number, length: number): string => {
  const line = lines[at] ?? '';
  const rest = withoutBlanks(line.slice(0, from)) + withoutBlanks(line.slice(from + length));
  if (/[\w)\]}]/.test(rest)) return rest;
  return withoutBlanks(lines.slice(at + 1).find((each) => /\w/.test(each)) ?? '');
};

const withoutBlanks = (text: string): string => text.replaceAll(/\s+/g, '');

const PART = '#suppressions';

/** The name of the list of a source. */
export const suppressionsOf = (path: string): string => `${path}${PART}`;
export const isSuppressions = (name: string): boolean => name.endsWith(PART);
export const sourceOf = (name: string): string => name.slice(0, -PART.length);

/** The parts that count: `+` before a comment that asks for a check. */
export type Kept = readonly [words: string, about: string];

export const keep = ({ words, about, isDemand }: Suppression): Kept => [`${isDemand ? '+' : ''}${words}`, about];

/** `''` for none. */
export const packSuppressions = (path: string, text: string): string => {
  const kept = readSuppressions(path, text).map(keep);
  return kept.length === 0 ? '' : JSON.stringify(kept);
};

/** The list in a state of a freeze; empty where there is none. */
export const unpackSuppressions = (state: string | undefined): Kept[] => {
  if (state?.startsWith('[') !== true) return [];
  const list: unknown = JSON.parse(state);
  return Array.isArray(list) ? list.filter(isKept) : [];
};

const isKept = (value: unknown): value is Kept =>
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string');
