/** The hooks of dualgate in the settings of a host, and why they may not run: then a host lets its agent stop. */
import { homedir } from 'node:os';
import { join, isAbsolute } from 'node:path';
import { existsSync } from 'node:fs';
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser';
import type { Host, Env, Fields } from './host.ts';
import { HOSTS } from './hosts.ts';
import { isPlainObject } from '../../ledger/json.ts';
import { readText } from '../../base/files/open-plain.ts';
import { splitCommand } from '../../base/text/split-command.ts';
import { runProcess } from '../../base/processes/run-process.ts';
import { showDuration } from '../../base/text/amounts.ts';

export const settingsOf = ({ settings: { path, variable, inVariable } }: Host, env: Env): string => {
  const folder = variable === undefined ? undefined : env[variable];
  return folder === undefined || folder === '' || inVariable === undefined
    ? join(env['HOME'] || homedir(), path)
    : join(folder, inVariable);
};

/** The hooks of every host, to be frozen in a session: without them, no stop of the agent is held. */
export const listHooks = (env: Env): readonly string[] =>
  Object.values<Host>(HOSTS).map((host) => `${settingsOf(host, env)}#hooks`);

/** Our entries are found again by their command; that of another program may end in the same words. */
export const isOurs = (entry: unknown): boolean =>
  /(?:\bcli\.cjs'?|\bdualgate) hook run \w/.test(typeof entry === 'string' ? entry : (JSON.stringify(entry) ?? ''));

/** Settings may have comments and commas at the end. @returns why it is none, if it is no object */
export const readSettings = (text: string): Fields | string => {
  const errors: ParseError[] = [];
  const found: unknown = text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length;
    return `it is not JSON (${printParseErrorCode(first.error)} in line ${line})`;
  }
  return isPlainObject(found) ? found : 'it is not a JSON object';
};

export const isInstalled = (host: Host, env: Env): boolean => isOurs(readText(settingsOf(host, env)) ?? '');

/** Settings of a folder that the host reads beside its own. */
const OF_A_FOLDER = ['settings.json', 'settings.local.json'];

/** As the plugin of Claude Code has it. */
const OF_THE_PLUGIN = 'dualgate hook run claude';

/** Any event but none of ours: the hook answers nothing. */
const NO_EVENT = '{"hook_event_name":"dualgate trial"}';
/** A host waits as long for all hooks but that of a stop. */
const TRIAL_MS = 15_000;

/** Why the hooks of a host do not run, with the way out: only commands that the settings of the person name are tried. */
export const findHookProblems = async (
  folder: string,
  env: Env,
  {
    hosts = Object.values<Host>(HOSTS),
    trialMs = TRIAL_MS,
  }: { readonly hosts?: readonly Host[]; readonly trialMs?: number } = {},
): Promise<readonly string[]> => {
  const found = await Promise.all(hosts.map((host) => judgeHost(host, { folder, env, trialMs })));
  return found.flat();
};

type Place = Readonly<{ folder: string; env: Env; trialMs: number }>;

const judgeHost = async (host: Host, { folder, env, trialMs }: Place): Promise<readonly string[]> => {
  const own = settingsOf(host, env);
  const ofFolder = OF_A_FOLDER.map((name) => readFrom(join(folder, `.${host.name}`, name)));
  const files = [readFrom(own), ...ofFolder] as const;
  const [{ text, settings: ofPerson }] = files;
  if (typeof ofPerson === 'string' && isOurs(text))
    return [`${host.title} cannot read ${own}: ${ofPerson}. Repair it.`];
  const commands = new Set([
    ...commandsOf(Object(ofPerson)['hooks']),
    ...(files.some(({ settings }) => hasPlugin(settings)) ? [OF_THE_PLUGIN] : []),
  ]);
  const off = files.find(({ settings }) => Object(settings)['disableAllHooks'] === true);
  if (off !== undefined && commands.size > 0)
    return [
      `${host.title} runs no hook: ${off.path} has disableAllHooks: true. Remove it, or nothing holds the agent.`,
    ];
  const tried = await Promise.all(
    [...commands].map(async (command) => ({ command, why: await tryCommand(command, env, trialMs) })),
  );
  return tried.flatMap(({ command, why }) => {
    const again =
      command === OF_THE_PLUGIN ? 'Install dualgate in PATH' : `Install it again: dualgate hook install ${host.name}`;
    return why === null ? [] : [`A hook of ${host.title} ${why}: ${command}. ${again}.`];
  });
};

const readFrom = (path: string) => {
  const text = readText(path) ?? '';
  return { path, text, settings: readSettings(text) };
};

const hasPlugin = (settings: unknown): boolean =>
  Object.entries(Object(Object(settings)['enabledPlugins'])).some(
    ([name, is]) => name.startsWith('dualgate@') && is === true,
  );

const commandsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return isOurs(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(commandsOf) : [];
};

/** `null`: it runs. A shell starts it, as the host does. */
const tryCommand = async (command: string, env: Env, timeoutMs: number): Promise<string | null> => {
  const split = splitCommand(command);
  const words: readonly string[] = 'words' in split ? split.words : [];
  const gone = words.find((word) => isAbsolute(word) && !existsSync(word));
  if (gone !== undefined) return `names ${gone}, which does not exist`;
  const { DUALGATE_RUN: _run, ...own } = env;
  const { ended, exit_code, signal } = await runProcess({
    command: ['/bin/sh', '-c', command],
    cwd: '/',
    env: own,
    input: NO_EVENT,
    timeoutMs,
    marker: null,
  });
  if (ended === 'timed_out') return `does not answer in ${showDuration(timeoutMs)}`;
  if (exit_code === 0) return null;
  return exit_code === 127 ? 'names a program that is not found' : `fails (${signal ?? `exit code ${exit_code}`})`;
};
