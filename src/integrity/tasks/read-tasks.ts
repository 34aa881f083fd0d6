/**
 * Reads a file of tasks without the tasks that the tests do not reach: an agent may add a build. Everything that is not known to
 * be free stays in. The names of the tasks that count are part of the frozen name: `nx.json#tasks:build+test`.
 *
 * @module
 */
import { parse } from 'yaml';
import type { Look } from '../../testing/runner-facts.ts';
import { settingsOf } from '../../testing/extend-lists.ts';
import { parseJson, withoutComments } from '../../text/parse-json.ts';

/** Keys of such files whose members are tasks. */
const TABLES = ['tasks', 'pipeline', 'targets', 'targetDefaults'];
/** Members of a package.json whose members are tasks. */
const MEMBERS = new Set(['wireit', 'scripts']);
/** Nothing that runs reads them. */
const FREE = new Set(['$schema', 'generators', 'release']);

/** A name, and its parts: `a:test` and `a#test` are the task `test`. */
export const wordsOf = (text: string): readonly string[] =>
  (text.match(/[\w:.-]+/g) ?? []).flatMap((word) => [word, ...word.split(':')]).filter((word) => /^\w/.test(word));

/** In the place of all names, where a pattern may stand for any. */
export const ANY = '*';

/** A pattern may be any name, and the name of a program stands for all tasks that use it. */
export const isReached = (task: string, names: ReadonlySet<string>): boolean => {
  if (names.has(ANY)) return true;
  const own = task.slice(task.lastIndexOf('#') + 1);
  return (
    /[*/@]/.test(own) || wordsOf(own).some((word) => names.has(word) || names.has(word.replace(/^(?:pre|post)/, '')))
  );
};

/** The tasks of a file by their names; of a package.json, those of one of its members. */
export const tasksOf = (file: string, text: string, member: string): readonly (readonly [string, unknown])[] => {
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
