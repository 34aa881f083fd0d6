/**
 * Parts of files, and things that are more than one file, which can be frozen by a name of their own:
 *
 * | name | what it is |
 * | --- | --- |
 * | `package.json#scripts` | that member of that file |
 * | `pyproject.toml#tests` | the file without the tables that an agent edits for other reasons: `frozen-tables.ts` |
 * | `pyproject.toml#checks` | the file without the tables in which no linter or type checker is set up |
 * | `pom.xml#tests` | the file without what an agent edits for other reasons: `frozen-settings.ts` |
 * | `src/lib.rs#tests` | the tests inside of that source: `rust-tests.ts` |
 * | `.git#core.ignoreCase` | what git answers there |
 * | `.git#repository` | where the root of the repository is, if there is one |
 * | `node_modules/vitest/**` | everything in that folder |
 * | `….venv/lib/python_/site-packages#startup` | (`_` is `*`) what Python loads there before anything else: `python-startup.ts` |
 * | `_-info/entry_points.txt#pytest11` | (`_` is `*`) the plugins that pytest finds there by itself |
 *
 * @module
 */
import { readFile } from 'node:fs/promises';
import { hashContent, isGone } from '../sources/content-state.ts';
import { withoutFreeTables, withoutUnchecked } from './frozen-tables.ts';
import { readTestSettings } from './frozen-settings.ts';
import { runGit } from '../sources/git.ts';
import { hashFolder } from '../sources/hash-folder.ts';
import { WITHOUT_WAITING } from '../sources/open-flags.ts';
import { readPytestPlugins, readStartup } from './python-startup.ts';
import { WorkspaceError } from '../sources/workspace-error.ts';

interface Part {
  readonly pattern: RegExp;
  readonly read: (place: string, name: string) => Promise<string>;
}

/**
 * The state of a part as `freezeFiles` keeps it; `null` when the path is that of a plain file.
 *
 * @param path absolute
 */
export const readPart = async (path: string): Promise<string | null> => {
  for (const { pattern, read } of PARTS) {
    const [, place, name] = pattern.exec(path) ?? [];
    if (place === undefined) continue;
    return read(place, name ?? '').catch((error: unknown) => (isGone(error) ? 'absent' : 'unreadable'));
  }
  return null;
};

const readText = (file: string): Promise<string> => readFile(file, { encoding: 'utf8', flag: WITHOUT_WAITING });

/** Of a file that is edited for other reasons too. Its form is not its content. */
const readMember = async (file: string, member: string): Promise<string> => {
  const text = await readText(file);
  const value = parseObject(text);
  // What nobody can read as JSON is held as it stands.
  if (value === null) return hashContent(text);
  return Object.hasOwn(value, member) ? hashContent(JSON.stringify(Reflect.get(value, member))) : 'absent';
};

const parseObject = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
};

/** A file of free tables alone is as good as none. */
const readChecks = async (file: string): Promise<string> => {
  const text = withoutUnchecked(file, await readText(file));
  return text === '' ? 'absent' : hashContent(text);
};

/** A file of free tables alone, or without tests inside of it, is as good as none. */
const readTests = async (file: string): Promise<string> => {
  const whole = await readText(file);
  const text = file.endsWith('.rs') ? readRustTests(whole) : withoutFreeTables(file, whole);
  return text === '' ? 'absent' : hashContent(text);
};

const readSettings = async (file: string): Promise<string> => {
  const text = readTestSettings(file, await readText(file));
  return text === '' ? 'absent' : hashContent(text);
};

/** The answer, not the file that it is in: a config may include others, and a folder may be given another repository. */
const askGit = async (folder: string, question: string): Promise<string> => {
  const args = QUESTIONS[question];
  if (args === undefined) return 'unreadable';
  try {
    return hashContent(await runGit(folder, args));
  } catch (error) {
    if (error instanceof WorkspaceError && error.lacks !== null) return 'absent';
    throw error;
  }
};

/** Everything besides the ignore files by which git decides what it ignores. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  'core.excludesFile': ['config', '--type=path', '--default', '', '--get', 'core.excludesFile'],
  'core.ignoreCase': ['config', '--type=bool', '--default', 'false', '--get', 'core.ignoreCase'],
  'info/exclude': ['rev-parse', '--git-path', 'info/exclude'],
  repository: ['rev-parse', '--show-cdup'],
};

/** The names under which what git answers is frozen. */
export const GIT_ANSWERS: readonly string[] = Object.keys(QUESTIONS).map((question) => `.git#${question}`);

/** Of git's answers the one that is frozen where no git tells the sources, too: that no repository comes. */
export const REPOSITORY = '.git#repository';

const PARTS: readonly Part[] = [
  { pattern: /^(.*[\\/]package\.json)#(\w+)$/, read: readMember },
  { pattern: /^(.*(?:[\\/](?:pyproject\.toml|setup\.cfg|Cargo\.toml|go\.mod)|\.rs))#tests$/s, read: readTests },
  { pattern: /^(.*[\\/](?:pyproject\.toml|setup\.cfg))#checks$/s, read: readChecks },
  {
    pattern:
      /^(.*[\\/](?:[tj]sconfig[\w.-]*\.json|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|\.env))#tests$/,
    read: readSettings,
  },
  { pattern: /^(.*)[\\/]\.git#(.+)$/, read: askGit },
  { pattern: /^(.*)[\\/]\*\*$/, read: hashFolder },
  { pattern: /^(.*)[\\/]python\*[\\/]site-packages#startup$/, read: readStartup },
  { pattern: /^(.*)[\\/]\*-info[\\/]entry_points\.txt#pytest11$/, read: readPytestPlugins },
];

/** What hides brackets: comments, strings, raw strings, characters (and no lifetimes). Only line and block comments of one depth. */
const HIDDEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\(?:u\{[^}]*\}|x..|.))'/g;
const TEST_ATTRIBUTE = /#\s*!?\s*\[\s*(?:cfg\s*\([^\]]*\btest\b[^\]]*\)|(?:\w+\s*::\s*)*\w*test\w*\b[^\]]*)\s*\]/g;

/** Their text, in order, with the attributes in front of them; `''` where there are none. */
export const readRustTests = (text: string): string => {
  // Blanks in the place of what is hidden keep every position.
  const bare = text.replace(HIDDEN, (hidden) => hidden.replaceAll(/[^\n]/g, ' '));
  const parts: string[] = [];
  let end = 0;
  for (const { index, 0: attribute } of bare.matchAll(TEST_ATTRIBUTE)) {
    if (index < end || /\bnot\s*\(\s*test\b/.test(attribute)) continue;
    // `#![cfg(test)]` is about everything that follows.
    end = attribute.startsWith('#!') ? bare.length : findEnd(bare, index);
    parts.push(text.slice(startOfAttributes(bare, index), end));
  }
  return parts.join('\n');
};

/** Attributes stand in any order: `#[ignore] #[test]`. */
const startOfAttributes = (bare: string, index: number): number => {
  const before = /(?:#\s*\[[^\]]*\]\s*)+$/.exec(bare.slice(0, index));
  return before === null ? index : before.index;
};

/** Behind the first block that closes, or the first `;` outside of any bracket. */
const findEnd = (bare: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < bare.length; at += 1) {
    const char = bare.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (depth <= 0 && (char === '}' || char === ';')) return at + 1;
  }
  return bare.length;
};
