/** Files that decide how a check ends, frozen from the start (rule 2.7): else `"build": "true"` would pass. */
import { lstat, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { basename, normalize } from 'node:path/posix';
import { markKinds, markLooks } from './checked/unchecked-code.ts';
import { mayBeSuppressed, suppressionsOf } from './checked/suppressing-comments.ts';
import { findRunPackages, followPrograms, isOfTools } from './checked/follow-programs.ts';
import { findRun, findNamedByConfig, findNamedByScript } from './named-files.ts';
import { findLoaded } from './helpers/test-helpers.ts';
import { readPackage, sourceReader, findScriptParts, reachScripts, reachTargets } from './script-closure.ts';
import { recipesOf, SCRIPTS } from './runner-files.ts';
import { isNamedLikeTest } from './freeze.ts';
import type { GateFunction } from '../../../gates/phase.ts';
import { metricOfCheck, type OwnMeasure } from '../../project/config/own-measure.ts';

type Named = Pick<OwnMeasure, 'command' | 'name'>;

/** `isGated`: a gate of some phase names what it measures. */
interface HeldCommand extends Named {
  readonly isGated?: boolean;
}

interface Commands {
  readonly checks: readonly Named[];
  readonly measures: readonly (Named & Partial<Pick<OwnMeasure, 'metrics'>>)[];
  readonly review?: { readonly agent: Pick<Named, 'command'> };
  /** @default no gate names anything */
  readonly phases?: readonly { readonly gate_1: Gate; readonly gate_2: Gate }[];
}

interface Gate {
  readonly condition: string | GateFunction;
}

/** The commands of checks, measures and the reviewer. */
export const heldCommandsOf = ({ checks, measures, review, phases = [] }: Commands): readonly HeldCommand[] => {
  const conditions = phases.flatMap(({ gate_1, gate_2 }) => [gate_1.condition, gate_2.condition]);
  const words = new Set(conditions.flatMap((each) => (typeof each === 'string' ? (each.match(/\w+/g) ?? []) : [])));
  // A function may look at any of them.
  const isOpen = conditions.some((each) => typeof each !== 'string');
  const isNamed = (metric: string): boolean => isOpen || words.has(metric);
  return [
    ...checks.map((each) => ({ ...each, isGated: isNamed(metricOfCheck(each.name)) })),
    ...measures.map((each) => ({
      ...each,
      isGated: Object.keys(each.metrics ?? {}).some(isNamed),
    })),
    ...(review === undefined ? [] : [{ name: 'review', command: review.agent.command }]),
  ];
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

/** The paths to freeze, relative to the workspace. @param files - the sources */
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
  const file = readPackage(workspace, 'package.json') ?? { scripts: {} };
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
