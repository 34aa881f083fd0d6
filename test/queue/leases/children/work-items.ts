/**
 * A worker with leases: claims items, renews each three times and releases it with its result, until all items have one.
 * Arguments: JSON of the fields below. Prints `claimed|lost|done <item> <turn>`. Its clock is a number in a file.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lease } from '../../../../src/queue/leases/lease.ts';
import { createFolderLeases } from '../../../../src/queue/leases/folder-leases.ts';
import { createRefLeases } from '../../../../src/queue/leases/ref-leases.ts';
import { type AnyStore, byName } from '../a-store.ts';

interface Work {
  readonly name: string;
  readonly items: readonly string[];
  readonly ttlMs: number;
  /** File with the time, in milliseconds. */
  readonly clock: string;
  /** Folder of the leases, or of the repository of leases; beside it, `<folder>.done` has the results of a folder. */
  readonly folder: string;
  readonly remote: string | null;
}

const { name, items, ttlMs, clock, folder, remote } = JSON.parse(process.argv[2] ?? '') as Work;
const now = () => new Date(Number(readFileSync(clock, 'utf8')));
const store: AnyStore = byName<never>(
  remote === null
    ? createFolderLeases({ folder, now })
    : createRefLeases({ repository: { folder, format: 'sha1', objects: null, env: process.env }, remote, now }),
);

const results = `${folder}.done`;
mkdirSync(results, { recursive: true });
const listDone = (): readonly string[] =>
  remote === null
    ? readdirSync(results).filter((each) => !each.endsWith('.draft'))
    : execFileSync('git', ['ls-remote', '--heads', remote], { encoding: 'utf8' })
        .split('\n')
        .flatMap((line) => /refs\/heads\/(.*)$/.exec(line)?.[1] ?? []);

/** The result, which a second one cannot replace. */
const carry = ({ item, turn, token }: Lease): never => {
  const write = (): void => {
    const draft = join(results, `${name}-${item}.draft`);
    writeFileSync(draft, JSON.stringify({ by: name, turn }));
    linkSync(draft, join(results, item));
  };
  return (remote === null ? write : [{ ref: `refs/heads/${item}`, to: token, from: null }]) as never;
};

const say = (what: string, { item, turn }: { readonly item: string; readonly turn: number }): void =>
  void process.stdout.write(`${what} ${item} ${turn}\n`);

const workOn = async (item: string): Promise<void> => {
  let answer = await store.claim(item, name, ttlMs);
  if (!answer.granted) return;
  // Its holder was killed after the result, and before the lease was released.
  if (listDone().includes(item)) return void (await store.release(answer.lease));
  say('claimed', answer.lease);
  for (let renewals = 0; renewals < 3; renewals += 1) {
    const next = await store.renew(answer.lease, ttlMs);
    if (!next.granted) return say('lost', answer.lease);
    answer = next;
  }
  const done = await store.release(answer.lease, carry(answer.lease));
  say(done.granted ? 'done' : 'lost', answer.lease);
};

// Each worker begins elsewhere, and all of them meet.
const from = (Number(name.split('-').at(-1)) * 3) % items.length;
while (listDone().length < items.length)
  for (const item of [...items.slice(from), ...items.slice(0, from)])
    if (!listDone().includes(item)) await workOn(item);
