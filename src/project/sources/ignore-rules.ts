/**
 * The rules by which git ignores files, as text, and what they ignore. The rules of another time are applied in an
 * empty repository, so that two times are compared by their effect.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { makeTemporaryFolder } from '../../base/temporary-folder.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import { runGit } from './git.ts';
import { askIgnoreSettings, askRepository, toUtf8 } from './git-answers.ts';
import { isIgnoreFile, isToolCache, listSources } from './list-sources.ts';
import { readText, WITHOUT_FOLLOWING, WITHOUT_WAITING } from '../../base/files/open-plain.ts';

/** Where git looks for its rules; absolute paths. */
interface RulePlaces {
  /** The root of the repository. */
  readonly root: string;
  /** The ignore files of the workspace and of the folders above it in the repository, existing or not. */
  readonly upwards: readonly string[];
  readonly exclude: string;
  /** The file of `core.excludesFile`. */
  readonly user: string;
}

/** @throws {WorkspaceError} when there is no git or no repository */
export const findRulePlaces = async (workspace: string): Promise<RulePlaces> => {
  const [repository, settings] = await Promise.all([askRepository(workspace), askIgnoreSettings(workspace)]);
  const [exclude, own] = [toUtf8(repository.exclude), toUtf8(settings.excludesFile)];
  const steps = repository.up.split('/').filter((step) => step === '..');
  const configHome = process.env['XDG_CONFIG_HOME'] ?? '';
  const usual = join(configHome === '' ? join(homedir(), '.config') : configHome, 'git', 'ignore');
  const folders = ['', ...steps.map((_step, i) => '../'.repeat(i + 1))];
  return {
    root: resolve(workspace, folders.at(-1) ?? ''),
    upwards: folders.map((folder) => resolve(workspace, folder, '.gitignore')),
    exclude: resolve(workspace, exclude),
    user: resolve(workspace, own === '' ? usual : own),
  };
};

/** The text of each rule file by its name: that of {@link nameRules}. */
export type IgnoreRules = ReadonlyMap<string, string>;

const EXCLUDE = 'info/exclude';
const USER = 'core.excludesFile';

/** The name of a rule file among the rules; the path of an ignore file is relative to the root of the repository. */
export const nameRules = ({ root, exclude, user }: RulePlaces, path: string): string => {
  if (path === exclude) return EXCLUDE;
  return path === user ? USER : relative(root, path).split(sep).join('/');
};

/** The rules that apply now. */
export const readIgnoreRules = async (workspace: string): Promise<IgnoreRules> => {
  const places = await findRulePlaces(workspace);
  const names = (await listSources(workspace)).map(String).filter(isIgnoreFile);
  const files = new Set([...places.upwards, ...names.map((name) => resolve(workspace, name))]);
  const rules = new Map<string, string>();
  for (const path of [...files, places.exclude, places.user]) {
    // Git follows no link in the place of an ignore file.
    const flag = files.has(path) ? WITHOUT_FOLLOWING : WITHOUT_WAITING;
    const text = readText(path, flag) ?? '';
    if (text !== '') rules.set(nameRules(places, path), text);
  }
  return rules;
};

const PREFIX = 'rules:';
const MAX_LENGTH = 200_000;

/** The rules as a state of a freeze; `null`: too long for it. */
export const packRules = (rules: IgnoreRules): string | null => {
  const text = `${PREFIX}${JSON.stringify(Object.fromEntries(rules))}`;
  return text.length > MAX_LENGTH ? null : text;
};

const packed = z.record(z.string(), z.string());

/** `null` for any other state. */
export const unpackRules = (state = ''): IgnoreRules | null => {
  if (!state.startsWith(PREFIX)) return null;
  const { data } = packed.safeParse(parseJson(state.slice(PREFIX.length)));
  return data === undefined ? null : new Map(Object.entries(data));
};

/** A file that git ignores now, and did not ignore under earlier rules. */
interface Ignored {
  /** Relative to the workspace, with `/`; that of a nested repository has one at its end. */
  readonly path: string;
  /** Whether git ignores everything in its folder, or in one above. */
  readonly isInside: boolean;
}

/** The existing files of the workspace that are ignored now and would not be by these rules. */
export const findNewlyIgnored = async (workspace: string, rules: IgnoreRules): Promise<readonly Ignored[]> => {
  const { root } = await findRulePlaces(workspace);
  const above = relative(root, resolve(workspace)).split(sep).join('/');
  const ignored = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard'];
  const list = async (...more: readonly string[]): Promise<readonly string[]> =>
    splitNames(await runGit(workspace, [...ignored, ...more]));
  const { ignoreCase } = await askIgnoreSettings(workspace);
  return withRules(rules, ignoreCase, async (isIgnored) => {
    const keepNew = async (names: readonly string[]): Promise<readonly string[]> => {
      const known = await isIgnored(names.map((name) => (above === '' ? name : `${above}/${name}`)));
      return names.filter((_name, at) => known[at] === false);
    };
    const names = (await list('--directory')).filter(
      (name) => name !== '.dualgate/' && !isToolCache(`${name}.gitignore`),
    );
    const fresh = await keepNew(names);
    const folders = fresh.filter((name) => name.endsWith('/')).map((name) => `:(literal)${name}`);
    const inside = folders.length === 0 ? [] : await list('--', ...folders);
    return [
      ...fresh.filter((name) => !name.endsWith('/')).map((path) => ({ path, isInside: false })),
      ...(await keepNew(inside)).map((path) => ({ path, isInside: true })),
    ];
  });
};

/** Asks for names relative to the root of the repository; a folder ends with `/`, and is made. */
type AskIgnored = (names: readonly string[]) => Promise<readonly boolean[]>;

const withRules = async <T>(
  rules: IgnoreRules,
  ignoresCase: string,
  use: (isIgnored: AskIgnored) => Promise<T>,
): Promise<T> => {
  const home = await makeTemporaryFolder('git');
  try {
    const [git, tree, user] = [join(home, 'git'), join(home, 'tree'), join(home, 'user')];
    await Promise.all(['objects', 'refs', 'info'].map((name) => mkdir(join(git, name), { recursive: true })));
    await mkdir(tree);
    await writeFile(join(git, 'HEAD'), 'ref: refs/heads/none\n');
    // Git fails when nothing is ignored, so something always is.
    const always = '.git-ignores-this';
    await writeFile(join(git, 'info', 'exclude'), `${rules.get(EXCLUDE) ?? ''}\n/${always}\n`);
    await writeFile(user, rules.get(USER) ?? '');
    for (const [name, text] of rules) {
      if (!isIgnoreFile(name)) continue;
      await mkdir(dirname(join(tree, name)), { recursive: true });
      await writeFile(join(tree, name), text);
    }
    const settings = ['-c', `core.excludesFile=${user}`, '-c', `core.ignoreCase=${ignoresCase}`];
    const ask = ['check-ignore', '--no-index', '-z', '--stdin'];
    return await use(async (names) => {
      for (const name of names) if (name.endsWith('/')) await mkdir(join(tree, name), { recursive: true });
      const input = [always, ...names.map((name) => name.replace(/\/$/, ''))].join('\0');
      const args = [`--git-dir=${git}`, `--work-tree=${tree}`, ...settings, ...ask];
      const known = new Set(splitNames(await runGit(tree, args, { input: `${input}\0` })));
      return names.map((name) => known.has(name.replace(/\/$/, '')));
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};

const splitNames = (stdout: Uint8Array): readonly string[] =>
  Buffer.from(stdout)
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
