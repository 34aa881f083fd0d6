/**
 * The note of a run about its agent session, outside of the workspace: which session it is bound to, and whose process
 * tree no operator command may come from (rule 1.6). It is there until the work is over, so that a hook sees a run that
 * was killed or stopped.
 *
 * @module
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject } from '../ledger/json.ts';
import { PRIVATE_FILE } from '../ledger/files/private.ts';
import { stateFolder } from '../ledger/state-folder.ts';
import { parseJson } from '../text/parse-json.ts';

export interface SessionNote {
  readonly run: string;
  /** The workspace, absolute. */
  readonly folder: string;
  /** The spec that was given at its start, relative to the workspace; `null`: the one in the config. */
  readonly spec: string | null;
  /** `null` until the first event of a session. */
  readonly session: string | null;
  /** The programs of the session, and every other process that spoke for it: none is ever forgotten. */
  readonly hosts: readonly HostProcess[];
  /** Why its run has ended before its work was over, as a sentence for the person; `null` while it is active, or killed. */
  readonly stopped: string | null;
}

export interface HostProcess {
  readonly pid: number;
  readonly started: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const folderOf = (env: Env): string => join(stateFolder(env), 'sessions');

const pathOf = (run: string, env: Env): string => join(folderOf(env), `${run}.json`);

/** @throws the file system's own error */
export const writeSessionNote = (note: SessionNote, env: Env): void => {
  mkdirSync(folderOf(env), { recursive: true, mode: 0o700 });
  writeFileSync(pathOf(note.run, env), JSON.stringify(note), { mode: PRIVATE_FILE });
};

export const removeSessionNote = (run: string, env: Env): void => rmSync(pathOf(run, env), { force: true });

/** Unreadable ones are no notes. */
export const readSessionNote = (run: string, env: Env): SessionNote | null => readNote(pathOf(run, env));

/** The notes of every run of this user. */
export const listSessionNotes = (env: Env): readonly SessionNote[] => {
  const folder = folderOf(env);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => readNote(join(folder, name)))
    .filter((note) => note !== null);
};

const readNote = (path: string): SessionNote | null => {
  try {
    const found = parseJson(readFileSync(path, 'utf8'));
    if (!isPlainObject(found)) return null;
    const { run, folder, spec, session, hosts, stopped } = found;
    if (typeof run !== 'string' || typeof folder !== 'string') return null;
    return {
      run,
      folder,
      spec: typeof spec === 'string' ? spec : null,
      session: typeof session === 'string' ? session : null,
      hosts: Array.isArray(hosts) ? hosts.flatMap(readHost) : [],
      stopped: typeof stopped === 'string' ? stopped : null,
    };
  } catch {
    return null;
  }
};

const readHost = (found: unknown): readonly HostProcess[] => {
  if (!isPlainObject(found)) return [];
  const { pid, started } = found;
  return typeof pid === 'number' && typeof started === 'string' ? [{ pid, started }] : [];
};
