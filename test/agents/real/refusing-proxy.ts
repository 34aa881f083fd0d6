/** A proxy that stands before all other hosts and lets nothing out: a real agent program reaches this machine alone. */
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface RefusingProxy {
  /** For the environment of a program; most heed them. */
  readonly variables: Readonly<Record<string, string>>;
  /** Requests to other hosts: `CONNECT host:port`, or the method and the whole address. */
  readonly outward: readonly string[];
  readonly close: () => void;
}

export const startRefusingProxy = async (): Promise<RefusingProxy> => {
  const outward: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(({ method, url }, response) => {
    outward.push(`${method} ${url}`);
    response.writeHead(403).end();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ method, url = '' }, socket) => {
    const [host, port] = url.split(':');
    // Some programs ask it for this machine too, whatever NO_PROXY says.
    if (host === '127.0.0.1') return tunnel(socket, Number(port));
    outward.push(`${method} ${url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((it) => [it, it.toLowerCase()]);
  return {
    variables: { ...Object.fromEntries(names.map((it) => [it, url])), NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
    outward,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

const tunnel = (socket: Duplex, port: number): void => {
  const target = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    target.pipe(socket).pipe(target);
  });
  for (const end of [target, socket]) {
    end.on('error', () => {});
    end.once('close', () => {
      target.destroy();
      socket.destroy();
    });
  }
};
