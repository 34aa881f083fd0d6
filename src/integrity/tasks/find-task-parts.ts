/**
 * The files by which a task runner or a recipe finds what to run, as far as the test command reaches one. Found by words of the
 * command, of scripts and of tasks; nothing is run.
 *
 * @module
 */
import { join } from 'node:path';
import { basename, dirname, join as joinPath } from 'node:path/posix';
import { reachText } from '../../testing/replays/started-tools.ts';
import { findNamedByConfig } from '../named-files.ts';
import { readPackage, sourceReader } from '../package-members.ts';
import { CALLS_SCRIPTS } from '../script-closure.ts';
import { ANY, isReached, tasksOf, wordsOf } from './read-tasks.ts';
import { TASK_TOOLS, type TaskTool } from './task-tools.ts';

/**
 * The frozen names, relative to the workspace, and whether a script of a package.json is reached.
 *
 * @param paths - the sources
 * @param folder - where the command runs, relative to the workspace; `''` for the workspace itself
 */
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
      scripts.push(...Object.values((await readPackage(workspace, joinPath(place, 'package.json')))?.scripts ?? {}));
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
