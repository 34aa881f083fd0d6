import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readLedgerSync } from '../../src/ledger/read-ledger.ts';
import { verifyLedger } from '../../src/ledger/verify-ledger.ts';
import { runFolders } from '../../src/records/run-folders.ts';
import type { ItemStatus } from '../../src/work-items/describe-item.ts';
import { readItemLedger } from '../../src/work-items/item-ledger.ts';
import { runGitFor } from '../leases/a-store.ts';
import { aRemoteFleet } from './a-remote-fleet.ts';

/** As many as specification and issue ask for in `npm run check:full`; a few otherwise. */
const { ITEMS, KILLS } =
  process.env['DUALGATE_TRIALS'] === undefined ? { ITEMS: 4, KILLS: 3 } : { ITEMS: 20, KILLS: 12 };
const MACHINES = ['one', 'two', 'three'];

/** The moments at which workers are killed, one after the other: in a turn, before and after its decision, at the end, and in CI. */
const MOMENTS = [/"iteration\.started"/, /"tests\.ended"/, /"phase\.exited"/, /"run\.ended"/, /running sh ci\.sh/];

/** The decisions of a run, by phase and iteration. */
const decisionsOf = (ledger: string): readonly string[] =>
  [...readLedgerSync(ledger)].flatMap(({ type, data }) => {
    if (type !== 'iteration.decided') return [];
    const { phase, iteration } = z.looseObject({ phase: z.string(), iteration: z.number() }).parse(data['record']);
    return [`${phase} ${iteration}`];
  });

test(`${ITEMS} items on 3 workers over a bare remote, of which ${KILLS} are killed (-9) in turn, complete once each`, {
  timeout: 1_200_000,
}, async () => {
  const { home, hub, items, open, run } = aRemoteFleet({
    items: ITEMS,
    machines: MACHINES,
    lease: '12s',
    more: { mutation_check: false },
  });
  for (const item of items)
    expect(await run('one', 'work', 'add', item, '--spec', `specs/${item}.md`)).toMatchObject({ code: 0, stderr: '' });
  let [kills, started] = [0, 0];
  const said: string[] = [];

  /** To its end, or to its kill: then another worker takes its place on that machine. */
  const work = async (machine: string): Promise<void> => {
    started += 1;
    const child = open(machine, 'work', 'run', '--worker', `worker-${started}`, '--json');
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    let isKilled = false;
    for await (const line of createInterface(child.stdout)) {
      said.push(line);
      if (isKilled || kills >= KILLS || MOMENTS[kills % MOMENTS.length]?.test(line) !== true) continue;
      kills += 1;
      isKilled = true;
      child.kill('SIGKILL');
    }
    const code = await ended;
    if (isKilled) return work(machine);
    expect(code, said.join('\n')).toBe(0);
  };
  await Promise.all(MACHINES.map(work));
  expect(kills).toBe(KILLS);

  // A machine that has seen nothing yet.
  runGitFor(home, 'clone', '--quiet', hub, 'judge');
  const { stdout } = await run('judge', 'work', 'list', '--json');
  const found = (JSON.parse(stdout) as { readonly items: readonly ItemStatus[] }).items;
  expect(found.map(({ item, phase, holder }) => [item, phase, holder])).toEqual(
    items.toSorted().map((item) => [item, 'READY_FOR_REVIEW', null]),
  );
  expect(await run('judge', 'work', 'verify')).toMatchObject({ code: 0, stderr: '' });
  const leases = runGitFor(hub, 'for-each-ref', '--format=%(contents:subject)', 'refs/dualgate/lease');
  expect(leases.split('\n').filter((subject) => !subject.includes(': released by '))).toEqual([]);

  let takenOver = 0;
  for (const { item, sessions, result } of found) {
    expect(sessions.map(({ phase_completed, exit_reason }) => [phase_completed, exit_reason])).toEqual([
      ['IMPLEMENTATION', 'completed'],
      ['CI_PENDING', 'completed'],
    ]);
    expect(result).toMatchObject({ branch: `dualgate/${item}` });
    expect(runGitFor(hub, 'rev-parse', `refs/heads/dualgate/${item}`)).toBe(result?.commit);
    expect(runGitFor(hub, 'ls-tree', '--name-only', result?.commit ?? '', `${item}.txt`)).toBe(`${item}.txt`);
    // Every run that a worker began for it, on whichever machine; one may have travelled.
    const bytes = Buffer.from(`${runGitFor(hub, 'show', `refs/dualgate/ledger/${item}:ledger.jsonl`)}\n`);
    const { records } = readItemLedger(bytes, item, null);
    takenOver += records.filter(({ type, data }) => type === 'item.released' && data.why === 'expired').length;
    const begun = records.flatMap((record) => (record.type === 'item.worked_on' ? [record.data] : []));
    expect(begun.map(({ run: id }) => id)).toContain(result?.run);
    for (const [n, { run: id, folder }] of begun.entries()) {
      const { ledger } = runFolders(folder, id);
      if (!existsSync(ledger)) continue;
      expect((await verifyLedger(ledger)).problems.filter(({ code }) => code !== 'torn')).toEqual([]);
      const decisions = decisionsOf(ledger);
      expect(decisions).toEqual([...new Set(decisions)]);
      // A machine that a run left may have begun its first turn only.
      expect(decisions.length > 0 || n < begun.length - 1).toBe(true);
    }
  }
  expect(takenOver).toBeGreaterThan(0);

  runGitFor(join(home, 'judge'), 'fetch', '--quiet', 'origin');
  for (const { result } of ITEMS > 4 ? found : found.slice(0, 2)) {
    const proof = await run('judge', 'prove', result?.commit ?? '');
    expect(proof, proof.stdout + proof.stderr).toMatchObject({ code: 0 });
  }
});
