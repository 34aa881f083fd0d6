/**
 * The places of a user that a sandbox is about: homes, private folders of the system, the state of dualgate.
 *
 * @module
 */
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Surroundings {
  /** The user's home, from the environment and from the system. */
  readonly homes: readonly string[];
  /** Folders in which other programs leave files and sockets: the agent gets empty ones of its own. */
  readonly shared: readonly string[];
  /** The state folder of dualgate, with the anchors. */
  readonly state: readonly string[];
}

/** @param envs - of the agent, whose home comes first, and of dualgate itself, where they differ */
export const readSurroundings = (...envs: readonly Environment[]): Surroundings => {
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
