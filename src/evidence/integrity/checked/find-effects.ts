/** Files that count only where something reads them (rule 2.7), as `.nvmrc`. Found by words; in doubt, all count. */
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { basename } from 'node:path/posix';
import { askRunners, RUNNER_NAMES, RUNNERS } from '../../../runners/runners.ts';
import { findProgram } from '../../../runners/command/find-program.ts';
import { isCode } from '../needed-sources.ts';
import { readConfigMembers, readPackage, sourceReader, CALLS_SCRIPTS, reachScripts } from '../script-closure.ts';
import { isRunnerFile, partsOf, recipesOf, RUNNER_FILES, SCRIPTS } from '../runner-files.ts';

export interface Effects {
  /** Whether something may read a file or a folder of that name. */
  readonly isRead: (name: string) => boolean;
  /** Whether a program of that name may be started from `node_modules/.bin`. */
  readonly isStarted: (program: string) => boolean;
}

export interface SuitePlace {
  /** Relative to the workspace; `''` for the workspace itself. */
  readonly folder: string;
  readonly command: readonly string[];
}

const READERS = askRunners(({ frozen }) => frozen?.readBy);
const BY_READER = new Set(READERS.flatMap(({ files }) => files));
const LAUNCHERS = new Set(askRunners(({ frozen }) => frozen?.launchers));
const STARTED = askRunners(({ frozen }) => frozen?.programs).map((name) => ({
  name,
  word: new RegExp(String.raw`(?<![\w./@-])${name}(?![\w-])|(?<=\.bin/)${name}\b`),
}));
const BIN = /\.bin\b/;

const nameOf = (path: string): string => basename(path.replace(/#.*$/, ''));

/** Whether a file of that name has an effect only where something reads it. */
export const isByReader = (path: string): boolean => BY_READER.has(nameOf(path));

/** For commands that nobody knows. */
export const ALL_EFFECTS: Effects = { isRead: () => true, isStarted: () => true };

/** @param suites - all: one may read files of another @param checks - other commands, of any program */
export const findEffects = async (
  workspace: string,
  paths: readonly string[],
  suites: readonly SuitePlace[],
  checks: readonly (readonly string[])[] = [],
): Promise<Effects> => {
  const texts: string[] = [];
  for (const command of checks) texts.push(await readCheck(workspace, command));
  for (const { folder, command } of suites) {
    const text = await readCommand(join(workspace, folder), command);
    if (text === null) return ALL_EFFECTS;
    texts.push(text);
  }
  const text = texts.join('\n');
  const path = process.env['PATH'] ?? '';
  const inCode = new Set<object>();
  const started = new Set(STARTED.filter(({ word }) => word.test(text)).map(({ name }) => name));
  let usesBin = CALLS_SCRIPTS.test(text) || BIN.test(text) || isOnPath(path, workspace, suites);
  const read = codeReader(workspace);
  for (const source of paths) {
    const code = await read(source);
    if (code === '') continue;
    // A config is no reader of itself.
    for (const reader of READERS)
      if (reader.code?.test(code) === true && !reader.files.includes(basename(source))) inCode.add(reader);
    for (const { name, word } of STARTED) if (word.test(code)) started.add(name);
    usesBin ||= CALLS_SCRIPTS.test(code) || BIN.test(code);
  }
  const readers = READERS.filter(
    (reader) =>
      reader.words?.test(text) !== false &&
      (reader.code === undefined || inCode.has(reader)) &&
      reader.path?.test(path) !== false,
  );
  const names = new Set(readers.flatMap(({ files }) => files));
  return {
    isRead: (name) => !isByReader(name) || names.has(nameOf(name)),
    isStarted: (program) => (LAUNCHERS.has(program) ? usesBin : started.has(program)),
  };
};

/** The command with the scripts that it reaches; `null` where it starts anything but a known runner. */
const readCommand = async (folder: string, command: readonly string[]): Promise<string | null> => {
  const found = findProgram(command, folder);
  if ('unknown' in found || !RUNNER_NAMES.some((name) => RUNNERS[name].isFoundIn?.(found) === true)) return null;
  if (!recipesOf(command).includes(SCRIPTS)) return command.join(' ');
  const { text, isOpen } = await reachScripts(folder, command);
  return isOpen ? null : `${command.join(' ')}\n${text}`;
};

const readCheck = async (workspace: string, command: readonly string[]): Promise<string> => {
  const { scripts } = readPackage(workspace, 'package.json') ?? { scripts: {} };
  const { text, isOpen } = await reachScripts(workspace, command);
  return [...command, isOpen && recipesOf(command).length > 0 ? Object.values(scripts).join('\n') : text].join(' ');
};

/** Code, and what configures a runner; `''` for anything else. */
const codeReader = (workspace: string): ((path: string) => Promise<string>) => {
  const read = sourceReader(workspace);
  return async (path) => {
    if (basename(path) === 'package.json') return readConfigMembers(workspace, path);
    if (/\.d\.[cm]?ts$/.test(path)) return '';
    const configures = isRunnerFile(path) || RUNNER_FILES.includes(basename(path)) || partsOf(path).length > 0;
    return isCode(path) || (configures && !isByReader(path)) || /\.(?:vue|svelte)$/.test(path) ? read(path) : '';
  };
};

/** `npx dualgate` puts the folder of the workspace there. */
const isOnPath = (path: string, workspace: string, suites: readonly SuitePlace[]): boolean => {
  const folders = ['', ...suites.map(({ folder }) => folder)];
  const places = new Set(folders.map((folder) => join(resolve(workspace, folder), 'node_modules/.bin')));
  return path.split(delimiter).some((entry) => !isAbsolute(entry) || places.has(resolve(entry)));
};
