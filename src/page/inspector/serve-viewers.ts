/**
 * A WebSocket on 127.0.0.1 for viewers of a run. It keeps no process alive, waits for no slow viewer, and ignores
 * messages of viewers.
 */
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import {
  type Access,
  isUnauthorized,
  createToken,
  createLocalServer,
  listenHere,
  InspectorError,
} from './local-server.ts';
import { describeCause } from '../../base/text/describe-cause.ts';
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';

export interface Page {
  readonly html: string;
  /** Content-Security-Policy. */
  readonly policy: string;
}

interface ViewersOptions {
  /** @default 0, any free one */
  readonly port?: number;
  /** Origins of pages of others that may look with the token. @default none */
  readonly origins?: readonly string[];
  /** The answer to `GET /`. @default nothing */
  readonly page?: (port: number) => Page;
  readonly attach: (viewer: Viewer) => Attached;
}

interface Attached {
  /** It is gone, or about to be hung up on: the last chance to say something. */
  readonly detach: () => void;
  /** A message of the viewer. @default ignored */
  readonly receive?: (said: string) => void;
}

export interface Viewers {
  /** For a browser: with the token. */
  readonly url: string;
  /** For a receiver: `ws://127.0.0.1:PORT/messages?token=TOKEN`. */
  readonly address: string;
  /** Says what is left to say, hangs up, and waits at most a second for those who are slow. */
  readonly close: () => Promise<void>;
}

interface Peer {
  readonly socket: Socket;
  readonly attached: Attached;
}

const MAX_VIEWERS = 16;
const PATIENCE_MS = 1_000;

/** @throws {InspectorError} when the package for it is not installed, or the port cannot be had */
export const serveViewers = async (options: ViewersOptions): Promise<Viewers> => {
  const { port: wanted = 0, origins = [], page, attach } = options;
  const webSockets = loadWebSockets();
  const peers = new Map<WebSocketPeer, Peer>();
  let access: Access = { port: 0, token: createToken(), origins };

  const answer: RequestListener = (request, response) => {
    const isPage = request.method === 'GET' && pathOf(request) === '/';
    const isLetIn = !isRefused(request, access);
    const shown = isLetIn && isPage ? (page?.(access.port) ?? null) : null;
    response.writeHead(shown === null ? (isLetIn ? 404 : 403) : 200, {
      'content-type': `text/${shown === null ? 'plain' : 'html'}; charset=utf-8`,
      'content-security-policy': shown?.policy ?? "default-src 'none'",
      // The token is in the address, and belongs to this server alone.
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(shown?.html ?? '');
  };
  const server = createLocalServer(answer);
  const port = await listen(server, wanted);
  access = { ...access, port };

  // A viewer that connects and sends nothing is not kept either.
  server.on('connection', (socket) => socket.unref());
  server.on('upgrade', (request, socket: Socket, head) => {
    socket.on('error', () => socket.destroy());
    if (pathOf(request) !== '/messages' || isRefused(request, access) || peers.size >= MAX_VIEWERS) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (peer) => {
      socket.unref();
      const viewer = createViewer(peer);
      // Before it gets any message: it may disconnect meanwhile.
      peers.set(peer, { socket, attached: { detach: () => {} } });
      const gone = () => {
        peers.get(peer)?.attached.detach();
        peers.delete(peer);
      };
      peer.on('close', gone);
      peer.on('error', () => peer.terminate());
      peer.on('message', (said, isBinary) => {
        if (!isBinary) peers.get(peer)?.attached.receive?.(String(said));
      });
      const attached = attach(viewer);
      if (peers.has(peer)) peers.set(peer, { socket, attached });
      else attached.detach();
    });
  });
  const at = `127.0.0.1:${port}`;
  return {
    url: `http://${at}/?token=${access.token}`,
    address: `ws://${at}/messages?token=${access.token}`,
    close: () => close(server, peers),
  };
};

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?')[0] ?? '/';

/** A browser's WebSocket can set no header: the token is in the address. */
const isRefused = ({ url = '/', headers }: IncomingMessage, access: Access): boolean =>
  isUnauthorized(headers, new URLSearchParams(url.split('?')[1] ?? '').get('token') ?? '', access);

const listen = async (server: Server, port: number): Promise<number> => {
  try {
    const bound = await listenHere(server, port);
    // An ended run is over: an open socket keeps no process alive.
    server.unref();
    return bound;
  } catch (cause) {
    const said = describeCause(cause);
    throw new InspectorError(
      `Cannot listen for an inspector on port ${port}: ${said}. Choose another port, or leave it out.`,
      {
        cause,
      },
    );
  }
};

const close = async (server: Server, peers: ReadonlyMap<WebSocketPeer, Peer>): Promise<void> => {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const impatience = setTimeout(() => {
    for (const peer of peers.keys()) peer.terminate();
    server.closeAllConnections();
  }, PATIENCE_MS);
  await Promise.all(
    [...peers].map(
      ([peer, { socket, attached }]) =>
        new Promise((resolve) => {
          // A message on its way has to arrive: from here on the process waits for it.
          socket.ref();
          peer.on('close', resolve);
          attached.detach();
          peer.close(1001, 'The run has ended');
        }),
    ),
  );
  server.closeAllConnections();
  await closed;
  clearTimeout(impatience);
};

interface Viewer {
  readonly send: (message: object) => void;
}

/** Bytes that may wait for a viewer who reads nothing of them. */
const MAX_BEHIND = 16 * 1024 * 1024;
/** Bytes that may be sent at one moment, in which no viewer could have read any. */
const MAX_AT_ONCE = 256 * 1024 * 1024;

/** A viewer: it gets everything, however much that is at first, and is disconnected when it does not read. */
const createViewer = (peer: WebSocketPeer): Viewer => {
  let isGone = false;
  let isLooking = false;
  let before = Infinity;
  const hangUp = () => {
    isGone = true;
    peer.terminate();
  };
  /** After one turn of the event loop, a viewer that reads has read something. */
  const look = () => {
    isLooking = false;
    const behind = peer.bufferedAmount;
    if (behind > MAX_BEHIND && behind >= before) hangUp();
    before = behind > MAX_BEHIND ? behind : Infinity;
  };
  return {
    send: (message) => {
      if (!isGone && peer.bufferedAmount > MAX_AT_ONCE) hangUp();
      if (isGone) return;
      peer.send(JSON.stringify(message));
      if (isLooking) return;
      isLooking = true;
      setImmediate(look).unref();
    },
  };
};

/** A viewer: what is used of the class of `ws`. */
interface WebSocketPeer {
  readonly bufferedAmount: number;
  readonly send: (text: string) => void;
  readonly close: (code: number, reason: string) => void;
  readonly terminate: () => void;
  readonly on: (name: 'close' | 'error' | 'message', listener: (said: unknown, isBinary: boolean) => void) => void;
}

/** Longest message of a viewer, in bytes: it has nothing to say but that it is there. */
const MAX_SAID = 65_536;

/** Searched beside dualgate only: files of the workspace belong to the agent. @throws {InspectorError} when it is not there */
export const loadWebSockets = (here: string = import.meta.url) => {
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
  }) => {
    readonly handleUpgrade: (
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      accept: (peer: WebSocketPeer) => void,
    ) => void;
  };
}
