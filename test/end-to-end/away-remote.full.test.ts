import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ItemStatus } from '../../src/queue/items/item-store.ts';
import { runGitFor } from '../queue/leases/a-store.ts';
import { aRemoteFleet } from './a-remote-fleet.ts';

/** As many, and for as long, as the issue asks for in `npm run check:full`. */
const { ITEMS, LONGEST_S } =
  process.env['DUALGATE_TRIALS'] === undefined ? { ITEMS: 4, LONGEST_S: 8 } : { ITEMS: 20, LONGEST_S: 60 };
const MACHINES = ['one', 'two', 'three', 'four'];
/** Refs that no worker can use. */
const GARBAGE = ['refs/dualgate/ledger/garbage', 'refs/dualgate/lease/rubbish'];

test(`${ITEMS} items on 4 workers complete over a remote that is away for up to ${LONGEST_S} s, with garbage refs beside`, {
  timeout: 3_600_000,
}, async () => {
  const { hub, items, run } = await aRemoteFleet({
    items: ITEMS,
    machines: MACHINES,
    lease: '30s',
    more: { mutation_check: false },
  });
  for (const item of items)
    expect(await run('one', 'work', 'add', item, '--spec', `specs/${item}.md`)).toMatchObject({ code: 0, stderr: '' });
  const blob = runGitFor(hub, 'rev-parse', 'HEAD:suite.sh');
  for (const ref of GARBAGE) {
    mkdirSync(join(hub, ref, '..'), { recursive: true });
    writeFileSync(join(hub, ref), `${blob}\n`);
  }

  const stop = new AbortController();
  const away: number[] = [];
  const disturb = async (): Promise<void> => {
    const pause = (ms: number) => wait(ms, undefined, { signal: stop.signal }).catch(() => {});
    while (!stop.signal.aborted) {
      await pause(2_000 + Math.random() * 8_000);
      if (stop.signal.aborted) break;
      const ms = 1_000 + Math.random() * (LONGEST_S - 1) * 1_000;
      away.push(Math.round(ms / 1_000));
      renameSync(hub, `${hub}.away`);
      await pause(ms);
      // A push that was cut off could not take away its locks, which a person would see on a server.
      for (const path of readdirSync(`${hub}.away/refs`, { recursive: true, encoding: 'utf8' }))
        if (path.endsWith('.lock')) rmSync(join(`${hub}.away/refs`, path), { force: true });
      renameSync(`${hub}.away`, hub);
    }
  };
  const disturbing = disturb();
  const ends = await Promise.all(MACHINES.map((machine) => run(machine, 'work', 'run', '--worker', machine)));
  stop.abort();
  await disturbing;

  const said = ends.map(({ code, stdout, stderr }) => `${code}\n${stdout}\n${stderr}`).join('\n');
  console.log(`The remote was away ${away.length} times, for ${away.reduce((sum, s) => sum + s, 0)} s in all.`);
  expect(
    ends.map(({ code }) => code),
    said,
  ).toEqual(MACHINES.map(() => 4));
  for (const ref of GARBAGE) expect(said).toContain(`Cannot use ${ref === GARBAGE[0] ? '' : 'the lease '}${ref}`);
  const { stdout } = await run('one', 'work', 'list', '--json');
  const found = JSON.parse(stdout) as { readonly items: readonly ItemStatus[]; readonly broken: readonly unknown[] };
  expect(found.items.map(({ item, phase, holder }) => [item, phase, holder])).toEqual(
    items.toSorted().map((item) => [item, 'READY_FOR_REVIEW', null]),
  );
  expect(found.broken).toHaveLength(GARBAGE.length);
});

test('an item whose ref a killed git left locked on the remote is named and passed over; the other completes', {
  timeout: 600_000,
}, async () => {
  const { hub, run } = await aRemoteFleet({
    items: 2,
    machines: ['one'],
    lease: '30s',
    more: { mutation_check: false },
  });
  for (const item of ['item-0', 'item-1'])
    expect(await run('one', 'work', 'add', item, '--spec', `specs/${item}.md`)).toMatchObject({ code: 0 });
  const lock = join(hub, 'refs/dualgate/ledger/item-0.lock');
  writeFileSync(lock, '');
  const { code, stdout, stderr } = await run('one', 'work', 'run');
  expect(code, stdout + stderr).toBe(4);
  expect(stdout + stderr).toMatch(/item-0 is passed over\. .*cannot lock ref 'refs\/dualgate\/ledger\/item-0'/);
  rmSync(lock);
  expect(await run('one', 'work', 'run')).toMatchObject({ code: 0 });
  const { stdout: listed } = await run('one', 'work', 'list', '--json');
  const { items } = JSON.parse(listed) as { readonly items: readonly ItemStatus[] };
  expect(items.map(({ item, phase }) => [item, phase])).toEqual([
    ['item-0', 'READY_FOR_REVIEW'],
    ['item-1', 'READY_FOR_REVIEW'],
  ]);
});
