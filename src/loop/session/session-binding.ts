/** Which agent session a run is bound to: by the id that its program gives it, and by the process of that program. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject } from '../../ledger/json.ts';
import { PRIVATE_FILE } from '../../base/files/folders.ts';
import { stateFolder } from '../../ledger/state-folder.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import { IDLE, IDLE_OR_TALK, UNMEASURED, WAITS } from './sentences.ts';
import type { SessionStop, SessionEvent } from '../../agents/hosts/session-protocol.ts';
import { processTable } from '../../base/processes/find-processes.ts';

/**
 * Outside of the workspace: the session that a run is bound to, and whose process tree no operator command may come
 * from (rule 1.6). It is there until the work is over, so that a hook sees a run that was killed or stopped.
 */
export interface SessionNote {
  readonly run: string;
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

interface HostProcess {
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

// Which stops of an agent session measure nothing: the agent answers a person, plans, or waits for its helpers, and one
// that does nothing at all is reminded a few times. Its words and its changes decide, never the words of the person.

/** `counts`: an exit signal, valid or not, or a call for a person. `no`: work remains, of any turn. `null`: none. */
export type SessionWord = 'counts' | 'no' | null;

/** `measure`: the stop ends the turn. `says`: for the person; `null`: nothing. */
type StopKind =
  | { readonly is: 'measure' }
  | { readonly is: 'through'; readonly says: string | null }
  | { readonly is: 'reminded'; readonly because: string };

interface Talk {
  readonly given: () => void;
  readonly asked: () => void;
  readonly judge: (
    stop: Pick<SessionStop, 'waits' | 'runs' | 'plans'> & { readonly word: SessionWord },
    isChanged: () => Promise<boolean>,
  ) => Promise<StopKind>;
}

/** Reminders in a row of a session that neither claims nor changes anything: the agent waits for its person. */
const MOST = 2;

export const createTalk = (): Talk => {
  let left = MOST;
  /** Nothing was done since the text was given: the message of a person may be about it. */
  let isFresh = false;
  /** The agent answers a person who speaks of something else. */
  let isTalk = false;
  let reminder = IDLE;

  return {
    given: () => {
      [isFresh, isTalk, left, reminder] = [true, false, MOST, IDLE];
    },
    asked: () => {
      isTalk = !isFresh;
      if (isFresh) [left, reminder] = [1, IDLE_OR_TALK];
    },
    judge: async ({ word, waits, runs, plans }, isChanged) => {
      if (word === 'counts') return { is: 'measure' };
      if (waits || plans) return { is: 'through', says: null };
      if (await isChanged()) return isTalk && word === null ? { is: 'through', says: UNMEASURED } : { is: 'measure' };
      isFresh = false;
      if (isTalk) return { is: 'through', says: null };
      // The end of its command wakes it, or there is none.
      if (left === 0 || (runs && left < MOST)) return { is: 'through', says: left === 0 ? WAITS : null };
      left -= 1;
      return { is: 'reminded', because: reminder };
    },
  };
};

const SHELL = /^(?:\S*\/)?-?(?:ba|da|z|k|fi)?sh(?:\s|$)/;

/** The program of the session: what started the hook, behind a shell. */
const findHost = (pid: number): readonly HostProcess[] => {
  const caller = processTable.read(pid);
  if (caller === null) return [];
  const host = SHELL.test(caller.describe()) ? (processTable.read(caller.parent) ?? caller) : caller;
  return host.pid <= 1 ? [] : [{ pid: host.pid, started: host.started }];
};

const isSameHost = (one: HostProcess, other: HostProcess): boolean =>
  one.pid === other.pid && one.started === other.started;

const isRunning = ({ pid, started }: HostProcess): boolean => {
  const there = processTable.read(pid);
  return there !== null && !there.dead && there.started === started;
};

interface SessionBinding {
  readonly note: () => SessionNote;
  /**
   * `first`: it is bound by it; `another`: of a new one that takes its place. A session of another program is none of
   * ours while ours is open; the same program may begin another, and a person may open their agent anew.
   */
  readonly match: (event: SessionEvent) => 'same' | 'first' | 'another' | null;
}

/** A killed run finds its session again by the note, which is there from the start on. */
export const createBinding = ({ run, folder, spec }: Pick<SessionNote, 'run' | 'folder' | 'spec'>): SessionBinding => {
  const before = readSessionNote(run, process.env) ?? { run, folder, session: null, hosts: [] };
  let note: SessionNote = { ...before, spec, stopped: null };
  writeSessionNote(note, process.env);
  /** Ids that were begun, or that a person wrote to. A subagent may have an id of its own. */
  const begun = new Set(note.session === null ? [] : [note.session]);

  return {
    note: () => note,
    match: ({ event, session, pid }) => {
      const hosts = findHost(pid);
      const added = hosts.filter((host) => !note.hosts.some((each) => isSameHost(each, host)));
      const isKnown = hosts.length > added.length;
      const isFirst = note.session === null;
      if (!isFirst && note.session !== session && !isKnown && note.hosts.some(isRunning)) return null;
      const isAboutWork = event === 'write' || event === 'task';
      const isBegun = isFirst || event === 'begin' || event === 'prompt' || begun.has(session);
      if (!isAboutWork && !isBegun) return null;
      const bound = isAboutWork ? note.session : session;
      if (bound !== null) begun.add(bound);
      const isAnother = !isFirst && bound !== note.session;
      if (bound !== note.session || added.length > 0) {
        // An agent may name another process, and cannot take its own away.
        note = { ...note, session: bound, hosts: [...note.hosts, ...added] };
        writeSessionNote(note, process.env);
      }
      if (isAnother) return 'another';
      return isFirst && bound !== null ? 'first' : 'same';
    },
  };
};
