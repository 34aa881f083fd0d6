/**
 * Switches off every cache that could answer in the place of the tests: by variables, by options, and by removing what a
 * tool remembers. Copies and worktrees then neither use nor fill the cache of the main checkout.
 *
 * @module
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appendArguments } from '../command/append-arguments.ts';
import { findProgram, nameProgram } from '../command/find-program.ts';
import { listScriptsBelow } from '../command/package-scripts.ts';
import { CACHING_TOOLS, type CachingTool } from './caching-tools.ts';
import { readText } from '../../files/open-plain.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables for a test run. @param given - the environment that it has otherwise */
export const variablesWithoutCaches = (given: Environment): Environment =>
  Object.fromEntries(
    CACHING_TOOLS.flatMap(({ env = {}, flag }) => [
      ...Object.entries(env),
      ...(flag === undefined || isSetElsewhere(flag, given)
        ? []
        : [[flag.variable, `${given[flag.variable] ?? ''} ${flag.added}`.trim()] as const]),
    ]),
  );

/** The variable would take the place of all that the file sets. */
const isSetElsewhere = ({ variable, file }: NonNullable<CachingTool['flag']>, given: Environment): boolean =>
  given[variable] === undefined && (readText(file()) ?? '').includes(`${variable}=`);

/** Adds the options of a tool that no variable switches off. */
export const commandWithoutCaches = (command: readonly string[], folder: string): readonly string[] => {
  const found = findProgram(command, folder);
  const program = 'program' in found ? found.program : nameProgram(command[0] ?? '');
  const { options } = CACHING_TOOLS.find((tool) => tool.options?.of.test(program) === true) ?? {};
  if (options === undefined || options.added.some((option) => command.includes(option))) return command;
  const { verb, added } = options;
  if (verb === undefined) return appendArguments(command, added, folder);
  const at = command.findIndex((word) => verb.test(word));
  return at === -1 ? command : [...command.slice(0, at + 1), ...added, ...command.slice(at + 1)];
};

const NEVER_ENTERED = new Set(['node_modules', '.git', '.dualgate']);
/** Packages of a monorepo lie less deep. */
const MOST_DEEP = 5;

/** Removes what the tools that a command starts would take for done, in a folder and below it. A script of a package may start one. */
export const forgetRuns = async (folder: string, started: readonly CachingTool[]): Promise<void> => {
  const scripts = listScriptsBelow(folder);
  for (const tool of CACHING_TOOLS) {
    const { folders = [], forgets, startedBy } = tool;
    if (forgets === undefined) continue;
    if (started.includes(tool) || scripts.some((script) => startedBy?.test(script) === true))
      await forgetBelow(folder, new Set(folders), forgets, MOST_DEEP);
  }
};

const forgetBelow = async (folder: string, homes: ReadonlySet<string>, file: string, depth: number): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isDirectory() || NEVER_ENTERED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (homes.has(entry.name)) {
      for (const task of await readdir(path).catch(() => [])) await rm(join(path, task, file), { force: true });
    } else if (depth > 0) await forgetBelow(path, homes, file, depth - 1);
  }
};
