/**
 * A WebSocket on 127.0.0.1 for those who look at a run. It keeps no process alive, waits for nobody who is slow, and does nothing of
 * what a viewer says.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { InspectorError } from '../inspector-error.ts';
import { type Door, refuse } from './admit.ts';
import { createViewer, type Viewer } from './create-viewer.ts';
import { loadWebSockets, type WebSocketPeer } from './load-web-sockets.ts';

export interface Page {
  readonly html: string;
  /** Content-Security-Policy. */
  readonly policy: string;
}

export interface ViewersOptions {
  /** @default 0, any free one */
  readonly port?: number;
  /** Origins of pages of others that may look with the token. @default none */
  readonly origins?: readonly string[];
  /** What `GET /` answers with. @default nothing */
  readonly page?: (port: number) => Page;
  /** A viewer is there. */
  readonly attach: (viewer: Viewer) => Attached;
}

interface Attached {
  /** It is gone, or about to be hung up on: the last chance to say something. */
  readonly detach: () => void;
  /** What it says. @default nobody listens */
  readonly hear?: (said: string) => void;
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
  const server = createServer();
  const port = await listen(server, wanted);
  const door: Door = { port, token: randomBytes(24).toString('base64url'), origins };

  // Nor does whoever connects and says nothing.
  server.on('connection', (socket) => socket.unref());
  server.on('request', ({ url = '/', headers, method }, response) => {
    const refusal = refuse(url, headers, door);
    const isPage = page !== undefined && method === 'GET' && url.split('?')[0] === '/';
    const shown = refusal === null && isPage ? page(port) : null;
    response.writeHead(shown === null ? (refusal === null ? 404 : 403) : 200, {
      'content-type': `text/${shown === null ? 'plain' : 'html'}; charset=utf-8`,
      'content-security-policy': shown?.policy ?? "default-src 'none'",
      // The token is in the address, and is nobody else's.
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(shown?.html ?? `${refusal ?? 'There is nothing here.'}\n`);
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    const { url = '/', headers } = request;
    socket.on('error', () => socket.destroy());
    const refusal = url.split('?')[0] === '/messages' ? refuse(url, headers, door) : 'There is nothing here.';
    if (refusal !== null || peers.size >= MAX_VIEWERS) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (peer) => {
      socket.unref();
      const viewer = createViewer(peer);
      // Before it is told anything: it may hang up while it is.
      peers.set(peer, { socket, attached: { detach: () => {} } });
      const gone = () => {
        peers.get(peer)?.attached.detach();
        peers.delete(peer);
      };
      peer.on('close', gone);
      peer.on('error', () => peer.terminate());
      peer.on('message', (said, isBinary) => {
        if (!isBinary) peers.get(peer)?.attached.hear?.(String(said));
      });
      const attached = attach(viewer);
      if (peers.has(peer)) peers.set(peer, { socket, attached });
      else attached.detach();
    });
  });
  const at = `127.0.0.1:${port}`;
  return {
    url: `http://${at}/?token=${door.token}`,
    address: `ws://${at}/messages?token=${door.token}`,
    close: () => close(server, peers),
  };
};

const listen = async (server: Server, port: number): Promise<number> => {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new InspectorError(`Cannot listen for an inspector on port ${port}: ${said}. Choose another port, or none.`, {
      cause,
    });
  }
  // A run that is over is over: an open ear keeps no process alive.
  server.unref();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
  return (server.address() as AddressInfo).port;
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
          // What is on its way has to arrive: from here on the process waits for it.
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
