/** The places of a sandbox, by what it may do there, as the config names them: no file is read yet. */
import { sep, dirname, join, resolve, isAbsolute } from 'node:path';
import { lstatSync, readlinkSync } from 'node:fs';
import { tmpdir, userInfo, homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { StateFolder } from '../programs/preset.ts';
import { listToolchains } from './toolchains.ts';

/** `empty`: a private folder that vanishes; `sealed`: so, and read-only; `blank`: no readable file; `link`: a link. */
export interface Mount {
  /** Absolute, without links. */
  readonly at: string;
  readonly as: 'empty' | 'sealed' | 'visible' | 'writable' | 'blank' | 'link';
  readonly to?: string;
}

/** Outer places first, each once: the last word about a place is the one that counts. */
export const orderMounts = (mounts: readonly Mount[]): readonly Mount[] => {
  const last = new Map(mounts.map((mount) => [mount.at, mount]));
  return [...last.values()].sort((one, other) => depthOf(one.at) - depthOf(other.at));
};

const depthOf = (path: string): number => path.split(sep).filter((step) => step !== '').length;

export interface FollowedPath {
  readonly real: string;
  readonly isFolder: boolean;
  /** The links on the way, in order: where each lies, without links itself, and what it says. */
  readonly links: readonly { readonly at: string; readonly to: string }[];
}

/** As many as the system itself follows. */
const MOST_LINKS = 40;

/** @param path - absolute. @returns `null` when nothing is there */
export const followLinks = (path: string): FollowedPath | null => {
  const links: { at: string; to: string }[] = [];
  let real: string = sep;
  let rest = stepsOf(path);
  let isFolder = true;
  try {
    for (let [step] = rest; step !== undefined; [step] = rest) {
      rest = rest.slice(1);
      const at = join(real, step);
      const found = lstatSync(at);
      isFolder = found.isDirectory();
      if (!found.isSymbolicLink()) {
        real = at;
        continue;
      }
      const to = readlinkSync(at);
      links.push({ at, to });
      if (links.length > MOST_LINKS) return null;
      rest = [...stepsOf(resolve(dirname(at), to)), ...rest];
      real = sep;
    }
    return { real, isFolder, links };
  } catch {
    return null;
  }
};

const stepsOf = (path: string): readonly string[] =>
  resolve(path)
    .split(sep)
    .filter((step) => step !== '');

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `shared`: folders of files and sockets of other programs; the agent gets empty ones of its own. `state`: of dualgate.
 * @param envs - of the agent, whose home comes first, and of dualgate itself, where they differ
 */
const readSurroundings = (...envs: readonly Environment[]) => {
  const named = (name: string): readonly string[] => envs.map((env) => env[name] ?? '').filter((it) => isAbsolute(it));
  const homes = [...new Set([...named('HOME'), userInfo().homedir])];
  return {
    homes,
    // Sockets lie there: of the session bus, of containers, of agents for keys, of dualgate itself.
    shared: [...new Set(['/tmp', '/var/tmp', tmpdir(), '/run', ...named('TMPDIR'), ...named('XDG_RUNTIME_DIR')])],
    state: [...named('XDG_STATE_HOME'), ...homes.map((home) => join(home, '.local', 'state'))].map((base) =>
      join(base, 'dualgate'),
    ),
  };
};

/** Paths as written: the home folder is known only when the sandbox is opened. */
export interface BubblewrapConfig {
  readonly use: 'bubblewrap';
  readonly network: 'keep' | 'agent_only' | 'none';
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  readonly hidden: readonly string[];
}

export type SandboxConfig =
  | { readonly use: 'none' }
  | BubblewrapConfig
  | { readonly use: 'command'; readonly command: readonly string[] };

/** The facts that a sandbox is made from, in addition to the config: the program in it, and the places of this run. */
export interface SandboxFacts {
  readonly who: 'agent' | 'tests';
  readonly workspace: string;
  /** Absolute: where the command is started. @default the workspace */
  readonly folder?: string;
  readonly env: Environment;
  /** Program and arguments: what they name by its path has to be reached. */
  readonly command: readonly string[];
  /** Absolute: the folders of git, and `.git` of the workspace; read-only. */
  readonly git: readonly string[];
  /** Absolute: the files of the config, which the operator's next command reads; read-only. */
  readonly config: readonly string[];
  /** Absolute: the root of the repository, shown read-only around the workspace. */
  readonly repository: string | null;
  readonly state: readonly StateFolder[];
  /** Absolute: files and folders to be read wherever they lie. */
  readonly readable: readonly string[];
  /** Absolute: folders of other runs' sockets, and the hidden suite. */
  readonly closed: readonly string[];
  /** Absolute: folders within them that are. */
  readonly open: readonly string[];
  /** Absolute: where a report is written; `null` for who writes none. */
  readonly reports: string | null;
}

/** Absolute paths, there or not. */
export interface Places {
  readonly homes: readonly string[];
  readonly shared: readonly string[];
  readonly writable: readonly string[];
  /** Shown where a private folder would hide them. */
  readonly shown: readonly string[];
  /** Never writable, even where all around it is. */
  readonly kept: readonly string[];
  readonly shut: readonly string[];
  /** Read-only, within what is shut. */
  readonly open: readonly string[];
  /** By the config: these have to be there. */
  readonly configured: Readonly<Record<'readable' | 'writable' | 'hidden', readonly string[]>>;
}

/** The folder that dualgate runs from: its reporters are loaded by the suite. */
export const OWN_FOLDER = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../..' : '..', import.meta.url));

/** Names of hosts, and the programs of NixOS: programs need them. */
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
