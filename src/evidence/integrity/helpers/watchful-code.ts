/** Code of this run that works otherwise while it is tested. Moved lines do not count. */
import { posix } from 'node:path';
import { findMovedCode } from '../../mutation-check/reach/ask-files.ts';
import { type ChangedFile, findChanges } from '../../mutation-check/find-changes.ts';
import { askRunners } from '../../../runners/runners.ts';
import type { CodeLanguage } from '../../../runners/runner-facts.ts';
import { type Freeze, isNamedLikeTest, type UnexpectedFile } from '../freeze.ts';
import { hiddenOf } from '../earlier/read-words.ts';
import { foldStrings } from './fold-strings.ts';
import { findUndeclaredImports } from './undeclared-imports.ts';
import { findUsesOfTests } from './uses-of-tests.ts';

interface WatchfulQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** The commit at the start of the run. */
  readonly base: string;
  readonly files: readonly string[];
  readonly frozen: Freeze;
  /** Whether the tests print their report where the code prints, too. */
  readonly isPrinted: boolean;
}

/** At most one of a file for each kind, in the order of the files; then imports that no manifest names. */
export const findWatchfulCode = async (question: WatchfulQuestion): Promise<readonly UnexpectedFile[]> => {
  const { workspace, base, files, frozen, isPrinted } = question;
  const isTest = (path: string): boolean => Object.hasOwn(frozen, path) || isNamedLikeTest(path);
  const changes = await findChanges({ workspace, base, files, isTest });
  const undeclared = await findUndeclaredImports({ workspace, base, files, changes });
  const ofTests = await findUsesOfTests({ workspace, files, frozen, changes });
  const kinds = [...KINDS, ...(isPrinted ? [ENDS] : [])];
  const found = changes.flatMap((file) => [
    ...kinds.flatMap((kind) => findAdded(file, kind).map((hit) => ({ file, kind, ...hit }))),
    ...ofTests.filter(({ path }) => path === file.path).map((hit) => ({ file, kind: USES_TESTS, ...hit })),
  ]);
  if (found.length === 0) return undeclared;
  const isMoved = await findMovedCode({ workspace, base, files }, changes);
  const told = new Map<string, UnexpectedFile>();
  for (const { file, kind, line, words } of found) {
    if (!isMoved(file, line, line) && !told.has(`${file.path}\n${kind.does}`))
      told.set(`${file.path}\n${kind.does}`, {
        path: file.path,
        why: `${kind.does} (line ${line}: ${words}): ${kind.instead}, or report BLOCKED`,
      });
  }
  return [...told.values(), ...undeclared];
};

interface Kind {
  readonly does: string;
  readonly instead: string;
  readonly patterns: Readonly<Partial<Record<CodeLanguage, RegExp>>>;
  /** Whether its words may be put together from parts. @default false */
  readonly isFolded?: boolean;
  /** The paths of programs, which may do it. */
  readonly isFree?: (path: string) => boolean;
}

const ENDINGS: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/\.[cm]?[jt]sx?$/, 'script'],
  [/\.py$/, 'python'],
  [/\.go$/, 'golang'],
  [/\.rs$/, 'rust'],
];

const LANGUAGES: readonly CodeLanguage[] = ['script', 'python', 'golang', 'rust'];

const anyOf = (patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'g');

const ASKS: Kind = {
  does: 'asks whether it is tested',
  instead: 'give the code what differs in tests from outside, as an argument or a setting of its own',
  patterns: Object.fromEntries(
    LANGUAGES.map((language) => [language, anyOf(askRunners(({ tests }) => tests?.asked?.[language]))]),
  ),
  isFolded: true,
};

const OF_FILES = '(?:read|open|exists|stat|access|createReadStream)';
const SETS = String.raw`\s*(?:\?\?|\|\||&&)?=(?![=>])`;
const MEMBER = String.raw`(?:\s*\.\s*\w+|\s*\[[^\]\n]+\])`;
const FS = '(?:node)?[fF][sS](?:p|Promises|Extra)?';
const REPLACES: Kind = {
  does: 'replaces what tests read or find modules with',
  instead: 'write a function of its own',
  patterns: {
    script: anyOf([
      String.raw`\bJSON${MEMBER}${SETS}`,
      String.raw`\b(?:globalThis|global|window)(?:\.|\s*\[\s*["'\`])JSON\b["'\`\]]*${SETS}`,
      String.raw`\b${FS}(?:\.promises)?(?:\s*\.\s*${OF_FILES}\w*|\s*\[[^\]\n]+\])${SETS}`,
      String.raw`\brequire\s*\(\s*["'](?:node:)?fs(?:\/promises)?["']\s*\)(?:\.promises)?${MEMBER}${SETS}`,
      String.raw`\b(?:Object|Reflect)\s*\.\s*(?:assign|definePropert(?:y|ies)|set)\s*\(\s*(?:(?:globalThis\.|global\.)?JSON|${FS}(?:\.promises)?|Module|require\.cache)\s*,`,
      String.raw`\bModule\s*(?:\.\s*_(?:load|resolveFilename|findPath|compile)|\.\s*prototype${MEMBER}|\.\s*_(?:cache|extensions)${MEMBER})${SETS}`,
      String.raw`\brequire\s*\.\s*(?:cache|extensions)\s*\[[^\n=]*\](?:\s*\.\s*exports)?${SETS}`,
      String.raw`\bregisterHooks\s*\(`,
      String.raw`\b[mM]odule\s*\.\s*register\s*\(`,
      String.raw`\bimport\s*\{[^}]*\bregister\b[^}]*\}\s*from\s*["'](?:node:)?module["']`,
      String.raw`\bsyncBuiltinESMExports\b`,
      String.raw`\bObject\s*\.\s*is${SETS}`,
    ]),
    python: anyOf([
      String.raw`\bjson\s*\.\s*(?:loads?|dumps?|JSONDecoder(?:\.\w+)?)\s*=(?!=)`,
      String.raw`\b(?:builtins|__builtins__)(?:\s*\.\s*\w+|\s*\[[^\]\n]+\])\s*=(?!=)`,
      String.raw`\bPath\s*\.\s*(?:read_text|read_bytes|open|exists)\s*=(?!=)`,
      String.raw`\bio\s*\.\s*open\s*=(?!=)|\bos\s*\.\s*(?:open|stat|path\.\w+)\s*=(?!=)`,
      String.raw`\bimportlib(?:\.\w+)*\.\w+\s*=(?!=)`,
      String.raw`\bsetattr\s*\(\s*(?:json|builtins|__builtins__|io|importlib(?:\.\w+)*|(?:pathlib\.)?Path)\s*,`,
      String.raw`\bsys\s*\.\s*(?:meta_path|path_hooks)\s*(?:\.\s*(?:insert|append|extend)\s*\(|=(?!=))`,
      String.raw`\bsys\s*\.\s*modules\s*\[(?!\s*__name__\s*\])[^\]\n]+\]\s*=(?!=)`,
      String.raw`\bsys\s*\.\s*modules\s*\.\s*(?:update|setdefault)\s*\(`,
    ]),
  },
};

/** A program may end itself; a function that its tests load may not. */
const ENDS: Kind = {
  does: 'ends the process in which the tests print their report',
  instead: 'throw an error, or return',
  patterns: {
    script: anyOf([
      String.raw`\bprocess\s*\.\s*(?:exit|reallyExit|abort|kill)\b\s*(?:\(|\?\.)`,
      String.raw`\bprocess\s*\[\s*["'\`](?:exit|reallyExit|abort|kill)`,
    ]),
    golang: anyOf([String.raw`\b(?:syscall|unix)\s*\.\s*(?:Exit|Kill|RawSyscall\w*|Exec)\s*\(`]),
    rust: anyOf([
      String.raw`\bprocess\s*::\s*(?:exit|abort)\b|\b(?:libc|rustix)\s*::\s*\w*exit\b|\bfn\s+_?exit\s*\((?!\s*(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b)|(?<!\.\s*)\bkill\s*\((?!\s*&?\s*(?:mut\s+)?self\b)`,
    ]),
  },
  isFree: (path) => /(?:^|\/)(?:bin|cmd|scripts?|tools?)\/|(?:^|\/)(?:main|cli)\.\w+$/.test(path),
};

const USES_TESTS = {
  does: 'uses what belongs to its tests',
  instead: 'write the code that gives the answer, and keep data of the product out of the folders of tests',
};

const KINDS: readonly Kind[] = [ASKS, REPLACES];

const SHOWN = 60;

/** The added lines that have more of it than the lines that they replace. */
const findAdded = (
  { path, text, hunks }: ChangedFile,
  { patterns, isFolded = false, isFree = () => false }: Kind,
): readonly { readonly line: number; readonly words: string }[] => {
  const language = ENDINGS.find(([ending]) => ending.test(path))?.[1];
  const pattern = language === undefined ? undefined : patterns[language];
  if (pattern === undefined || pattern.source === '(?:)' || isFree(posix.normalize(path))) return [];
  const rename = renamer(text);
  const whole = rename(withoutComments(path, text));
  const lines = whole.split('\n');
  return hunks.flatMap(({ line, lines: count, before }) => {
    const fold = (part: string): string => (isFolded ? foldStrings(part, whole) : part);
    const added = fold(lines.slice(line - 1, line - 1 + count).join('\n'));
    const hits = [...added.matchAll(pattern)];
    const known = [...fold(rename(withoutComments(path, before))).matchAll(pattern)].length;
    return hits.slice(known).map(({ index, 0: words }) => ({
      line: line + added.slice(0, index).split('\n').length - 1,
      words: (words.split('\n')[0] ?? '').trim().slice(0, SHOWN),
    }));
  });
};

const nameInNode = (module: string): string => (module.includes('module') ? 'Module' : 'fs');

/** An import by another name, in JavaScript and in Python: the module, and the name. */
const RENAMED: readonly (readonly [RegExp, (module: string) => string])[] = [
  [
    /\bimport\s+(?:\*\s*as\s+)?(?<name>\w+)[^;'"\n]*\bfrom\s*["'](?<module>(?:node:)?(?:fs|module)(?:\/promises)?)["']/g,
    nameInNode,
  ],
  [
    /\b(?:const|let|var)\s+(?<name>\w+)\s*=\s*require\s*\(\s*["'](?<module>(?:node:)?(?:fs|module)(?:\/promises)?)["']/g,
    nameInNode,
  ],
  [/\b(?:const|let|var)\s+(?<name>\w+)\s*=\s*(?<module>JSON|globalThis\.JSON|global\.JSON)\s*[;,\n]/g, () => 'JSON'],
  [/\bimport\s+(?<module>json|builtins|pathlib|io|importlib|sys)\s+as\s+(?<name>\w+)/g, (module) => module],
  [/\bfrom\s+pathlib\s+import\s+(?<module>Path)\s+as\s+(?<name>\w+)/g, (module) => module],
];

/** Gives the modules that a text imports their usual names. */
const renamer = (whole: string): ((text: string) => string) => {
  const names = RENAMED.flatMap(([pattern, nameOf]) =>
    [...whole.matchAll(pattern)].map(
      ({ groups: { name = '', module = '' } = {} }) =>
        [new RegExp(`(?<![\\w.$])${name}(?=\\s*[.[,])`, 'g'), nameOf(module)] as const,
    ),
  );
  return (text) => names.reduce((said, [name, usual]) => said.replaceAll(name, usual), text);
};

/** Each line stays where it is. */
const withoutComments = (path: string, text: string): string =>
  text.replace(hiddenOf(path), (it) => (/^(?:\/[/*]|#)/.test(it) ? it.replaceAll(/[^\n]/g, ' ') : it));
