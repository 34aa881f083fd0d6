/** The service of a fleet: leases, and the charts and gates of one config, as objects of a local Restate server. */
import { createServer, type Http2Server } from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import type * as Sdk from '@restatedev/restate-sdk';
import { FleetError } from './fleet-error.ts';
import { describeFetch } from './engine-leases.ts';
import { bindGates, createTddMachine } from '../../../machines/index.ts';
import type { TddConfig } from '../../../gates/compile-gates.ts';
import { hashGates, leaseObject, leasesObject, CHART } from './lease.object.ts';
import { witnessObject } from './witness.object.ts';

/** Node has this from 22 on; the SDK uses it. */
const addWithResolvers = (): void => {
  if (Reflect.has(Promise, 'withResolvers')) return;
  Object.defineProperty(Promise, 'withResolvers', {
    configurable: true,
    writable: true,
    value<T>(this: PromiseConstructor) {
      let [resolve, reject]: [(value: T | PromiseLike<T>) => void, (reason?: unknown) => void] = [() => {}, () => {}];
      const promise = new this<T>((onValue, onError) => {
        [resolve, reject] = [onValue, onError];
      });
      return { promise, resolve, reject };
    },
  });
};

/** @throws {FleetError} when a package is not installed */
export const loadSdk = async () => {
  addWithResolvers();
  try {
    const [sdk, adapter] = await Promise.all([import('@restatedev/restate-sdk'), import('@restatedev/xstate')]);
    return { sdk, adapter };
  } catch (cause) {
    throw new FleetError(
      'Cannot serve a fleet: @restatedev/restate-sdk and @restatedev/xstate are not installed beside dualgate. Run npm install @restatedev/restate-sdk@1.17 @restatedev/xstate@0.5.2 xstate.',
      { cause },
    );
  }
};

const DEFAULT_ADMIN = 'http://127.0.0.1:9070';
/** The port of Restate's own examples. */
const DEFAULT_PORT = 9080;

export interface FleetOptions {
  /** The config of the items: its gates decide. */
  readonly config: TddConfig;
  /** The clock of the leases. @default that of the service */
  readonly now?: () => Date;
}

export interface ServeFleetOptions extends FleetOptions {
  /** Work in progress belongs to it: keep it. @default 9080 */
  readonly port?: number;
  readonly admin?: string;
  /** Receives the errors of the SDK. @default none */
  readonly onLog?: (line: string) => void;
  /** How long the server may be absent, in milliseconds. @default 60000 */
  readonly patienceMs?: number;
}

export interface FleetService {
  /** Its address, as the server knows it. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The objects for an endpoint of your own. @throws {FleetError} when the packages of Restate are not installed */
export const createFleet = async ({
  config,
  now = () => new Date(),
}: FleetOptions): Promise<Parameters<typeof Sdk.createEndpointHandler>[0]['services']> => {
  const { sdk, adapter } = await loadSdk();
  return [
    adapter.xstate(CHART, createTddMachine(config).provide(bindGates(config))),
    witnessObject(
      sdk,
      config.phases.map(({ phase }) => phase),
    ),
    leaseObject(sdk, { gates: hashGates(config), now }),
    leasesObject(sdk),
  ];
};

/**
 * Serves a fleet on 127.0.0.1 and registers it with the server.
 * @throws {FleetError} when a package is missing, the port is in use, or the server does not answer
 */
export const serveFleet = async (options: ServeFleetOptions): Promise<FleetService> => {
  const { port = DEFAULT_PORT, admin = DEFAULT_ADMIN, patienceMs = 60_000, onLog = () => {} } = options;
  const services = [...(await createFleet(options))];
  const { sdk } = await loadSdk();
  const server = createServer(
    sdk.createEndpointHandler({
      services,
      logger: ({ level }, ...words: readonly unknown[]) => {
        if (['error'].includes(level)) onLog(words.map(String).join(' '));
      },
    }),
  );
  const sessions = new Set<{ readonly destroy: () => void }>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  const url = `http://127.0.0.1:${await listen(server, port)}`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const session of sessions) session.destroy();
    });
  try {
    await register(admin, url, patienceMs);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
};

const listen = (server: Http2Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new FleetError(`Cannot serve a fleet on port ${port}: ${cause.message}. Choose another --port.`, { cause }),
      ),
    );
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

const PAUSE_MS = 100;

/** A changed service replaces the one at the same address. */
const register = async (admin: string, uri: string, patienceMs: number): Promise<void> => {
  const started = performance.now();
  for (;;) {
    const problem = await attempt(admin, uri);
    if (problem === null) return;
    if (performance.now() - started > patienceMs)
      throw new FleetError(
        `Cannot register the service at ${admin} (got ${problem}). Start restate-server, or set --admin (docs/how-to/fleet.md).`,
      );
    await wait(PAUSE_MS);
  }
};

const attempt = async (admin: string, uri: string): Promise<string | null> => {
  const base = admin.endsWith('/') ? admin : `${admin}/`;
  try {
    const response = await fetch(new URL('deployments', base), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri, force: true }),
    });
    const text = await response.text();
    if (!response.ok) return `${response.status}: ${text.slice(0, 200)}`;
    // Only a witness sends events to a chart.
    const hidden = await fetch(new URL(`services/${CHART}`, base), {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ public: false }),
    });
    return hidden.ok ? null : `${hidden.status}: ${(await hidden.text()).slice(0, 200)}`;
  } catch (error) {
    return describeFetch(error);
  }
};
