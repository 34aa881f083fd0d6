/**
 * A happening of an actor as XState reports it: kept by reference, and made plain only when a listener reads it.
 *
 * @module
 */
import type { InspectionEvent } from 'xstate';

export interface SeenActor {
  readonly session: string;
  readonly name: string;
  /** Session of the root of its system. */
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
export const createReader = (): ((said: InspectionEvent, at: number) => readonly Seen[]) => {
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
  const named = actor.id === undefined || actor.id === actor.sessionId ? idOf(config) : actor.id;
  return {
    session: actor.sessionId,
    name: named ?? actor.sessionId,
    root: root ?? null,
    parent: actor._parent?.sessionId ?? null,
    config,
    first: undefined,
  };
};

const idOf = (config: unknown): string | null =>
  typeof config === 'object' && config !== null && 'id' in config && typeof config.id === 'string' ? config.id : null;

/** The type of an event; '' for a value that is none. */
export const typeOf = (event: unknown): string =>
  typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string' ? event.type : '';

/** Whether an actor is over with this: a reducer that is stopped stays `active` and says so by its last event alone. */
export const isEnd = (seen: Seen): boolean =>
  seen.kind === 'snapshot' && (statusOf(seen.snapshot) !== 'active' || typeOf(seen.event) === 'xstate.stop');

const statusOf = (snapshot: unknown): unknown =>
  typeof snapshot === 'object' && snapshot !== null && 'status' in snapshot ? snapshot.status : null;
