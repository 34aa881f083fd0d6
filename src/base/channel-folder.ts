/**
 * The place of a run's sockets: outside the workspace, in a folder that only its user can enter, so that neither a
 * repository nor another user can replace them (rule 1.6).
 */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { isWithin } from './files/folders.ts';
import { ChannelError } from './line-server.ts';
import { describeCause, hasCode } from './text/describe-cause.ts';

export interface ChannelPlaces {
  readonly folder: string;
  /** All that an agent may reach, even a sandboxed one; the operator's socket is not in it. */
  readonly agent: string;
  readonly signalSocket: string;
  readonly signalCommand: string;
  /** For the hooks of an agent session. */
  readonly sessionSocket: string;
  readonly operatorSocket: string;
  /** Events, for watchers in other processes. */
  readonly feedSocket: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The places of a run, the preferred one first; nothing is created. A search for a run looks into all of them, since
 * two terminals of one user may differ in their environment.
 */
export const channelPlaces = (run: string, env: Environment = process.env): readonly ChannelPlaces[] => {
  const { uid } = userInfo();
  const { XDG_RUNTIME_DIR: runtime = '' } = env;
  const bases = [isAbsolute(runtime) ? runtime : null, uid < 0 ? null : `/run/user/${uid}`, tmpdir(), '/tmp'];
  // Short: the path of a socket has about 100 bytes.
  const name = createHash('sha256').update(run).digest('hex').slice(0, 12);
  return [...new Set(bases.filter((base) => base !== null))].map((base) =>
    placesIn(join(base, `dualgate-${uid}`, name)),
  );
};

const placesIn = (folder: string): ChannelPlaces => {
  const agent = join(folder, 'agent');
  return {
    folder,
    agent,
    signalSocket: join(agent, 'signal'),
    signalCommand: join(agent, 'dualgate-signal'),
    sessionSocket: join(folder, 'session'),
    operatorSocket: join(folder, 'operator'),
    feedSocket: join(folder, 'feed'),
  };
};

/** The longest path of a socket, in bytes, where it is shortest (macOS). */
const MAX_SOCKET_BYTES = 103;

/**
 * Makes the folders of a run anew; what a killed loop left there is gone.
 * @param workspace - absolute; no socket lies within it
 * @throws {ChannelError} when no place can be had that is this user's alone
 */
export const openChannelFolder = (run: string, workspace: string, env: Environment = process.env): ChannelPlaces => {
  const refused: string[] = [];
  for (const places of channelPlaces(run, env)) {
    const problem = isWithin(workspace, places.folder) ? `${places.folder} is in the workspace` : tryToOpen(places);
    if (problem === null) return places;
    refused.push(problem);
  }
  const message = `Cannot open a folder for the sockets of the run ${run}: ${refused.join('; ')}. Set XDG_RUNTIME_DIR to a short path of your own.`;
  throw new ChannelError('unusable', message);
};

/** The existing places of a run that belong to this user alone: another user could listen in any other place. */
export const ownChannelPlaces = (run: string, env: Environment = process.env): readonly ChannelPlaces[] =>
  channelPlaces(run, env).filter(({ folder }) => isOwn(join(folder, '..')) && isOwn(folder));

const isOwn = (path: string): boolean => {
  try {
    return findStranger(path) === null;
  } catch {
    return false;
  }
};

export const removeChannelFolder = ({ folder }: ChannelPlaces): void =>
  rmSync(folder, { recursive: true, force: true });

const tryToOpen = (places: ChannelPlaces): string | null => {
  const longest = Math.max(...[places.signalSocket, places.operatorSocket].map((path) => Buffer.byteLength(path)));
  if (longest > MAX_SOCKET_BYTES) return `${places.folder} is too long for a socket`;
  const base = join(places.folder, '..');
  try {
    mkdirSync(base, { mode: 0o700, recursive: false });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) return describe(base, error);
  }
  const stranger = findStranger(base);
  if (stranger !== null) return stranger;
  try {
    rmSync(places.folder, { recursive: true, force: true });
    mkdirSync(places.folder, { mode: 0o700 });
    mkdirSync(places.agent, { mode: 0o700 });
    return null;
  } catch (error) {
    return describe(places.folder, error);
  }
};

/** In a folder that everybody may write to, it may be somebody else's, or a link to anywhere. */
const findStranger = (path: string): string | null => {
  const found = lstatSync(path);
  const { uid } = userInfo();
  if (!found.isDirectory()) return `${path} is not a folder`;
  if (uid >= 0 && found.uid !== uid) return `${path} belongs to another user`;
  return (found.mode & 0o077) === 0 ? null : `${path} is accessible to other users`;
};

const describe = (path: string, error: unknown): string => `${path} cannot be created (${describeCause(error)})`;

export interface OpenChannels {
  /** `null` beside a problem. */
  readonly places: ChannelPlaces | null;
  /** For people, in sentences; `null` when there is none. */
  readonly problem: string | null;
  /** Removes the folder. */
  readonly close: () => void;
}

/** @param workspace - absolute */
export const openChannels = (run: string, workspace: string): OpenChannels => {
  try {
    const places = openChannelFolder(run, workspace);
    return { places, problem: null, close: () => removeChannelFolder(places) };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return { places: null, problem: `${error.message} The run continues without them.`, close: () => {} };
  }
};
