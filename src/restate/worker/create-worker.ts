/**
 * A worker: takes one item after another from the fleet, and works on each in a checkout of its own.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunEvent } from '../../records/run-events.ts';
import type { Run } from '../../run/create-run.ts';
import { createFleetClient } from '../client/fleet-client.ts';
import { createIngress, DEFAULT_INGRESS } from '../client/ingress.ts';
import { readSite } from './site.ts';
import { workOnItem } from './work-on-item.ts';

export interface WorkerOptions {
  /** The folder of its checkouts; workers on one machine may share it. */
  readonly folder: string;
  /** @default http://127.0.0.1:8080 */
  readonly ingress?: string;
  /** End when no item of the fleet is open. @default work until it is interrupted */
  readonly drain?: boolean;
  /** Milliseconds between two looks for an item. @default 500 */
  readonly pollMs?: number;
  /** A wait of at least so many milliseconds is left to the engine. @default 10000 */
  readonly longWaitMs?: number;
  /** Receives every event as it happens; must not throw. */
  readonly onEvent?: (event: WorkerEvent) => void;
}

export type WorkerEvent =
  /** `turn`: the number of the claim, from 1. */
  | { readonly type: 'worker.claimed'; readonly item: string; readonly turn: number; readonly holder: string }
  | { readonly type: 'worker.progress'; readonly item: string; readonly text: string }
  | { readonly type: 'worker.run'; readonly item: string; readonly event: RunEvent }
  | { readonly type: 'worker.left'; readonly item: string; readonly why: string };

export interface Worker {
  /** Number of items that it claimed. @throws {FleetError} when the fleet is out of reach */
  readonly ended: Promise<number>;
  /** Finishes the iteration and gives the item back; the second call ends everything at once. */
  readonly interrupt: () => void;
}

/** Starts a worker. */
export const createWorker = (options: WorkerOptions): Worker => {
  const { ingress = DEFAULT_INGRESS, drain = false, pollMs = 500, longWaitMs = 10_000, onEvent = () => {} } = options;
  const folder = resolve(options.folder);
  const stop = new AbortController();
  const going: { run: Run | null; interrupts: number } = { run: null, interrupts: 0 };
  const holder = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const client = createFleetClient(createIngress(ingress));

  const claim = async (item: string, site: string): Promise<boolean> => {
    const answer = await client.claim(item, holder);
    const state = answer.granted ? await client.read(item) : null;
    if (!answer.granted || state === null) return false;
    onEvent({ type: 'worker.claimed', item, turn: answer.lease.turn, holder });
    const why = await workOnItem({
      client,
      folder,
      site,
      lease: answer.lease,
      state,
      longWaitMs,
      onProgress: (text) => onEvent({ type: 'worker.progress', item, text }),
      onEvent: (event) => onEvent({ type: 'worker.run', item, event }),
      onRun: (run) => {
        going.run = run;
        for (let n = 0; n < going.interrupts; n += 1) run.interrupt();
      },
    });
    going.run = null;
    onEvent({ type: 'worker.left', item, why });
    return true;
  };

  const live = async (): Promise<number> => {
    const site = readSite(folder);
    for (let claimed = 0; ; ) {
      if (stop.signal.aborted) return claimed;
      const item = await client.take(site);
      if (item !== null) {
        if (await claim(item, site)) claimed += 1;
        continue;
      }
      if (drain && !(await client.hasOpen())) return claimed;
      await wait(pollMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  return {
    ended: live(),
    interrupt: () => {
      going.interrupts += 1;
      stop.abort();
      going.run?.interrupt();
    },
  };
};
