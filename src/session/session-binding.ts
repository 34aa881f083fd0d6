/**
 * Which agent session a run is bound to: by the id that its program gives it, and by the process of that program.
 *
 * @module
 */
import { findHost, isRunning, isSameHost } from './host-process.ts';
import { readSessionNote, type SessionNote, writeSessionNote } from './session-note.ts';
import type { SessionEvent } from './session-protocol.ts';

interface SessionBinding {
  readonly note: () => SessionNote;
  /**
   * Whether an event is of this session; `first`: it is bound by it; `another`: of a new one that takes its place. A
   * session of another program is none of ours while ours is open. The same program may begin another one, and a person
   * may open their agent anew.
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
