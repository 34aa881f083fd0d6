/** An endpoint in this process for any objects, registered with a server. */
import { createServer } from 'node:http2';
import { once } from 'node:events';
import { loadSdk, type createFleet } from '../../../src/queue/restate/serve-fleet.ts';
import type { RestateServer } from './a-server.ts';

type Services = Awaited<ReturnType<typeof createFleet>>;

/** @param onBytes - receives how much the engine sent */
export const serveObjects = async (
  server: RestateServer,
  services: Services[number][],
  onBytes: (count: number) => void = () => {},
): Promise<AsyncDisposable> => {
  const { sdk } = await loadSdk();
  const endpoint = createServer(sdk.createEndpointHandler({ services, logger: () => {} }));
  const sessions = new Set<{ readonly destroy: () => void }>();
  endpoint.on('session', (session) => sessions.add(session));
  endpoint.on('stream', (stream) => stream.on('data', (chunk: Buffer) => onBytes(chunk.length)));
  endpoint.listen(server.servicePort, '127.0.0.1');
  await once(endpoint, 'listening');
  const response = await fetch(`${server.admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${server.servicePort}` }),
  });
  if (!response.ok) throw new Error(await response.text());
  return {
    [Symbol.asyncDispose]: async () => {
      endpoint.close();
      for (const session of sessions) session.destroy();
      // An open request of the server keeps `close` from being emitted: nothing waits for it.
      await Promise.resolve();
    },
  };
};
