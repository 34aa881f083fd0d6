/**
 * The places in which the hosts keep their hooks.
 *
 * @module
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Host } from './host.ts';
import { HOSTS } from './hosts.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Absolute path of the settings. */
export const settingsOf = ({ settings: { path, variable, inVariable } }: Host, env: Env): string => {
  const folder = variable === undefined ? undefined : env[variable];
  return folder === undefined || folder === '' || inVariable === undefined
    ? join(env['HOME'] || homedir(), path)
    : join(folder, inVariable);
};

/** The hooks of every host, to be frozen in a session: without them, no stop of the agent is held. */
export const listHooks = (env: Env): readonly string[] =>
  Object.values<Host>(HOSTS).map((host) => `${settingsOf(host, env)}#hooks`);
