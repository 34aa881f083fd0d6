/** A client of the WebSocket that `@statelyai/inspect` brings; Node 20 has none of its own. */
import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** The used part of the client. */
export interface Socket extends EventEmitter {
  readonly send: (text: string) => void;
  readonly terminate: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

const { WebSocket } = createRequire(createRequire(import.meta.url).resolve('@statelyai/inspect'))('ws') as {
  readonly WebSocket: new (address: string, options: { readonly origin?: string }) => Socket;
};

/** @param origin - of the page that asks; absent: no page does */
export const openSocket = (address: string, origin?: string): Socket =>
  new WebSocket(address, origin === undefined ? {} : { origin });
