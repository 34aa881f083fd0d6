/** Watches what a test run prints, for results of the past: a replayed result never counts as a run (rule 2.2). */
import { readdir, rm, lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { appendArguments, findProgram, nameProgram, findInstalled } from '../command/find-program.ts';
import { listScriptsBelow, readScript } from '../command/package-scripts.ts';
import { CACHING_TOOLS, type CachingTool } from './caching-tools.ts';
import { readText } from '../../base/files/open-plain.ts';
import { askRunners } from '../runners.ts';
import { createLineCutter } from '../../base/cut-lines.ts';

/** @param folder - absolute: where the command runs */
export const findStartedTools = (command: readonly string[], folder: string): readonly CachingTool[] => {
  const text = reachText(command, folder);
  return CACHING_TOOLS.filter(({ startedBy }) => startedBy?.test(text) === true);
};

const WORD = /[\w:.-]+/g;

/** The command and every script that a word of these names, with what npm runs before and after it; one a line. */
export const reachText = (command: readonly string[], folder: string): string => {
  const texts = [command.join(' ')];
  const visited = new Set<string>();
  for (let at = 0; at < texts.length; at += 1) {
    for (const [word] of (texts[at] ?? '').matchAll(WORD)) {
      const name = word === 't' || word === 'tst' ? 'test' : word;
      for (const each of [`pre${name}`, name, `post${name}`]) {
        if (visited.has(each)) continue;
        visited.add(each);
        const script = each === 'make' ? readMakefile(folder) : readScript(folder, each);
        if (script !== null) texts.push(script);
      }
    }
  }
  return texts.join('\n');
};

/** As GNU make looks for them. */
export const MAKEFILES: readonly string[] = ['GNUmakefile', 'makefile', 'Makefile'];

const readMakefile = (folder: string): string | null =>
  MAKEFILES.map((name) => readText(join(folder, name))).find((text) => text !== null) ?? null;

// Switches off each cache that could answer for the tests. Copies and worktrees do not use or fill the checkout's.

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

// Files that a runner writes for its next run: they are named, not frozen, and a test run reads none of another one.

const OWN = askRunners(({ tested, frozen }) =>
  tested === undefined ? [] : (frozen?.writes ?? []).map((path) => ({ package: tested.package, path })),
);

export const isOwnFile = (path: string): boolean => {
  const name = path.split(sep).join('/');
  return OWN.some((own) => name.endsWith(`/node_modules/${own.package}/${own.path}`));
};

const COMPILED = askRunners(({ compiled }) => compiled);

interface OwnFiles {
  /** Every file that could not be removed, in a sentence each. */
  readonly problems: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}

export const forgetOwnFiles = async (folder: string, reportFolder: string): Promise<OwnFiles> => {
  const compiled = join(reportFolder, 'compiled');
  const remove = () => rm(compiled, { recursive: true, force: true });
  await remove();
  const places = OWN.flatMap((own) => {
    const found = findInstalled(own.package, folder);
    return found === null ? [] : [join(found.place, own.path)];
  });
  const problems = await Promise.all(places.map(removeFile));
  return { problems: problems.flat(), env: Object.fromEntries(COMPILED.map((name) => [name, compiled])), remove };
};

const removeFile = async (place: string): Promise<readonly string[]> => {
  await rm(place, { force: true }).catch(() => {});
  const isThere = (await lstat(place).catch(() => null)) !== null;
  return isThere ? [`${place} is a cache of an earlier test run and cannot be removed: remove it`] : [];
};

interface ReplayWatch {
  readonly onStdout: (chunk: Buffer) => void;
  readonly onStderr: (chunk: Buffer) => void;
  /** Why the run did not measure what it reports, one sentence for each tool; judges the whole, and nothing is pushed after it. */
  readonly judge: (exitCode: number | null, isSealed: boolean) => readonly string[];
}

/** Lines of tools are short; a longer one is of something else. */
const MAX_LINE_BYTES = 1_000;

/** @param started - the tools that the test command is known to start */
export const watchReplays = (started: readonly CachingTool[]): ReplayWatch => {
  const replayed = new Map<CachingTool, string>();
  const confirmed = new Set<CachingTool>();
  const see = (line: Buffer): void => {
    if (line.length > MAX_LINE_BYTES) return;
    const text = stripVTControlCharacters(line.toString('utf8')).trimEnd();
    for (const tool of CACHING_TOOLS) {
      if (tool.replays.test(text)) replayed.set(tool, replayed.get(tool) ?? text.trim());
      else if (tool.ran?.test(text) === true) confirmed.add(tool);
    }
  };
  const streams = [createLineCutter(see), createLineCutter(see)] as const;
  return {
    onStdout: streams[0].push,
    onStderr: streams[1].push,
    judge: (exitCode, isSealed) => {
      for (const stream of streams) see(stream.rest());
      // Only a process of this very run can seal a report; other words that it prints may be of its tests.
      const counted = [...replayed].filter(([tool]) => !isSealed || started.includes(tool));
      const silent = started.filter((tool) => tool.ran !== undefined && !replayed.has(tool) && !confirmed.has(tool));
      return [
        ...counted.map(
          ([{ name, wayOut }, line]) => `${name} ${REPLAYED} ("${line}"): nothing was measured. The way out: ${wayOut}`,
        ),
        // A command that fails may have ended before it.
        ...(exitCode !== 0 || isSealed ? [] : silent).map(
          ({ name, wayOut }) => `${name} ${SILENT}, so its result may be of the past. The way out: ${wayOut}`,
        ),
      ];
    },
  };
};

const REPLAYED = 'replayed a cached result';
const SILENT = 'does not say that all of its tasks ran now';

/** In the problems of a test run. */
export const REPLAY_PROBLEM = new RegExp(String.raw`(\S+) (${REPLAYED}|${SILENT})\b.*?The way out: (.+)$`, 'm');
