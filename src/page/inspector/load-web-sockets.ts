/**
 * The WebSocket server of `@statelyai/inspect`. The package is optional: only inspectors need it.
 * It is searched beside dualgate only, as files of the workspace belong to the agent.
 */
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import { InspectorError } from './local-server.ts';

/** One viewer; what is used of the class of `ws`. */
export interface WebSocketPeer {
  readonly bufferedAmount: number;
  readonly send: (text: string) => void;
  readonly close: (code: number, reason: string) => void;
  readonly terminate: () => void;
  readonly on: (name: 'close' | 'error' | 'message', listener: (said: unknown, isBinary: boolean) => void) => void;
}

/** The used part of the class of `ws`. */
interface WebSocketAcceptor {
  readonly handleUpgrade: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    accept: (peer: WebSocketPeer) => void,
  ) => void;
}

/** Longest message of a viewer, in bytes: it has nothing to say but that it is there. */
const MAX_SAID = 65_536;

/** @throws {InspectorError} when the package is not installed beside dualgate */
export const loadWebSockets = (here: string = import.meta.url): WebSocketAcceptor => {
  try {
    const stately = createRequire(here).resolve('@statelyai/inspect');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package has no types here; the serve tests hold the shape
    const { WebSocketServer } = createRequire(stately)('ws') as WebSockets;
    return new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_SAID });
  } catch (cause) {
    throw new InspectorError(
      'Cannot listen for an inspector: the package @statelyai/inspect is not installed beside dualgate. ' +
        'Install it beside dualgate: npm install @statelyai/inspect (with -g for a global dualgate).',
      { cause },
    );
  }
};

interface WebSockets {
  readonly WebSocketServer: new (options: {
    readonly noServer: true;
    readonly perMessageDeflate: false;
    readonly maxPayload: number;
  }) => WebSocketAcceptor;
}
