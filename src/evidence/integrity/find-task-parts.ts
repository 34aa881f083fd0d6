/** Files by which a task runner or a recipe finds what to run, as far as the tests reach one. Found by words. */
import { join } from 'node:path';
import { basename, dirname, join as joinPath } from 'node:path/posix';
import { parse } from 'yaml';
import type { Look } from '../../runners/runner-facts.ts';
import { settingsOf } from '../../runners/settings-text.ts';
import { parseJson, withoutComments } from '../../base/text/parse-json.ts';
import { reachText } from '../../runners/replays/watch-replays.ts';
import { findNamedByConfig } from './named-files.ts';
import { readPackage, sourceReader, CALLS_SCRIPTS } from './script-closure.ts';
import { TASK_TOOLS, type TaskTool } from './runner-files.ts';

// An agent may add a build: tasks that the tests do not reach are free. Others are named: `nx.json#tasks:a+b`.

/** Keys of such files whose members are tasks. */
const TABLES = ['tasks', 'pipeline', 'targets', 'targetDefaults'];
/** Members of a package.json whose members are tasks. */
const MEMBERS = new Set(['wireit', 'scripts']);
/** Nothing that runs reads them. */
const FREE = new Set(['$schema', 'generators', 'release']);

/** A name, and its parts: `a:test` and `a#test` are the task `test`. */
const wordsOf = (text: string): readonly string[] =>
  (text.match(/[\w:.-]+/g) ?? []).flatMap((word) => [word, ...word.split(':')]).filter((word) => /^\w/.test(word));

/** In the place of all names, where a pattern may stand for any. */
const ANY = '*';

/** A pattern may be any name, and the name of a program stands for all tasks that use it. */
const isReached = (task: string, names: ReadonlySet<string>): boolean => {
  if (names.has(ANY)) return true;
  const own = task.slice(task.lastIndexOf('#') + 1);
  return (
    /[*/@]/.test(own) || wordsOf(own).some((word) => names.has(word) || names.has(word.replace(/^(?:pre|post)/, '')))
  );
};

/** The tasks of a file by their names; of a package.json, those of one of its members. */
const tasksOf = (file: string, text: string, member: string): readonly (readonly [string, unknown])[] => {
  const value = valueOf(file, text, member);
  if (value === null) return [];
  if (MEMBERS.has(member)) return [...value];
  return TABLES.flatMap((key) => [...(settingsOf(value.get(key)) ?? [])]);
};

/** @param what - `packages`, or `KIND:NAME+NAME`; KIND is the member of a package.json, else `tasks` */
export const readTasks = (file: string, text: string, what: string): string => {
  const [member = ''] = what.split(':', 1);
  const names = new Set(what.slice(member.length + 1).split('+'));
  const value = valueOf(file, text, member);
  // A file that nobody can read is frozen as it is.
  if (value === null) return text;
  if (what === 'packages') return JSON.stringify(value.get(what)) ?? '';
  const leave = (table: Value) => [...table].filter(([task]) => isReached(task, names));
  const left = MEMBERS.has(member)
    ? leave(value)
    : [...value].flatMap(([key, each]) => {
        if (FREE.has(key)) return [];
        const table = TABLES.includes(key) ? settingsOf(each) : null;
        if (table === null) return [[key, each]];
        const tasks = leave(table);
        return tasks.length === 0 ? [] : [[key, tasks]];
      });
  return left.length === 0 ? '' : JSON.stringify(left);
};

type Value = ReadonlyMap<string, unknown>;

const valueOf = (file: string, text: string, member: string): Value | null => {
  const all = settingsOf(/\.ya?ml$/.test(file) ? parseYaml(text) : parseJson(withoutComments(text)));
  if (all === null || !file.endsWith('package.json')) return all;
  const found = all.get(member);
  return found === undefined ? new Map() : settingsOf(found);
};

const parseYaml = (text: string): unknown => {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
};

/** Every file of a folder, with its name; what a tool keeps there is no part of it. */
export const readTaskTexts = async (folder: string, look: Look, most = 3): Promise<string> => {
  const texts: string[] = [];
  for (const name of await look.namesIn(folder)) {
    if (name === 'cache' || most === 0) continue;
    const path = `${folder}/${name}`;
    texts.push((await look.readText(path)) || (await readTaskTexts(path, look, most - 1)), name);
  }
  return texts.join('\n');
};

/** Relative to the workspace; whether it reaches a script of a package.json. @param folder - where the command runs */
export const findTaskParts = async (
  workspace: string,
  paths: readonly string[],
  command: readonly string[],
  folder = '',
): Promise<{ readonly parts: readonly string[]; readonly runsScripts: boolean }> => {
  const packages = [...new Set(['', folder, ...paths.filter(isPackage).map((path) => folderOf(path))])];
  const { tools, text, callsScripts } = await reachTools(workspace, paths, packages, command, folder);
  if (tools.length === 0) return { parts: [], runsScripts: false };
  const of = (field: 'files' | 'folders' | 'tables') => [...new Set(tools.flatMap((tool) => tool[field] ?? []))];
  const isOf = (names: readonly string[]) => (path: string) => names.includes(basename(path));
  const plain = of('tables').filter((name) => !name.includes('#'));
  const members = of('tables').flatMap((name) => (name.includes('#') ? [name.replace(/^.*#/, '')] : []));
  const tables = [
    ...packages.flatMap((place) => plain.map((name) => joinPath(place, name))),
    ...paths.filter(isOf(plain)),
  ].map((path) => [path, 'tasks'] as const);
  const inPackages = packages.flatMap((place) =>
    members.map((member) => [joinPath(place, 'package.json'), member] as const),
  );
  const all = [...tables, ...inPackages];
  const names = [...(await reachNames(workspace, packages, all, text))].sort().join('+');
  const isOfPackages = tools.some(({ ofPackages }) => ofPackages === true);
  const below = new Set(tools.flatMap(({ below: isBelow, files = [] }) => (isBelow === true ? files : [])));
  const parts = [
    ...[...new Set(['', folder])].flatMap((place) => of('files').map((name) => joinPath(place, name))),
    ...paths.filter((path) => below.has(basename(path))),
    ...of('folders').map((name) => `${name}#tasks`),
    ...all.map(([path, kind]) => `${path}#${kind}:${names}`),
    ...(isOfPackages ? ['pnpm-workspace.yaml#packages', ...packages.flatMap(namesOfPackage)] : []),
  ];
  const sources = new Set(paths);
  const named: string[] = [];
  for (const path of new Set(parts.map((part) => part.replace(/#.*$/, ''))))
    if (sources.has(path) && !isPackage(path))
      named.push(...(await findNamedByConfig(path, sources, sourceReader(workspace))));
  return { parts: [...new Set([...parts, ...named])], runsScripts: isOfPackages || callsScripts };
};

const isPackage = (path: string): boolean => basename(path) === 'package.json';
const folderOf = (path: string): string => (dirname(path) === '.' ? '' : dirname(path));

/** Another folder could take the place of a package. */
const namesOfPackage = (place: string): readonly string[] =>
  ['name', 'workspaces'].map((member) => `${joinPath(place, 'package.json')}#${member}`);

/** A recipe may start a task runner, and that a script which starts another. */
const reachTools = async (
  workspace: string,
  paths: readonly string[],
  packages: readonly string[],
  command: readonly string[],
  folder: string,
) => {
  const read = sourceReader(workspace);
  const texts = [reachText(command, join(workspace, folder))];
  const tools = new Set<TaskTool>();
  const readScripts = async (): Promise<string> => {
    const scripts: string[] = [];
    for (const place of packages)
      scripts.push(...Object.values(readPackage(workspace, joinPath(place, 'package.json'))?.scripts ?? {}));
    return scripts.join('\n');
  };
  for (let known = -1; known < tools.size; ) {
    known = tools.size;
    const text = texts.join('\n');
    for (const tool of TASK_TOOLS) {
      if (tools.has(tool) || !tool.startedBy.test(text)) continue;
      tools.add(tool);
      const names = tool.files ?? [];
      for (const path of [...names.map((name) => joinPath(folder, name)), ...paths])
        if (names.includes(basename(path))) texts.push(await read(path));
      if (tool.ofPackages === true) texts.push(await readScripts());
    }
  }
  return { tools: [...tools], text: texts[0] ?? '', callsScripts: CALLS_SCRIPTS.test(texts.join('\n')) };
};

/** Words of the command, and of every task that one of them names. */
const reachNames = async (
  workspace: string,
  packages: readonly string[],
  tables: readonly (readonly [path: string, kind: string])[],
  text: string,
): Promise<ReadonlySet<string>> => {
  const read = sourceReader(workspace);
  const tasks: (readonly [string, unknown])[] = [];
  const scripts = packages.map((place) => [joinPath(place, 'package.json'), 'scripts'] as const);
  for (const [path, kind] of [...tables, ...scripts]) tasks.push(...tasksOf(path, await read(path), kind));
  const existing = new Set(tasks.flatMap(([task]) => wordsOf(task)));
  const names = new Set(wordsOf(text.replaceAll(/(?<=\s)-[\w-]+/g, ' ')));
  const visited = new Set<string>([text]);
  for (let before = -1; before < visited.size; ) {
    before = visited.size;
    for (const [task, value] of tasks) if (isReached(task, names)) visited.add(JSON.stringify(value) ?? '');
    for (const word of [...visited].flatMap(wordsOf)) if (existing.has(word)) names.add(word);
  }
  return [...visited].some((each) => PATTERN.test(each)) ? new Set([ANY]) : names;
};

/** A pattern of task names, such as `build-*`; one of files has a slash or a dot. */
const PATTERN = /(?<![\w*./{}-])\^?(?:[\w:-]+\*[\w:*-]*|\*[\w:*-]+)(?![\w*./{}-])/;
