/**
 * A worker with leases: claims items, renews each three times and finishes it, until all items are done. Arguments: JSON
 * of the fields below. Prints `claimed|lost|done <item> <turn>`. Its clock is a number in a file.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import type { LeaseStore } from '../../../src/leases/lease-store.ts';
import { createFolderLeases } from '../../../src/leases/folder-leases.ts';
import { createRefLeases } from '../../../src/leases/ref-leases.ts';

interface Work {
  readonly name: string;
  readonly items: readonly string[];
  readonly ttlMs: number;
  /** File with the time, in milliseconds. */
  readonly clock: string;
  /** Folder of the leases, or of the repository of leases. */
  readonly folder: string;
  readonly remote: string | null;
}

const { name, items, ttlMs, clock, folder, remote } = JSON.parse(process.argv[2] ?? '') as Work;
const now = () => new Date(Number(readFileSync(clock, 'utf8')));
const store: LeaseStore<never> =
  remote === null
    ? createFolderLeases({ folder, now })
    : createRefLeases({ repository: { folder, format: 'sha1', objects: null, env: process.env }, remote, now });

const say = (what: string, { item, turn }: { readonly item: string; readonly turn: number }): void =>
  void process.stdout.write(`${what} ${item} ${turn}\n`);

const workOn = async (item: string): Promise<void> => {
  let answer = await store.claim(item, name, ttlMs);
  if (!answer.granted) return;
  say('claimed', answer.lease);
  for (let renewals = 0; renewals < 3; renewals += 1) {
    const next = await store.renew(answer.lease, ttlMs);
    if (!next.granted) return say('lost', answer.lease);
    answer = next;
  }
  const { turn } = answer.lease;
  const done = await store.finish(answer.lease, { by: name, turn });
  say(done.granted ? 'done' : 'lost', { item, turn });
};

const isAllDone = async (): Promise<boolean> => {
  const done = (await store.list()).found.filter(({ state }) => state === 'done');
  return done.length === items.length;
};

// Each worker begins elsewhere, and all of them meet.
const from = (Number(name.split('-').at(-1)) * 3) % items.length;
while (!(await isAllDone())) for (const item of [...items.slice(from), ...items.slice(0, from)]) await workOn(item);
