import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readLedgerSync } from '../../src/ledger/ledger-record.ts';
import { verifyLedger } from '../../src/ledger/verify-ledger.ts';
import { runFolders } from '../../src/records/run-folders.ts';
import type { ItemStatus } from '../../src/queue/items/item-store.ts';
import { readItemLedger } from '../../src/queue/items/ledgers/item-ledger.ts';
import { makeTempFolder } from '../ledger/temp-folder.ts';
import { runGitFor } from '../queue/leases/a-store.ts';
import { aServer, hasRestate } from '../queue/restate/a-server.ts';
import { aRemoteFleet } from './a-remote-fleet.ts';

/** As many as specification and issue ask for in `npm run check:full`; a few otherwise. */
const { ITEMS, KILLS } =
  process.env['DUALGATE_TRIALS'] === undefined ? { ITEMS: 4, KILLS: 3 } : { ITEMS: 20, KILLS: 12 };
const WORKERS = 3;

/** The moments at which workers are killed, one after the other: in a turn, before and after its decision, at the end, and in CI. */
const MOMENTS = [/"iteration\.started"/, /"tests\.ended"/, /"phase\.exited"/, /"run\.ended"/, /running sh -c/];

type Fleet = Awaited<ReturnType<typeof aRemoteFleet>>;

interface Form {
  readonly name: string;
  /** One for each worker; the items are added on the first one. */
  readonly machines: readonly string[];
  /** A person proves the results there. */
  readonly judge: string;
  readonly isRemote: boolean;
  readonly hasEngine: boolean;
}

const remote = { machines: ['one', 'two', 'three'], judge: 'judge', isRemote: true };
const FORMS: readonly Form[] = [
  { name: 'in a folder', machines: ['one'], judge: 'one', isRemote: false, hasEngine: false },
  { name: 'over a bare remote', ...remote, hasEngine: false },
  ...(hasRestate ? [{ name: 'over a remote, with leases on the Restate engine', ...remote, hasEngine: true }] : []),
];

/** The engine and its service, which are killed (-9) in turn, too. */
const startEngine = async () => {
  const home = makeTempFolder();
  const server = await aServer(home);
  const serving: { ended: Promise<unknown>; kill: () => void }[] = [];
  return {
    engine: server.ingress,
    serve: ({ open }: Fleet): Promise<void> => {
      const child = open('one', 'serve', '--port', String(server.servicePort), '--admin', server.admin);
      serving.push({
        ended: new Promise((resolve) => child.once('close', resolve)),
        kill: () => child.kill('SIGKILL'),
      });
      return new Promise((resolve) => child.stdout.once('data', () => resolve()));
    },
    killService: async (): Promise<void> => {
      const last = serving.at(-1);
      last?.kill();
      await last?.ended;
    },
    killServer: async (): Promise<void> => {
      await server.kill();
      await server.start();
    },
    end: () => server.kill(),
  };
};

/** The decisions of a run, by phase and iteration. */
const decisionsOf = (ledger: string): readonly string[] =>
  [...readLedgerSync(ledger)].flatMap(({ type, data }) => {
    if (type !== 'iteration.decided') return [];
    const { phase, iteration } = z.looseObject({ phase: z.string(), iteration: z.number() }).parse(data['record']);
    return [`${phase} ${iteration}`];
  });

test.each(FORMS)(
  `${ITEMS} items on ${WORKERS} workers $name, of which ${KILLS} are killed (-9) in turn, complete once each`,
  {
    timeout: 1_200_000,
  },
  async ({ machines, judge, isRemote, hasEngine }) => {
    const engine = hasEngine ? await startEngine() : null;
    const fleet = await aRemoteFleet({
      items: ITEMS,
      machines,
      lease: '12s',
      isRemote,
      ...(engine === null ? {} : { engine: engine.engine }),
      more: { mutation_check: false },
    });
    const { home, hub, items, open, run } = fleet;
    onTestFinished(async () => {
      await engine?.killService();
      await engine?.end();
    });
    await engine?.serve(fleet);
    expect(await run('one', 'work', 'add')).toMatchObject({ code: 0, stderr: '' });
    let [kills, started] = [0, 0];
    // A run that is killed three times in a row without a decision is stuck, and its item blocked.
    const killed = new Map<string, number>();
    const said: string[] = [];
    const others: Promise<void>[] = [];

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
        const { run: which } = JSON.parse(line) as { readonly run: string };
        const before = killed.get(which) ?? 0;
        if (before > 1) continue;
        killed.set(which, before + 1);
        kills += 1;
        isKilled = true;
        child.kill('SIGKILL');
        if (engine !== null && kills % 3 === 1) others.push(engine.killService().then(() => engine.serve(fleet)));
        if (engine !== null && kills % 3 === 2) others.push(engine.killServer());
      }
      const code = await ended;
      if (isKilled) return work(machine);
      expect(code, said.join('\n')).toBe(0);
    };
    await Promise.all(Array.from({ length: WORKERS }, (_, n) => work(machines[n % machines.length] ?? '')));
    await Promise.all(others);
    expect(kills).toBe(KILLS);

    // A machine that has seen nothing yet.
    if (isRemote) runGitFor(home, 'clone', '--quiet', hub, 'judge');
    const { stdout } = await run(judge, 'work', 'list', '--json');
    const found = (JSON.parse(stdout) as { readonly items: readonly ItemStatus[] }).items;
    expect(found.map(({ item, phase, holder }) => [item, phase, holder])).toEqual(
      items.toSorted().map((item) => [`specs-${item}`, 'READY_FOR_REVIEW', null]),
    );
    expect(await run(judge, 'work', 'verify')).toMatchObject({ code: 0, stderr: '' });
    let takenOver = 0;
    const place = join(home, isRemote ? 'hub.git' : 'one');
    for (const { item, sessions, result } of found) {
      expect(sessions.map(({ phase_completed, exit_reason }) => [phase_completed, exit_reason])).toEqual([
        ['IMPLEMENTATION', 'completed'],
        ['CI_PENDING', 'completed'],
      ]);
      expect(runGitFor(place, 'rev-parse', `refs/heads/${result?.branch}`)).toBe(result?.commit);
      if (isRemote) expect(result?.branch).toBe(`dualgate/${item}`);
      const file = `${item.replace('specs-', '')}.txt`;
      expect(runGitFor(place, 'ls-tree', '--name-only', result?.commit ?? '', file)).toBe(file);
      // Every run that a worker began for it, on whichever machine; one may have travelled.
      const bytes = isRemote
        ? Buffer.from(`${runGitFor(hub, 'show', `refs/dualgate/ledger/${item}:ledger.jsonl`)}\n`)
        : readFileSync(join(place, '.dualgate/items', item, 'ledger.jsonl'));
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

    if (isRemote) runGitFor(join(home, 'judge'), 'fetch', '--quiet', 'origin');
    for (const { result } of ITEMS > 4 ? found : found.slice(0, 2)) {
      const proof = await run(judge, 'prove', result?.commit ?? '');
      expect(proof, proof.stdout + proof.stderr).toMatchObject({ code: 0 });
    }
  },
);
