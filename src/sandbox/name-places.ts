/**
 * The places of a sandbox by what becomes of them, as they are named: nothing is looked at yet.
 *
 * @module
 */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BubblewrapConfig } from './sandbox-config.ts';
import type { SandboxFacts } from './sandbox-facts.ts';
import { readSurroundings } from './surroundings.ts';
import { listToolchains } from './toolchains.ts';

/** Absolute paths, there or not. */
export interface Places {
  readonly homes: readonly string[];
  /** Private and empty, like the homes. */
  readonly shared: readonly string[];
  readonly writable: readonly string[];
  /** Shown where a private folder would hide them. */
  readonly shown: readonly string[];
  /** Never writable, even where all around it is. */
  readonly kept: readonly string[];
  /** Shut and empty. */
  readonly shut: readonly string[];
  /** Read-only, within what is shut. */
  readonly open: readonly string[];
  /** By the config: these have to be there. */
  readonly configured: Readonly<Record<'readable' | 'writable' | 'hidden', readonly string[]>>;
}

/** The folder that dualgate runs from: its reporters are loaded by the suite. */
export const OWN_FOLDER = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../..' : '..', import.meta.url));

/**
 * Files that the system keeps in its private folders and that programs need: names of hosts, and the programs of NixOS.
 */
const OF_THE_SYSTEM = ['/etc/resolv.conf', '/run/current-system', '/run/wrappers'];

export const namePlaces = (config: BubblewrapConfig, facts: SandboxFacts): Places => {
  const { workspace, env } = facts;
  const { homes, shared, state } = readSurroundings(env, process.env);
  const home = homes[0] ?? homedir();
  const read = (paths: readonly string[]): readonly string[] => paths.map((path) => readPath(path, workspace, home));
  const configured = {
    readable: read(config.readable),
    writable: read(config.writable),
    hidden: read(config.hidden),
  };
  const own = facts.state.map(({ path, variable, settings = [] }) => {
    const named = variable === undefined ? '' : (env[variable] ?? '');
    const folder = isAbsolute(named) ? named : join(home, path);
    return { folder, settings: settings.map((each) => join(folder, each)) };
  });
  return {
    homes,
    shared,
    writable: [workspace, ...own.map(({ folder }) => folder), ...configured.writable],
    shown: [
      ...OF_THE_SYSTEM,
      ...listToolchains(homes, env['PATH'] ?? ''),
      OWN_FOLDER,
      process.execPath,
      ...(facts.repository === null ? [] : [facts.repository]),
    ],
    kept: [
      ...facts.git,
      ...facts.config,
      ...own.flatMap(({ settings }) => settings),
      ...configured.readable,
      ...facts.readable,
    ],
    shut: [join(workspace, '.dualgate'), ...state, ...facts.closed, ...configured.hidden],
    open: facts.open,
    configured,
  };
};

const readPath = (path: string, workspace: string, home: string): string =>
  path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(workspace, path);
