/**
 * Parts of files, and groups of files, which can be frozen by a name of their own:
 *
 * | name | meaning |
 * | --- | --- |
 * | `package.json#scripts` | that member of that file |
 * | `package.json#scripts.test` | one script of it |
 * | `package.json#wireit:test` | the tasks of that member by these names |
 * | `nx.json#tasks:build+test` | the file without the tasks of other names |
 * | `pnpm-workspace.yaml#packages` | where the packages lie |
 * | `settings.json#hooks` | the hooks of an agent program, in its settings |
 * | `pyproject.toml#tests` | the file without the parts that an agent edits for other reasons: `frozen-settings.ts` |
 * | `pyproject.toml#checks` | the file without the tables that configure no linter or type checker |
 * | `src/lib.rs#tests` | the tests inside of that source |
 * | `src/a.ts#suppressions` | its comments that switch a check off, as a list: no change of it is a breach by itself |
 * | `.git#core.ignoreCase` | git's answer for that key there |
 * | `.git#rules` | the rules by which git ignores files, as text: no change of it is a breach by itself |
 * | `.git#repository` | the root of the repository, if there is one |
 * | `node_modules/vitest/**` | everything in that folder, without the files that a runner writes there itself |
 *
 * Some runners have kinds of their own: `kinds` of `src/runners/runner-facts.ts`.
 */
import { parseJson } from '../../base/text/parse-json.ts';
import { readdir } from 'node:fs/promises';
import { hashContent } from '../../base/files/hash-content.ts';
import { packSuppressions } from './checked/suppressing-comments.ts';
import { PARTS_OF_RUNNERS, readTestSettings } from './frozen-settings.ts';
import { askIgnoreSettings, askRepository } from '../../project/sources/git-answers.ts';
import { packRules, readIgnoreRules } from '../../project/sources/ignore-rules.ts';
import { hashFolder } from '../../project/sources/hash-source.ts';
import { readPlain } from '../../base/files/open-plain.ts';
import { askSparse } from '../../project/sources/sparse-checkout.ts';
import { askRunners } from '../../runners/runners.ts';
import { isOwnFile } from '../../runners/replays/watch-replays.ts';
import type { Look } from '../../runners/runner-facts.ts';
import { WorkspaceError } from '../../project/sources/workspace-error.ts';
import { basename } from 'node:path';
import { readTasks, readTaskTexts } from './find-task-parts.ts';
import { withoutTables } from '../../runners/settings-text.ts';
import { isGone } from '../../base/text/describe-cause.ts';

interface Part {
  readonly pattern: RegExp;
  readonly read: (place: string, name: string) => Promise<string>;
}

/** `null` for a regular file. @param path - absolute */
export const readPart = async (path: string): Promise<string | null> => {
  for (const { pattern, read } of PARTS) {
    const [, place, name] = pattern.exec(path) ?? [];
    if (place === undefined) continue;
    return read(place, name ?? '').catch((error: unknown) => (isGone(error) ? 'absent' : 'unreadable'));
  }
  return null;
};

const readText = async (file: string): Promise<string> => readPlain(file);

/** The frozen part of a file that is also edited for other reasons. Its formatting does not count. */
const readMember = async (file: string, member: string): Promise<string> => {
  const text = await readText(file);
  const value = parseJson(text);
  // A file that is not JSON is frozen as it is.
  if (typeof value !== 'object' || value === null) return hashContent(text);
  // The name of a script may have dots in it.
  const [, name = '', script] = /^([^.]*)(?:\.(.*))?$/s.exec(member) ?? [];
  const found: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  if (script === undefined || typeof found !== 'object' || found === null)
    return found === undefined ? 'absent' : hashContent(JSON.stringify(found));
  return Object.hasOwn(found, script) ? hashContent(JSON.stringify(Reflect.get(found, script))) : 'absent';
};

/** A file in which nothing counts is absent. */
const stateOf = (text: string): string => (text === '' ? 'absent' : hashContent(text));

const partOf =
  (leave: (file: string, text: string, name: string) => string | Promise<string>): Part['read'] =>
  async (file, name) =>
    stateOf(await leave(file, await readText(file), name));

const LOOK: Look = {
  namesIn: async (folder) => [...(await readdir(folder).catch(() => []))].sort((one, other) => (one < other ? -1 : 1)),
  readText: (path) => readText(path).catch(() => ''),
};

/** The answer, not the file that contains it: a config may include others, and a folder may get another repository. */
const askGit = async (folder: string, question: string): Promise<string> => {
  const answer = `.git#${question}` === SPARSE ? async () => `${await askSparse(folder)}\n` : ANSWERS[question];
  if (answer === undefined) return 'unreadable';
  return orAbsent(async () => hashContent(Buffer.from(`${await answer(folder)}\n`, 'latin1')));
};

/** Without git nothing is ignored, and the state is that of an absent file. */
const orAbsent = async (ask: () => Promise<string>): Promise<string> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WorkspaceError && error.lacks !== null) return 'absent';
    throw error;
  }
};

/** Everything by which git decides what it ignores, except the ignore files. */
const ANSWERS: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  'core.excludesFile': async (folder) => (await askIgnoreSettings(folder)).excludesFile,
  'core.ignoreCase': async (folder) => (await askIgnoreSettings(folder)).ignoreCase,
  'info/exclude': async (folder) => (await askRepository(folder)).exclude,
  repository: async (folder) => (await askRepository(folder)).up,
};

/** The names for git's frozen answers. */
export const GIT_ANSWERS: readonly string[] = Object.keys(ANSWERS).map((question) => `.git#${question}`);

/** Frozen where the checkout is sparse when the run begins, with the file of its cone. */
export const SPARSE = '.git#core.sparseCheckout';

/** The one of git's answers that is frozen without git too: no repository may be added. */
export const REPOSITORY = '.git#repository';

/** The rules themselves: what a changed rule file does is judged by them, see `ignoring/judge-rules.ts`. */
export const IGNORE_RULES = '.git#rules';

const readRules = (folder: string): Promise<string> =>
  orAbsent(async () => {
    const rules = await readIgnoreRules(folder);
    return packRules(rules) ?? hashContent(JSON.stringify([...rules]));
  });

const readSuppressed = async (file: string): Promise<string> =>
  packSuppressions(file, await readText(file)) || 'absent';

/** Table headers, complete. */
const UNCHECKED_TABLES: Readonly<Record<string, RegExp>> = {
  'pyproject.toml':
    /^\[(?:project(?:\.(?:dependencies|optional-dependencies|scripts|urls))?|build-system|dependency-groups|tool\.poetry(?:\.group\.[\w-]+)?\.dependencies)\]$/,
  'setup.cfg': /^\[(?:metadata|options(?:\.[\w.]+)?|bdist_wheel)\]$/,
};

/** The lines that may affect types or linting, without blank ones. */
const withoutUnchecked = (file: string, text: string): string =>
  withoutTables(text, UNCHECKED_TABLES[basename(file)])
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');

const PARTS: readonly Part[] = [
  { pattern: /^(.*)#suppressions$/s, read: readSuppressed },
  { pattern: /^(.*[\\/]package\.json)#(\w+(?:\.[\w:.-]+)?)$/, read: readMember },
  { pattern: /^(.*[\\/][\w.-]+\.(?:jsonc?|ya?ml))#((?:tasks|nx|wireit):.+|packages)$/, read: partOf(readTasks) },
  { pattern: /^(.*[\\/]\.moon)#tasks$/, read: async (folder) => stateOf(await readTaskTexts(folder, LOOK)) },
  { pattern: /^(.*[\\/](?:settings|hooks)\.json)#(hooks)$/, read: readMember },
  { pattern: /^(.*[\\/](?:pyproject\.toml|setup\.cfg))#checks$/s, read: partOf(withoutUnchecked) },
  {
    pattern: new RegExp(
      String.raw`^(.*[\\/](?:[tj]sconfig[\w.-]*\.json|\.env|${PARTS_OF_RUNNERS.map(escape).join('|')}))#tests$`,
      's',
    ),
    read: partOf(readTestSettings),
  },
  ...askRunners(({ tests }) => tests?.inside).map(({ ending, read }) => ({
    pattern: new RegExp(`^(.*(?:${ending}))#tests$`, 's'),
    read: partOf((file, text) => read(text, file)),
  })),
  { pattern: /^(.*)[\\/]\.git#rules$/, read: readRules },
  { pattern: /^(.*)[\\/]\.git#(.+)$/, read: askGit },
  { pattern: /^(.*)[\\/]\*\*$/, read: (folder) => hashFolder(folder, isOwnFile) },
  ...askRunners(({ frozen }) => frozen?.kinds).map(({ pattern, read }) => ({
    pattern,
    read: async (place: string) => stateOf(await read(place, LOOK)),
  })),
];
