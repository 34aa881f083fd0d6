/**
 * The environment of a real agent program: nothing of the one that runs the tests, and a proxy that lets nothing out.
 *
 * @module
 */
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

/**
 * Until the test is over, the environment is this one with the proxy, and nothing else.
 *
 * @returns what was asked of other hosts, of programs that heed a proxy: `CONNECT host:port`
 */
export const takeEnvironment = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { url, outward } = await startProxy();
  const before = { ...process.env };
  replaceEnvironment({ ...env, ...proxyVariables(url) });
  onTestFinished(() => replaceEnvironment(before));
  return outward;
};

const replaceEnvironment = (env: NodeJS.ProcessEnv): void => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
};

const proxyVariables = (url: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((it) => [it, it.toLowerCase()]).map((it) => [it, url]),
  ),
  NO_PROXY: '127.0.0.1',
  no_proxy: '127.0.0.1',
});

/** Refuses whatever shall go out, and keeps what it was. */
const startProxy = async (): Promise<{ readonly url: string; readonly outward: readonly string[] }> => {
  const outward: string[] = [];
  const server = createServer(({ method, url }, response) => {
    outward.push(`${method} ${url}`);
    response.writeHead(403).end();
  });
  server.on('connect', ({ method, url }, socket) => {
    outward.push(`${method} ${url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`, outward };
};
