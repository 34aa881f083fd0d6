/**
 * The messages of `@statelyai/inspect`, made from what was seen. Not by its own `createInspector`, which looks at
 * everything in a timer of its own, after it has changed and before anything is taken out of it (docs/decisions/0032);
 * a test holds each message equal to the one that it makes.
 */
import type { Plain, Redactor } from '../../base/plain-value.ts';
import { partOf, type Seen, type SeenActor } from './create-tap.ts';

/** Characters: a chart that is cut cannot be drawn. */
export const MAX_DEFINITION = 2_000_000;

type Redact = Redactor['redact'];

/** The version of `@statelyai/inspect` that defines these messages. */
export const STATELY_VERSION = '0.7.2';

interface Envelope {
  readonly rootId: string | undefined;
  readonly sessionId: string;
  /** Milliseconds since 1970, as a text. */
  readonly createdAt: string;
  readonly id: null;
  readonly _version: string;
}

export type StatelyMessage =
  | (Envelope & {
      readonly type: '@xstate.actor';
      readonly name: string;
      readonly parentId: string | undefined;
      /** JSON: of a machine all that it was made from, guards by their names. */
      readonly definition: string;
      readonly snapshot: Plain;
    })
  | (Envelope & { readonly type: '@xstate.event'; readonly event: Plain; readonly sourceId: string | undefined })
  | (Envelope & { readonly type: '@xstate.snapshot'; readonly event: Plain; readonly snapshot: Plain });

/** Makes messages that hold nothing of what `redact` takes out. */
export const createStatelyMessages = (redact: Redact): ((seen: Seen) => StatelyMessage) => {
  const definitions = new WeakMap<object, string>();
  const definitionOf = ({ config, name }: SeenActor): string => {
    if (typeof config !== 'object' || config === null) return JSON.stringify(redact({ id: name }));
    const made = definitions.get(config) ?? JSON.stringify(redact(config, MAX_DEFINITION));
    definitions.set(config, made);
    return made;
  };
  return (seen) => {
    const { actor, at } = seen;
    const envelope: Envelope = {
      rootId: actor.root ?? undefined,
      sessionId: actor.session,
      createdAt: String(at),
      id: null,
      _version: STATELY_VERSION,
    };
    if (seen.kind === 'event')
      return { ...envelope, type: '@xstate.event', event: redact(seen.event), sourceId: seen.source ?? undefined };
    if (seen.kind === 'snapshot') {
      const { event, snapshot } = seen;
      return { ...envelope, type: '@xstate.snapshot', event: redact(event), snapshot: plainSnapshot(redact, snapshot) };
    }
    const name = redact(actor.name);
    return {
      ...envelope,
      type: '@xstate.actor',
      name: typeof name === 'string' ? name : actor.session,
      parentId: actor.parent ?? undefined,
      definition: definitionOf(actor),
      snapshot: plainSnapshot(redact, seen.snapshot ?? actor.first ?? { status: 'active' }),
    };
  };
};

/** A history is kept as whole states, which say again all that the definition says: their ids are enough. */
export const plainSnapshot = (redact: Redact, snapshot: unknown): Plain => {
  if (typeof snapshot !== 'object' || snapshot === null || !('historyValue' in snapshot)) return redact(snapshot);
  const { historyValue } = snapshot;
  const parts: Readonly<Record<string, unknown>> = { ...snapshot };
  const { status, output, error, value, context, children, tags } = parts;
  const history = Object.fromEntries(Object.entries(historyValue ?? {}).map(([key, states]) => [key, idsOf(states)]));
  const listed = tags instanceof Set ? [...tags] : tags;
  return redact({ status, output, error, value, historyValue: history, context, children, tags: listed });
};

const idsOf = (states: unknown): unknown =>
  Array.isArray(states) ? states.map((state: unknown) => ({ id: partOf(state, 'id') })) : states;
