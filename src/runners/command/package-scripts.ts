/** The scripts of a package.json, as far as they are one plain command. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { once } from '../../base/once.ts';
import { readText } from '../../base/files/open-plain.ts';
import { parseJson } from '../../base/text/parse-json.ts';

const packageFile = once(() =>
  z.looseObject({
    scripts: z.record(z.string(), z.string()).default({}),
    wireit: z
      .record(z.string(), z.looseObject({ command: z.string().default('') }))
      .catch({})
      .default({}),
  }),
);

/** `null` where there is none that can be read. */
const readPackage = (folder: string): z.infer<ReturnType<typeof packageFile>> | null =>
  packageFile().safeParse(parseJson(readText(join(folder, 'package.json')) ?? '')).data ?? null;

const readScripts = (folder: string): Readonly<Record<string, string>> => readPackage(folder)?.scripts ?? {};

/** The text of a script; `null` when there is none, or no package.json that can be read. */
export const readScript = (workspace: string, name: string): string | null => {
  const scripts = readScripts(workspace);
  return Object.hasOwn(scripts, name) ? (scripts[name] ?? null) : null;
};

export const listScriptNames = (workspace: string): readonly string[] => Object.keys(readScripts(workspace));

/** Whether a script of package.json has this word behind a quotation mark, which keeps it from the shell. */
export const isQuotedInScript = (workspace: string, word: string): boolean =>
  Object.values(readScripts(workspace)).some((script) => script.includes(`"${word}`) || script.includes(`'${word}`));

/** Workspaces and task runners start scripts of packages that lie below. */
const MOST_DEEP = 3;
const NEVER_ENTERED = new Set(['node_modules', 'dist', 'build', 'target', 'vendor']);

export const listScriptsBelow = (folder: string, depth = MOST_DEEP): readonly string[] => {
  const { scripts = {}, wireit = {} } = readPackage(folder) ?? {};
  return [
    ...Object.values(scripts),
    ...Object.values(wireit).map(({ command }) => command),
    ...(depth === 0 ? [] : listFolders(folder)).flatMap((name) => listScriptsBelow(join(folder, name), depth - 1)),
  ];
};

const listFolders = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NEVER_ENTERED.has(entry.name))
      .map(({ name }) => name);
  } catch {
    return [];
  }
};

const JOINS_COMMANDS = /[&|;<>`\n]|\$\(/;
const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;

/** The words of a script without leading `NAME=value`; `null` when a shell would make more than one command of it. */
export const splitScript = (script: string): readonly string[] | null => {
  if (JOINS_COMMANDS.test(script)) return null;
  const words = [...script.matchAll(WORD)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
  const first = words.findIndex((word) => !/^\w+=/.test(word) && word !== 'cross-env');
  return first === -1 ? null : words.slice(first);
};
