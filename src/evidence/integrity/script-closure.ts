/**
 * The scripts of a package.json that a command reaches: those that it names, their pre and post scripts, and all that
 * these name in turn. Found by words; nothing is run. Other scripts decide nothing, and the agent may edit them.
 */
import { join } from 'node:path';
import { basename, join as joinPosix } from 'node:path/posix';
import { z } from 'zod';
import { RUNNER_PARTS } from './runner-files.ts';
import { readText } from '../../base/files/open-plain.ts';

// The parts of a package.json about tests: the members that configure a runner. Its scripts: `script-closure.ts`.

const memberManifest = z.looseObject({ scripts: z.record(z.string(), z.string()).default({}) });

/** Reads sources of a workspace as text; an unreadable one is empty. */
export const sourceReader =
  (workspace: string) =>
  (path: string): Promise<string> =>
    Promise.resolve(readText(join(workspace, path)) ?? '');

/** `null` for anything but a package.json that can be read. */
export const readPackage = async (workspace: string, path: string): Promise<z.infer<typeof memberManifest> | null> => {
  try {
    return memberManifest.parse(JSON.parse(await sourceReader(workspace)(path)));
  } catch {
    return null;
  }
};

/** The members that configure a runner, as one text. */
export const readConfigMembers = async (workspace: string, path: string): Promise<string> => {
  const file = await readPackage(workspace, path);
  const members = RUNNER_PARTS.filter((part) => part.startsWith('package.json#')).map(
    (part) => part.split('#')[1] ?? '',
  );
  return file === null ? '' : JSON.stringify(Object.fromEntries(members.map((name) => [name, file[name]])));
};

interface ReachedScripts {
  /** Every name that may be called, without a script of that name too: one may be added. */
  readonly names: readonly string[];
  /** The scripts, one a line. */
  readonly text: string;
  /** Whether it may call scripts that no word names: by a pattern, a variable, or in another folder. */
  readonly isOpen: boolean;
}

const WORD = /[\w:.-]+/g;
/** Files that a script may run, and that may run scripts themselves. */
const PROGRAM = /[\w@./-]+\.(?:[cm]?[jt]sx?|(?:ba|z)?sh|py|rb)\b/g;

/** Starts scripts or installed programs by their names. */
export const CALLS_SCRIPTS = /\b(?:npm|npx|pnpm|yarn|bun)\b|--run\b/;
/** Programs that run scripts by patterns, or those of other packages; options for another folder; variables. */
const OPEN = [
  /\b(?:turbo|nx|lerna|wireit|moon|rush|lage|wsrun|nps|gulp|grunt|make|just|task|cd|pushd|xargs|eval)\b/,
  /\b(?:run-[sp]|npm-run-all2?|concurrently|conc)\b[^;&|\n]*\*/,
  /\b(?:npm|pnpm|yarn|bun)\b[^;&|\n]*(?:\s-(?:w|ws|C|r|F)\b|\s--(?:workspaces?|prefix|cwd|dir|filter|recursive)\b|\bworkspaces?\b|[*$`])/,
];

/** @param folder - absolute: where the command runs */
export const reachScripts = async (folder: string, command: readonly string[]): Promise<ReachedScripts> => {
  const read = sourceReader(folder);
  const { scripts } = (await readPackage(folder, 'package.json')) ?? { scripts: {} };
  const names = new Set<string>();
  const texts = [command.join(' ')];
  const programs = new Set<string>();
  const visit = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    if (!Object.hasOwn(scripts, name)) return;
    const script = scripts[name] ?? '';
    texts.push(script);
    for (const each of [`pre${name}`, `post${name}`, ...(script.match(WORD) ?? [])]) visit(each);
    for (const each of script.match(PROGRAM) ?? []) programs.add(each);
  };
  for (const word of command.slice(1).flatMap((each) => each.match(WORD) ?? []))
    visit(word === 't' || word === 'tst' ? 'test' : word);
  const inPrograms: string[] = [];
  for (const path of programs) {
    const text = await read(path);
    if (!CALLS_SCRIPTS.test(text)) continue;
    inPrograms.push(text);
    for (const word of text.match(WORD) ?? []) if (Object.hasOwn(scripts, word)) visit(word);
  }
  const called = [...texts, ...inPrograms].join('\n');
  const reached = [...names].filter((name) => Object.hasOwn(scripts, name));
  const odd = Object.keys(scripts).filter((name) => name.replace(WORD, '') !== '' && called.includes(name));
  return {
    names: [...names],
    text: reached.map((name) => scripts[name] ?? '').join('\n'),
    isOpen: reached.length === 0 || odd.length > 0 || OPEN.some((pattern) => pattern.test(called)),
  };
};

/**
 * The names of the scripts to freeze, as `frozen-parts.ts` knows them, relative to the workspace: all scripts of all
 * packages where it is unknown which of them are called.
 *
 * @param folder - where the command runs, relative to the workspace; `''` for the workspace itself
 * @param paths - the sources
 */
export const findScriptParts = async (
  workspace: string,
  paths: readonly string[],
  command: readonly string[],
  folder = '',
): Promise<readonly string[]> => {
  const { names, isOpen } = await reachScripts(joinPosix(workspace, folder), command);
  const own = joinPosix(folder, 'package.json');
  if (!isOpen) return names.filter((name) => /^\w/.test(name)).map((name) => `${own}#scripts.${name}`);
  const all = paths.filter((path) => basename(path) === 'package.json');
  return [...new Set([own, ...all])].map((path) => `${path}#scripts`);
};
