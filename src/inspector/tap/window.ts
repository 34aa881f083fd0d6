/**
 * The latest inspection events, for late observers, in bounded memory: older ones are folded into the
 * registration of their actor, so that the window always begins with the current actors and their states.
 *
 * @module
 */
import { isEnd, type Seen, typeOf } from './seen.ts';

/** Actors that stay registered because they were never ended. */
const MAX_ACTORS = 1_000;

interface Window {
  readonly add: (seen: Seen) => void;
  /** Registrations first, then what happened, in order. */
  readonly all: () => readonly Seen[];
}

interface WindowOptions {
  /** How many of the last are kept at least; twice as many at the most. */
  readonly keep: number;
  /** Types of events that come in streams: of several in a row to one actor the last is kept. */
  readonly streams: ReadonlySet<string>;
}

export const createWindow = ({ keep, streams }: WindowOptions): Window => {
  const registered = new Map<string, Extract<Seen, { kind: 'actor' }>>();
  let kept: Seen[] = [];

  const forget = (seen: Seen): void => {
    const { session } = seen.actor;
    if (seen.kind === 'actor') {
      registered.set(session, seen);
      const [oldest] = registered.keys();
      if (registered.size > MAX_ACTORS && oldest !== undefined) registered.delete(oldest);
    }
    const before = registered.get(session);
    if (seen.kind !== 'snapshot' || before === undefined) return;
    if (isEnd(seen)) registered.delete(session);
    else registered.set(session, { ...before, snapshot: seen.snapshot });
  };
  const isNextOfStream = (seen: Seen): boolean => {
    if (seen.kind !== 'event' || !streams.has(typeOf(seen.event))) return false;
    const [event, snapshot] = [kept.at(-2), kept.at(-1)];
    if (event?.kind !== 'event' || snapshot?.kind !== 'snapshot') return false;
    return [event, snapshot].every((each) => each.actor === seen.actor && typeOf(each.event) === typeOf(seen.event));
  };
  return {
    add: (seen) => {
      if (isNextOfStream(seen)) kept.length -= 2;
      kept.push(seen);
      if (kept.length < keep * 2) return;
      for (const old of kept.slice(0, -keep)) forget(old);
      kept = kept.slice(-keep);
    },
    all: () => [...registered.values(), ...kept],
  };
};
