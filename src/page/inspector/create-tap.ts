/**
 * Receives XState's inspection events and passes them on, a little later and in order. Without a listener it keeps
 * references and reads nothing. It never throws into the observed actor.
 */
import type { InspectionEvent } from 'xstate';

/** A happening of an actor as XState reports it: kept by reference, and made plain only when a listener reads it. */
export interface SeenActor {
  readonly session: string;
  readonly name: string;
  readonly root: string | null;
  readonly parent: string | null;
  /** The config of a machine; for other logic, its own config. */
  readonly config: unknown;
  /** Its first snapshot, which it has only after it was registered. */
  first: unknown;
}

export type Seen =
  /** `snapshot`: its state when earlier happenings were dropped; absent when it starts with its first. */
  | { readonly kind: 'actor'; readonly at: number; readonly actor: SeenActor; readonly snapshot?: unknown }
  | {
      readonly kind: 'event';
      readonly at: number;
      readonly actor: SeenActor;
      readonly event: unknown;
      readonly source: string | null;
    }
  | {
      readonly kind: 'snapshot';
      readonly at: number;
      readonly actor: SeenActor;
      readonly event: unknown;
      readonly snapshot: unknown;
    };

/** Properties of an XState actor that have no public type. */
interface Innards {
  readonly sessionId: string;
  readonly id?: string;
  readonly logic?: { readonly config?: unknown };
  readonly _parent?: Innards;
}

/** Reads what XState says, and remembers the actors it speaks of for as long as they live. */
const createReader = (): ((said: InspectionEvent, at: number) => readonly Seen[]) => {
  const known = new WeakMap<object, SeenActor>();
  return (said, at) => {
    if (said.type !== '@xstate.actor' && said.type !== '@xstate.event' && said.type !== '@xstate.snapshot') return [];
    const before = known.get(said.actorRef);
    const actor = before ?? describeActor(said.actorRef, said.rootId);
    if (before === undefined) known.set(said.actorRef, actor);
    // A late observer learns of actors that were registered before.
    const registered: readonly Seen[] = before === undefined ? [{ kind: 'actor', at, actor }] : [];
    if (said.type === '@xstate.actor') return registered;
    const { event } = said;
    if (said.type === '@xstate.event')
      return [...registered, { kind: 'event', at, actor, event, source: said.sourceRef?.sessionId ?? null }];
    actor.first ??= said.snapshot;
    return [...registered, { kind: 'snapshot', at, actor, event, snapshot: said.snapshot }];
  };
};

const describeActor = (actor: Innards, root: string | undefined): SeenActor => {
  const config = actor.logic?.config;
  const id = actor.id === undefined || actor.id === actor.sessionId ? partOf(config, 'id') : actor.id;
  return {
    session: actor.sessionId,
    name: typeof id === 'string' ? id : actor.sessionId,
    root: root ?? null,
    parent: actor._parent?.sessionId ?? null,
    config,
    first: undefined,
  };
};

/** Null where it is no object, or has no such key. */
export const partOf = (of: unknown, key: string): unknown =>
  typeof of === 'object' && of !== null ? (Reflect.get(of, key) ?? null) : null;

/** The type of an event; '' for a value that is none. */
export const typeOf = (event: unknown): string => {
  const type = partOf(event, 'type');
  return typeof type === 'string' ? type : '';
};

/** Whether an actor is over with this: a reducer that is stopped stays `active` and says so by its last event alone. */
export const isEnd = (seen: Seen): boolean =>
  seen.kind === 'snapshot' && (partOf(seen.snapshot, 'status') !== 'active' || typeOf(seen.event) === 'xstate.stop');

/** Actors that stay registered because they were never ended. */
const MAX_ACTORS = 1_000;

/** For late observers, bounded: older events are folded into their actor's registration, with its present state. */
const createWindow = (keep: number, streams: ReadonlySet<string>) => {
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
    add: (seen: Seen): void => {
      if (isNextOfStream(seen)) kept.length -= 2;
      kept.push(seen);
      if (kept.length < keep * 2) return;
      for (const old of kept.slice(0, -keep)) forget(old);
      kept = kept.slice(-keep);
    },
    /** Registrations first, then what happened, in order. */
    all: (): readonly Seen[] => [...registered.values(), ...kept],
  };
};

export interface TapOptions {
  /** The number of kept happenings for late listeners; at most twice as many are kept. @default 1000 */
  readonly keep?: number;
  /** Types of events that come in streams: of several in a row to one actor only the last is kept. @default TEST_COUNTED */
  readonly streams?: readonly string[];
}

type Listener = (seen: readonly Seen[]) => void;

export interface Tap {
  /** For `createRun({ inspect })` and `createActor(machine, { inspect })`. */
  readonly inspect: (said: InspectionEvent) => void;
  /**
   * Sends the kept happenings, then everything as it happens; simultaneous ones in one list. A listener that throws
   * gets nothing more. @returns a function that stops it
   */
  readonly listen: (listener: Listener) => () => void;
  /** Sends the pending happenings now. */
  readonly flush: () => void;
}

/** This many are sent at the latest, even if the actors do not pause. */
const MAX_PENDING = 500;

export const createTap = ({ keep = 1_000, streams = ['TEST_COUNTED'] }: TapOptions = {}): Tap => {
  const read = createReader();
  const window = createWindow(keep, new Set(streams));
  const listeners = new Set<Listener>();
  let pending: Seen[] = [];
  let isFlushing = false;

  const drop = (listener: Listener): void => {
    listeners.delete(listener);
    if (listeners.size === 0) process.off('exit', flush);
  };
  const send = (listener: Listener, all: readonly Seen[]): void => {
    try {
      listener(all);
    } catch (error) {
      drop(listener);
      process.emitWarning(`An inspector receives no more messages: ${String(error)}`, 'DualgateWarning');
    }
  };
  const flush = (): void => {
    // A listener may itself make actors move.
    if (isFlushing) return;
    isFlushing = true;
    while (pending.length > 0) {
      const sent = pending;
      pending = [];
      // A new listener gets these with all that is kept.
      const receivers = Array.from(listeners);
      for (const listener of receivers) send(listener, sent);
    }
    isFlushing = false;
  };
  return {
    inspect: (said) => {
      for (const seen of read(said, Date.now())) {
        window.add(seen);
        if (listeners.size === 0) continue;
        // Held by the event loop, so that a program which ends now has still sent it.
        if (pending.push(seen) === 1) setImmediate(flush);
        else if (pending.length >= MAX_PENDING) flush();
      }
    },
    listen: (listener) => {
      flush();
      if (listeners.size === 0) process.on('exit', flush);
      listeners.add(listener);
      send(listener, window.all());
      return () => drop(listener);
    },
    flush,
  };
};
