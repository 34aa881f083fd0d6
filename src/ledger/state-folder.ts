/** The folder of dualgate's state outside of every workspace. It loads nothing that reads or hashes: `status` needs it first. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** `$XDG_STATE_HOME/dualgate`, by default under `~/.local/state`. */
export const stateFolder = (env: Env): string => {
  const { XDG_STATE_HOME: state, HOME: home } = env;
  // The XDG base directory specification: a path that is not absolute is ignored.
  const base = state !== undefined && isAbsolute(state) ? state : join(home || homedir(), '.local', 'state');
  return join(base, 'dualgate');
};

/** The note of a checkout (absolute) about the work tree of its last run: an agent writes in `.dualgate/`, and not here. */
export const worktreeNote = (checkout: string, env: Env): string => {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return join(worktreeNotes(env), createHash('sha256').update(checkout).digest('hex'));
};

/** The folder of all such notes; it does not exist until a run of this user has a work tree. */
export const worktreeNotes = (env: Env): string => join(stateFolder(env), 'worktrees');
