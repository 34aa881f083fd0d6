/** The messages of `@xstate/inspect` 0.8, as its receiver reads them: machine, state and event are JSON inside JSON. */
import { isPlainObject, type Plain, type PlainObject, type Redactor, createRedactor } from '../../base/plain-value.ts';
import { MAX_DEFINITION, plainSnapshot } from './stately-message.ts';
import { isEnd, type Seen, typeOf, createTap, type Tap } from './create-tap.ts';
import type { StatelyInspectorOptions } from './serve-stately.ts';
import { serveViewers, type Viewers } from './serve-viewers.ts';

export type ClassicMessage =
  | {
      readonly type: 'service.register';
      readonly machine: string;
      readonly state: string;
      readonly id: string;
      readonly sessionId: string;
      readonly parent?: string;
    }
  | { readonly type: 'service.event'; readonly event: string; readonly sessionId: string }
  | { readonly type: 'service.state'; readonly state: string; readonly sessionId: string }
  | { readonly type: 'service.stop'; readonly sessionId: string };

/** @returns one message, or two when an actor is over */
const createClassicMessages = (redact: Redactor['redact']): ((seen: Seen) => readonly ClassicMessage[]) => {
  const stateOf = (session: string, snapshot: unknown, event: unknown): string => {
    const plain = plainSnapshot(redact, snapshot);
    const shown: PlainObject = isPlainObject(plain) ? plain : {};
    const { value = {}, tags = [], status, children, ...others } = shown;
    const _event = scxmlEvent(redact(event), typeOf(event));
    return JSON.stringify({
      value,
      // Other logic than a machine has no context, but an input and an output.
      context: 'context' in others ? others['context'] : others,
      _event,
      _sessionid: session,
      event: _event.data,
      children: children ?? {},
      tags,
      done: status === 'done',
      changed: true,
      ...NOTHING,
    });
  };
  return (seen) => {
    const { session, name, config, parent, first } = seen.actor;
    if (seen.kind === 'event') {
      const event = JSON.stringify(scxmlEvent(redact(seen.event), typeOf(seen.event)));
      return [{ type: 'service.event', event, sessionId: session }];
    }
    if (seen.kind === 'snapshot') {
      const state = stateOf(session, seen.snapshot, seen.event);
      const message: ClassicMessage = { type: 'service.state', state, sessionId: session };
      return isEnd(seen) ? [message, { type: 'service.stop', sessionId: session }] : [message];
    }
    const shown = redact(name);
    const id = typeof shown === 'string' ? shown : session;
    const isMachine = typeof config === 'object' && config !== null;
    const machine = JSON.stringify(classicMachine(id, isMachine ? redact(config, MAX_DEFINITION) : null));
    const state = stateOf(session, seen.snapshot ?? first ?? {}, { type: 'xstate.init' });
    return [
      { type: 'service.register', machine, state, id, sessionId: session, ...(parent === null ? {} : { parent }) },
    ];
  };
};

/** Fields of a state of XState 4 that no viewer reads. */
const NOTHING = {
  actions: [],
  activities: {},
  meta: {},
  events: [],
  configuration: [],
  transitions: [],
  historyValue: {},
};

const scxmlEvent = (event: Plain, type: string) => {
  const name = classicName(type);
  const parts: PlainObject = isPlainObject(event) ? event : {};
  const isDone = name.startsWith('done.') && 'output' in parts;
  return {
    name,
    data: { ...parts, type: name, ...(isDone ? { data: parts['output'] } : {}) },
    $$type: 'scxml',
    type: 'external',
  };
};

/** The names of XState's own events before 5. */
const classicName = (type: string): string =>
  type
    .replace(/^xstate\.done\.actor\./, 'done.invoke.')
    .replace(/^xstate\.error\.actor\./, 'error.platform.')
    .replace(/^xstate\.done\.state\./, 'done.state.')
    .replace(/^xstate\.after\.(\w+)\.(.+)$/, 'xstate.after($1)#$2');

const isList = (value: Plain | undefined): value is readonly Plain[] => Array.isArray(value);

/** @param config - plain and redacted; of logic that is no machine, null */
const classicMachine = (name: string, config: Plain | null): Plain =>
  isPlainObject(config) ? { id: name, ...stateOf(config), context: {} } : { id: name, context: {} };

/** `on` and `after` are transitions by event, the others are transitions by themselves. */
const stateOf = (state: PlainObject): PlainObject =>
  mapValues(state, (value, key) => {
    if (key === 'states' && isPlainObject(value))
      return mapValues(value, (each) => (isPlainObject(each) ? stateOf(each) : each));
    if ((key === 'on' || key === 'after') && isPlainObject(value)) return mapValues(value, transitionsOf);
    if (key === 'always' || key === 'onDone' || key === 'onError') return transitionsOf(value);
    if (key === 'invoke') return isList(value) ? value.map(invokeOf) : invokeOf(value);
    // Their creator is a function, and its name has no meaning.
    return key === 'context' || key === 'output' ? null : value;
  });

const invokeOf = (invoke: Plain): Plain => {
  if (!isPlainObject(invoke)) return invoke;
  const { input: _made, onSnapshot: _newer, ...older } = invoke;
  return stateOf(older);
};

const transitionsOf = (given: Plain): Plain => (isList(given) ? given.map(transitionOf) : transitionOf(given));

const transitionOf = (transition: Plain): Plain => {
  if (!isPlainObject(transition)) return transition;
  const { guard, reenter, ...same } = transition;
  return {
    ...same,
    ...(guard === undefined ? {} : { cond: guardOf(guard) }),
    ...(reenter === undefined ? {} : { internal: reenter !== true }),
  };
};

/** XState 4 knows a guard by its type; parameters were its own keys. */
const guardOf = (guard: Plain): Plain => (isPlainObject(guard) ? { type: guard['type'] ?? 'guard' } : guard);

const mapValues = (of: PlainObject, change: (value: Plain, key: string) => Plain): PlainObject =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value, key)]));

// Shows actors of XState 5 to viewers of `@xstate/inspect` 0.8, which was made for XState 4 (docs/decisions/0033).

export type ClassicInspectorOptions = StatelyInspectorOptions;

export interface ClassicInspector extends Pick<Tap, 'inspect' | 'flush'> {
  /** As of `StatelyInspector`. @returns how to stop it */
  readonly subscribe: (listener: (message: ClassicMessage) => void) => () => void;
}

/** An observer of actors that speaks the protocol of `@xstate/inspect` 0.8. */
export const createClassicInspector = ({ secrets = [], ...kept }: ClassicInspectorOptions = {}): ClassicInspector => {
  const { inspect, flush, listen } = createTap(kept);
  const { redact, forget } = createRedactor(secrets);
  const messagesOf = createClassicMessages(redact);
  const subscribe: ClassicInspector['subscribe'] = (listener) =>
    listen((all) => {
      forget();
      for (const seen of all) for (const message of messagesOf(seen)) listener(message);
      forget();
    });
  return { inspect, flush, subscribe };
};

export interface ServeClassicOptions {
  /** @default 0, any free one */
  readonly port?: number;
  /** Origins of the viewers' pages, for example `https://stately.ai`; they need the token too. @default none */
  readonly origins?: readonly string[];
}

/**
 * Listens on 127.0.0.1 for receivers; `address`, without its `ws://`, is the `server` of their
 * `createWebSocketReceiver`. Events that they send to a service are ignored: a page could force a phase with them.
 * @throws {InspectorError} when `@statelyai/inspect` is not installed beside dualgate, or the port cannot be had
 */
export const serveClassic = (inspector: ClassicInspector, options: ServeClassicOptions = {}): Promise<Viewers> =>
  serveViewers({
    ...options,
    attach: (viewer) => {
      let stop: (() => void) | null = null;
      return {
        receive: (said) => {
          if (isInspecting(said)) stop ??= inspector.subscribe(viewer.send);
        },
        detach: () => {
          inspector.flush();
          stop?.();
        },
      };
    },
  });

/** The only message of a viewer that is understood: that it is connected. */
const isInspecting = (said: string): boolean => {
  try {
    return typeOf(JSON.parse(said)) === 'xstate.inspecting';
  } catch {
    return false;
  }
};
