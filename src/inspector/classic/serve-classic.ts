/**
 * Shows actors of XState 5 to the viewers of `@xstate/inspect` 0.8, which was made for XState 4 and cannot be installed
 * with 5 (docs/decisions/0033).
 *
 * @module
 */
import { createRedactor } from '../../redact/plain-value.ts';
import type { StatelyInspectorOptions } from '../stately/create-stately-inspector.ts';
import { createTap, type Tap } from '../tap/create-tap.ts';
import { serveViewers, type Viewers } from '../viewers/serve-viewers.ts';
import { type ClassicMessage, createClassicMessages } from './classic-message.ts';

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
 * Listens on 127.0.0.1 for receivers; `address`, without its `ws://`, is the `server` of their `createWebSocketReceiver`. Events
 * that they send to a service are ignored: a page could force a phase with them.
 *
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
    return typeOfMessage(JSON.parse(said)) === 'xstate.inspecting';
  } catch {
    return false;
  }
};

const typeOfMessage = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : null;
