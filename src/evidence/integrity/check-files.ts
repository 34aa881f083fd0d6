/**
 * The files that decide how a check ends, apart from the sources that it checks, frozen from the start of a run
 * (rule 2.7): its scripts, its configuration, the installed programs that it runs. Otherwise `"build": "true"` would
 * pass as a build. A file that it names and does not run is one of the sources that it checks.
 */
import { lstat, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { basename, normalize } from 'node:path/posix';
import type { HeldCommand } from '../held-commands.ts';
import { markKinds, markLooks } from './checked/unchecked-code.ts';
import { mayBeSuppressed, suppressionsOf } from './checked/suppressing-comments.ts';
import { findRunPackages, followPrograms, isOfTools } from './checked/follow-programs.ts';
import { findRun } from './checked/command-lines.ts';
import { findLoaded } from './helpers/test-helpers.ts';
import { findNamedByConfig, findNamedByScript } from './named-files.ts';
import { readPackage, sourceReader, findScriptParts, reachScripts } from './script-closure.ts';
import { recipesOf, SCRIPTS } from './runner-files.ts';
import { isNamedLikeTest } from './freeze.ts';

// The part of a Makefile or a justfile that a command reaches: the targets that it names, what these depend on and call, and
// every line outside of a target. Another target, which starts the product, decides nothing. Found by words; in doubt it is the
// whole file.

interface Target {
  readonly names: readonly string[];
  /** With what it depends on. */
  readonly text: string;
}

const HEAD = /^@?([^\s#:=][^:=#]*?)\s*::?(?![:=])(.*)$/;
/** Targets that no word names: patterns, included files, text that is made. */
const OPEN =
  /^(?=[^\s#])[^=\n]*%[^=\n]*:|^\s*(?:-?include|sinclude|import|mod|define)\b|\$[({](?:eval|foreach|call)\b/m;
const WORD = /[\w./-]+/g;

/** @param command - the program and its arguments */
export const reachTargets = (text: string, [, ...command]: readonly string[]): string => {
  const { targets, others } = splitTargets(text.replaceAll('\\\n', ' '));
  const first = targets.find(({ names }) => !names.some((name) => name.startsWith('.')));
  if (OPEN.test(text) || first === undefined) return text;
  const reached = new Set<Target>();
  const visit = (words: string): void => {
    const named = new Set(words.match(WORD));
    for (const target of targets) {
      if (reached.has(target) || !target.names.some((name) => named.has(name))) continue;
      reached.add(target);
      visit(target.text);
    }
  };
  visit([...command, others].join('\n'));
  if (reached.size === 0) {
    reached.add(first);
    visit(first.text);
  }
  return [others, ...[...reached].map((target) => target.text)].join('\n');
};

const splitTargets = (text: string): { readonly targets: readonly Target[]; readonly others: string } => {
  const targets: Target[] = [];
  const others: string[] = [];
  let lines: string[] | null = null;
  const close = (): void => {
    const [head = '', ...rest] = lines ?? [];
    const [, names = '', needs = ''] = HEAD.exec(head) ?? [];
    if (lines !== null) targets.push({ names: names.split(/\s+/), text: [needs, ...rest].join('\n') });
    lines = null;
  };
  for (const line of text.split('\n')) {
    if (lines !== null && (/^\s/.test(line) || line === '')) lines.push(line);
    else {
      close();
      if (HEAD.test(line)) lines = [line];
      else if (!line.startsWith('#')) others.push(line);
    }
  }
  close();
  return { targets, others: others.join('\n') };
};

const withEndings = (name: string, endings: string): readonly string[] =>
  endings.split(' ').map((ending) => `${name}.${ending}`);

/** The settings of linters: they apply to their folder, so none may be added anywhere. */
const LINT_FILES: readonly string[] = [
  ...withEndings('eslint.config', 'js mjs cjs ts mts cts'),
  '.eslintrc',
  ...withEndings('.eslintrc', 'js cjs json yaml yml'),
  '.eslintignore',
  ...withEndings('.prettierrc', 'js cjs mjs json json5 yaml yml toml'),
  ...withEndings('prettier.config', 'js cjs mjs ts'),
  ...withEndings('.stylelintrc', 'js cjs mjs json yaml yml'),
  ...withEndings('.golangci', 'yml yaml toml json'),
  ...'.prettierrc .prettierignore .stylelintrc .stylelintignore biome.json biome.jsonc .oxlintrc.json'.split(' '),
  ...'ruff.toml .ruff.toml .flake8 .pylintrc pylintrc .rubocop.yml clippy.toml .clippy.toml'.split(' '),
];
/** For a whole project. */
const TYPES_FILES = ['jsconfig.json', 'mypy.ini', '.mypy.ini', 'pyrightconfig.json'];

/** Settings of a check in files that are also edited for other reasons, see frozen-parts.ts. */
const PARTS = [
  ...['eslintConfig', 'eslintIgnore', 'prettier', 'stylelint'].map((member) => `package.json#${member}`),
  ...['pyproject.toml', 'setup.cfg'].map((file) => `${file}#checks`),
];

const LINTERS = new Set(LINT_FILES);
const isTypesFile = (path: string): boolean => /^(?:tsconfig|jsconfig)(?:\.[\w.-]+)?\.json$/.test(basename(path));

/** Frozen only where lint is a check. */
const MARK_OF_LINT = '.eslintignore';

/** Whether a file decides the result of a linter, in a run that has `lint` among its checks. */
export const isLintFile = (path: string, frozen: Readonly<Record<string, string>>): boolean =>
  Object.hasOwn(frozen, MARK_OF_LINT) && LINTERS.has(basename(path));

/**
 * The paths to freeze, relative to the workspace; none without a check.
 *
 * @param files - the sources
 */
export const findHeldByChecks = async (
  workspace: string,
  files: Iterable<string>,
  commands: readonly HeldCommand[],
): Promise<readonly string[]> => {
  const checks = commands.flatMap(({ command, ...rest }) => (command === null ? [] : [{ ...rest, command }]));
  if (checks.length === 0) return [];
  const paths = [...files];
  const names = new Set<string>(checks.map(({ name }) => name));
  const sources = new Set(paths);
  const read = sourceReader(workspace);
  const settings = [
    ...(names.has('lint') ? paths.filter((path) => LINTERS.has(basename(path))) : []),
    ...(names.has('types') || names.has('build') ? paths.filter(isTypesFile) : []),
  ];
  const held = await Promise.all(checks.map(({ command }) => findHeldBy(workspace, paths, command)));
  const named = await Promise.all(settings.map((path) => findNamedByConfig(path, sources, read)));
  const found = [...held.flat(), ...settings, ...named.flat()];
  const programs = found.filter((path) => sources.has(path));
  const product = programs.length === 0 ? new Map() : await findProduct(workspace, sources);
  return [
    ...found,
    ...(await followPrograms(programs, sources, read, (path) => product.has(path))),
    // Frozen whether they exist yet or not.
    ...(names.has('lint') ? LINT_FILES : []),
    ...(names.has('types') ? TYPES_FILES : []),
    ...(names.has('lint') || names.has('types') ? PARTS : []),
    ...(await findSuppressions(workspace, paths, checks)),
  ];
};

const HANDED_OUT = ['main', 'module', 'exports', 'bin', 'types'];

/** Comments that switch these checks off: the lists of today, and the marks of what holds. */
const findSuppressions = async (
  workspace: string,
  paths: readonly string[],
  checks: readonly HeldCommand[],
): Promise<readonly string[]> => {
  const texts = await Promise.all(
    checks.map(async (each) => ({ ...each, text: await readCommand(workspace, each.command ?? []) })),
  );
  const marks = markKinds(texts);
  if (marks.length === 0) return [];
  const gated = texts.filter(({ isGated }) => isGated === true).map(({ text }) => text);
  const looks = await markLooks(gated, new Set(paths), sourceReader(workspace));
  return [...marks, ...looks, ...paths.filter(mayBeSuppressed).map(suppressionsOf)];
};

/** The code that the tests of before load, or that the package hands out. */
const findProduct = async (workspace: string, sources: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> => {
  const file = (await readPackage(workspace, 'package.json')) ?? { scripts: {} };
  const handed = HANDED_OUT.flatMap((member) => [...JSON.stringify(file[member] ?? null).matchAll(/"([^"]+)"/g)]);
  const first = [...handed.map(([, word = '']) => normalize(word)), ...[...sources].filter(isNamedLikeTest)];
  return findLoaded(first, sources, sourceReader(workspace));
};

const HAS_TARGETS = /makefile$|justfile$/i;
/** A program of the system may read it, as `grep -f` does. */
const DATA = /[\w@./-]+\.(?:txt|lst|json5?|ya?ml|toml|csv|conf|ini|awk|sed|jq)\b/g;
const SETTINGS = /(?:^|\s)(?:-p|--project|-b|--build|--config(?:-path|-file)?|--rcfile|-f|--file)[= ]+([\w./@-]+)/g;

/** The command, with the part that it reaches of scripts and recipes. */
const readCommand = async (workspace: string, command: readonly string[]): Promise<string> => {
  const read = sourceReader(workspace);
  const lines = [command.join(' ')];
  for (const recipe of recipesOf(command)) {
    if (recipe === SCRIPTS) lines.push((await reachScripts(workspace, command)).text);
    else lines.push(HAS_TARGETS.test(recipe) ? reachTargets(await read(recipe), command) : await read(recipe));
  }
  return lines.join('\n');
};

const findHeldBy = async (
  workspace: string,
  paths: readonly string[],
  command: readonly string[],
): Promise<readonly string[]> => {
  const sources = new Set(paths);
  const read = sourceReader(workspace);
  const recipes = recipesOf(command);
  const text = await readCommand(workspace, command);
  const words = [...findRun(text), ...[...text.matchAll(SETTINGS)].map(([, word = '']) => word)].map(normalize);
  const [program = ''] = command;
  return [
    ...recipes.filter((recipe) => recipe !== SCRIPTS),
    ...(recipes.includes(SCRIPTS) ? await findScriptParts(workspace, paths, command) : []),
    ...(await findNamedByScript(text, '', sources, read)),
    ...[normalize(program), ...words].filter((path) => sources.has(path)),
    ...findRunPackages(text, sources),
    ...(text.match(DATA) ?? []).map(normalize).filter((path) => sources.has(path) && isOfTools(path)),
    ...(await findPrograms(workspace, new Set(text.match(/[\w.@-]+/g)))),
  ];
};

/** The installed programs in the command, and their packages. */
const findPrograms = async (workspace: string, words: ReadonlySet<string>): Promise<readonly string[]> => {
  const modules = join(workspace, 'node_modules');
  const found: string[] = [];
  for (const word of words) {
    const link = join(modules, '.bin', word);
    if ((await lstat(link).catch(() => null)) === null) continue;
    found.push(`node_modules/.bin/${word}`);
    const inside = (await realpath(link).catch(() => '')).split(`${sep}node_modules${sep}`);
    const [scope = '', name = ''] = (inside.at(-1) ?? '').split(sep);
    if (inside.length < 2 || scope === '.bin') continue;
    const folder = [...inside.slice(0, -1), scope.startsWith('@') ? join(scope, name) : scope];
    found.push(join(folder.join(`${sep}node_modules${sep}`), '**'));
  }
  return found;
};
