/** Stores of leases on a real Restate server: one for all tests of a file. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { createEngineLeases, createIngress } from '../../../src/queue/restate/engine-leases.ts';
import { hashGates } from '../../../src/queue/restate/lease.object.ts';
import { createFleet } from '../../../src/queue/restate/serve-fleet.ts';
import { aServer, hasRestate, type RestateServer } from '../restate/a-server.ts';
import { serveObjects } from '../restate/serve-objects.ts';
import { byName, makeFolder, makeRemoteStore, type SharedStore } from './a-store.ts';

const config = { phases: DEFAULT_PHASES };
const clock = { now: () => new Date() };
let server: RestateServer | null = null;

/** Its server, for the tests of this describe; skips nothing: without Restate there is no such store in the table. */
export const useEngine = (): void => {
  let end = async (): Promise<void> => {};
  beforeAll(async () => {
    const home = makeFolder();
    const started = await aServer(home);
    const objects = await serveObjects(started, [...(await createFleet({ config, now: () => clock.now() }))]);
    server = started;
    end = async () => {
      await objects[Symbol.asyncDispose]();
      await started.kill();
      rmSync(home, { recursive: true, force: true });
    };
  });
  afterAll(() => end());
};

/** Sets its clock. @returns its address */
export const openEngine = (now: () => Date): string => {
  if (server === null) throw new Error('useEngine was not called');
  clock.now = now;
  return server.ingress;
};

export const ENGINE_CONFIG = config;

/** Leases on the engine; what they carry, on a remote. */
const makeEngineStore = async (): Promise<SharedStore> => {
  const ingress = createIngress(openEngine(() => new Date()));
  const shared = await makeRemoteStore('many');
  const { remote, repositoryOf } = shared;
  return {
    ...shared,
    hasClock: true,
    open: (worker, now) => {
      clock.now = now;
      return byName(
        createEngineLeases({ ingress, gates: hashGates(config), repository: repositoryOf(worker), remote }),
      );
    },
  };
};

/** None without a server. */
export const ENGINE_STORES = hasRestate ? ([['the Restate engine', makeEngineStore]] as const) : [];
