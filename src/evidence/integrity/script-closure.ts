/** The scripts of a package.json that a command reaches. Found by words. The agent may edit others. */
import { parseJson } from '../../base/text/parse-json.ts';
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
export const readPackage = (workspace: string, path: string): z.infer<typeof memberManifest> | null =>
  memberManifest.safeParse(parseJson(readText(join(workspace, path)) ?? '')).data ?? null;

/** The members that configure a runner, as one text. */
export const readConfigMembers = (workspace: string, path: string): string => {
  const file = readPackage(workspace, path);
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
  const { scripts } = readPackage(folder, 'package.json') ?? { scripts: {} };
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
  for (const path of programs) {
    const text = await read(path);
    if (!CALLS_SCRIPTS.test(text)) continue;
    texts.push(text);
    for (const word of text.match(WORD) ?? []) if (Object.hasOwn(scripts, word)) visit(word);
  }
  const called = texts.join('\n');
  const reached = [...names].filter((name) => Object.hasOwn(scripts, name));
  const odd = Object.keys(scripts).filter((name) => name.replace(WORD, '') !== '' && called.includes(name));
  return {
    names: [...names],
    text: reached.map((name) => scripts[name] ?? '').join('\n'),
    isOpen: reached.length === 0 || odd.length > 0 || OPEN.some((pattern) => pattern.test(called)),
  };
};

/** Relative to the workspace: all scripts of all packages where any may be called. @param paths - the sources */
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

// The part of a Makefile or a justfile that a command reaches. Found by words; in doubt it is the whole file.

interface Target {
  readonly names: readonly string[];
  /** With what it depends on. */
  readonly text: string;
}

const TARGET = /^@?([^\s#:=][^:=#]*?)\s*::?(?![:=])(.*)$/;
/** Targets that no word names: patterns, included files, text that is made. */
const UNNAMED =
  /^(?=[^\s#])[^=\n]*%[^=\n]*:|^\s*(?:-?include|sinclude|import|mod|define)\b|\$[({](?:eval|foreach|call)\b/m;
const TARGET_WORD = /[\w./-]+/g;

/** @param command - the program and its arguments */
export const reachTargets = (text: string, [, ...command]: readonly string[]): string => {
  const { targets, others } = splitTargets(text.replaceAll('\\\n', ' '));
  const first = targets.find(({ names }) => !names.some((name) => name.startsWith('.')));
  if (UNNAMED.test(text) || first === undefined) return text;
  const reached = new Set<Target>();
  const visit = (words: string): void => {
    const named = new Set(words.match(TARGET_WORD));
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
    const [, names = '', needs = ''] = TARGET.exec(head) ?? [];
    if (lines !== null) targets.push({ names: names.split(/\s+/), text: [needs, ...rest].join('\n') });
    lines = null;
  };
  for (const line of text.split('\n')) {
    if (lines !== null && (/^\s/.test(line) || line === '')) lines.push(line);
    else {
      close();
      if (TARGET.test(line)) lines = [line];
      else if (!line.startsWith('#')) others.push(line);
    }
  }
  close();
  return { targets, others: others.join('\n') };
};
