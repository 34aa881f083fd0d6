import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolderLeases } from '../../../src/queue/leases/folder-leases.ts';
import { hashBytes } from '../../../src/ledger/ledger-record.ts';
import { decideRelease, decideRenewal, decideStart, decideUnblock } from '../../../src/queue/items/decide-item.ts';
import { describeItem, type ItemStore } from '../../../src/queue/items/item-store.ts';
import { EPOCH } from '../leases/a-store.ts';
import { useEngine } from '../leases/an-engine.ts';
import { hasRestate } from '../restate/a-server.ts';
import { add, aStore, change, claim, exit, KINDS, told, TTL } from './a-store.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(1, test);

const PHASES = ['IMPLEMENTATION', 'CI_PENDING', 'READY_FOR_REVIEW', 'REVIEW', 'READY_FOR_MERGE'] as const;

/** Everything that a store has of an item. */
const stateOf = async (store: ItemStore, item: string) => {
  const reading = await store.read(item);
  return { ledger: reading?.ledger.bytes.toString('utf8'), lease: reading?.lease };
};

const FORMS = KINDS.filter((kind) => kind !== 'the Restate engine' || hasRestate);

describe.each(FORMS)('work items in %s', (kind) => {
  if (kind === 'the Restate engine') useEngine();

  slow('go from DRAFT to COMPLETED, a fresh session for each phase', async () => {
    const store = await aStore(kind).open();
    expect(told(await add(store, 'login', true))).toBe('DRAFT free');
    expect(told(await change(store, 'login', decideStart('login', 'ann')))).toBe('IMPLEMENTATION free');
    const seen = [];
    for (const phase of PHASES) {
      seen.push(told(await claim(store, 'login', `s-${phase}`)));
      seen.push(told(await exit(store, 'login', `s-${phase}`, phase)));
    }
    expect(seen).toEqual([
      'IMPLEMENTATION s-IMPLEMENTATION',
      'CI_PENDING free',
      'CI_PENDING s-CI_PENDING',
      'READY_FOR_REVIEW free',
      'READY_FOR_REVIEW s-READY_FOR_REVIEW',
      'REVIEW free',
      'REVIEW s-REVIEW',
      'READY_FOR_MERGE free',
      'READY_FOR_MERGE s-READY_FOR_MERGE',
      'COMPLETED free',
    ]);
    expect(told(await claim(store, 'login', 'late'))).toBe('completed');
    const [item, ...others] = (await store.list()).items;
    expect(others).toEqual([]);
    expect(item?.ledger.records.map(({ type }) => type)).toEqual([
      'item.added',
      'item.started',
      ...PHASES.flatMap(() => ['item.claimed', 'item.exited']),
    ]);
    expect(item?.state.sessions.at(0)).toEqual({
      session_id: 's-IMPLEMENTATION',
      actor_id: 'ann',
      phase_completed: 'IMPLEMENTATION',
      exit_reason: 'completed',
      next_work_phase: 'CI_PENDING',
      run: null,
      commit: null,
      branch: null,
    });
  });

  slow('do not change, and keep their lease, when an event is refused', async () => {
    const store = await aStore(kind).open();
    await add(store, 'login');
    await claim(store, 'login', 's1');
    const before = await stateOf(store, 'login');
    const refused = [
      await add(store, 'login'),
      await claim(store, 'login', 's2'),
      await exit(store, 'login', 's2', 'IMPLEMENTATION'),
      await exit(store, 'login', 's1', 'REVIEW'),
      await exit(store, 'login', 's1', 'IMPLEMENTATION', { enabled: false }),
      await change(store, 'login', decideStart('login', 'ann')),
      await change(store, 'login', decideUnblock('login', 'ann', 'why')),
      await change(store, 'login', decideRelease('login', 's2'), 's2'),
    ];
    expect(refused.map(told)).toEqual([
      'item_exists',
      'already_claimed',
      'not_holder',
      'phase_mismatch',
      'protocol_disabled',
      'already_started',
      'not_blocked',
      'not_holder',
    ]);
    expect(await stateOf(store, 'login')).toEqual(before);
    expect(told(await claim(store, '../x', 's1'))).toBe('bad_item');
    expect(told(await claim(store, 'none', 's1'))).toBe('unknown_item');
    expect(await store.names()).toEqual(['login']);
  });

  slow('are completed in CI_PENDING by the configured command, and by no signal', async () => {
    const store = await aStore(kind).open();
    await add(store, 'login');
    await claim(store, 'login', 's1');
    await exit(store, 'login', 's1', 'IMPLEMENTATION');
    await claim(store, 'login', 's2');
    expect(told(await exit(store, 'login', 's2', 'CI_PENDING', { ciDecides: true }))).toBe('ci_decides');
    expect(told(await exit(store, 'login', 's2', 'CI_PENDING', { ciDecides: true, exit_reason: 'error' }))).toBe(
      'BLOCKED free',
    );
  });

  slow('are blocked by a session that cannot proceed, and return to their phase by an operator', async () => {
    const store = await aStore(kind).open();
    await add(store, 'login');
    await claim(store, 'login', 's1');
    expect(told(await exit(store, 'login', 's1', 'IMPLEMENTATION', { exit_reason: 'blocked' }))).toBe('BLOCKED free');
    expect(told(await claim(store, 'login', 's2'))).toBe('blocked');
    const reading = await store.read('login');
    expect(reading === null ? null : describeItem(reading).blocked).toEqual({
      in: 'IMPLEMENTATION',
      reason: 'blocked',
    });
    expect(told(await change(store, 'login', decideUnblock('login', 'ann', 'the key is there')))).toBe(
      'IMPLEMENTATION free',
    );
    expect(told(await claim(store, 'login', 's2'))).toBe('IMPLEMENTATION s2');
  });

  slow('pass to another session when a lease expires, and the late holder writes nothing', async () => {
    const { open, pass } = aStore(kind);
    const [store, other] = [await open('one'), await open(kind === 'the workspace' ? 'one' : 'two')];
    await add(store, 'login');
    await claim(store, 'login', 's1');
    pass(TTL - 1);
    expect(told(await claim(other, 'login', 's2'))).toBe('already_claimed');
    expect(told(await claim(store, 'login', 's1'))).toBe('IMPLEMENTATION s1');
    pass(TTL);
    expect(told(await exit(store, 'login', 's1', 'IMPLEMENTATION'))).toBe('no_lease');
    expect(told(await claim(other, 'login', 's2'))).toBe('IMPLEMENTATION s2');
    const before = await stateOf(other, 'login');
    expect(told(await exit(store, 'login', 's1', 'IMPLEMENTATION'))).toBe('not_holder');
    expect(told(await change(store, 'login', decideRenewal('login', 's1'), 's1'))).toBe('not_holder');
    expect(await stateOf(other, 'login')).toEqual(before);
    expect((await other.read('login'))?.ledger.records.map(({ type, data }) => [type, data])).toMatchObject([
      ['item.added', {}],
      ['item.started', {}],
      ['item.claimed', { session: 's1' }],
      ['item.released', { session: 's1', why: 'expired' }],
      ['item.claimed', { session: 's2' }],
    ]);
  });

  slow('wait for a time, when their session gives them back for so long', async () => {
    const { open, pass } = aStore(kind);
    const store = await open();
    await add(store, 'login');
    await claim(store, 'login', 's1');
    const until = new Date(EPOCH + 5 * TTL).toISOString();
    const released = await change(store, 'login', decideRelease('login', 's1', undefined, until), 's1');
    expect(told(released)).toBe('IMPLEMENTATION free');
    const [item] = (await store.list()).items;
    expect(item === undefined ? null : describeItem(item).waits_until).toBe(until);
    expect(told(await claim(store, 'login', 's2'))).toBe('waits');
    pass(5 * TTL);
    expect(told(await claim(store, 'login', 's2'))).toBe('IMPLEMENTATION s2');
    expect((await store.read('login'))?.ledger.records.map(({ type, data }) => [type, data])).toMatchObject([
      ['item.added', {}],
      ['item.started', {}],
      ['item.claimed', { session: 's1' }],
      ['item.released', { session: 's1', why: 'waits', until }],
      ['item.claimed', { session: 's2' }],
    ]);
  });

  slow('are won by one of several sessions that claim them at once', async () => {
    const { open } = aStore(kind);
    const machine = (n: number) => (kind === 'the workspace' ? 'one' : `m${n}`);
    const stores = await Promise.all([0, 1, 2].map((n) => open(machine(n))));
    const [store] = stores;
    if (store === undefined) throw new Error('no store');
    await add(store, 'login');
    const answers = await Promise.all(stores.map((each, n) => claim(each, 'login', `s${n}`)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const records = (await store.read('login'))?.ledger.records ?? [];
    expect(records.filter(({ type }) => type === 'item.claimed')).toHaveLength(1);
  });
});

describe('a ledger in the workspace', () => {
  const aClaimedItem = async () => {
    const { open, folder, home } = aStore('the workspace');
    const store = await open();
    await add(store, 'login');
    return { store, home, path: join(folder, '.dualgate/items/login/ledger.jsonl'), folder };
  };

  test.each([
    ['changed', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"by":"ann"', '"by":"bob"'))],
    ['cut', (path: string) => writeFileSync(path, `${readFileSync(path, 'utf8').split('\n')[0] ?? ''}\n`)],
    ['removed', (path: string) => rmSync(path)],
    ['emptied', (path: string) => writeFileSync(path, '')],
  ])('that was %s is refused', async (_, spoil) => {
    const { store, path } = await aClaimedItem();
    spoil(path);
    await expect(store.read('login')).rejects.toMatchObject({ name: 'LedgerError', trouble: 'broken' });
    await expect(claim(store, 'login', 's1')).rejects.toMatchObject({ name: 'LedgerError', trouble: 'broken' });
    expect(await store.names()).toEqual(['login']);
  });

  slow('that no command of dualgate made is refused: it has no anchor', async () => {
    const { store, path } = await aClaimedItem();
    const copy = path.replace('login', 'planted');

    mkdirSync(join(copy, '..'));
    writeFileSync(copy, readFileSync(path));
    const { items, broken } = await store.list();
    expect(items.map(({ state }) => state.item)).toEqual(['login']);
    expect(broken).toEqual([{ item: 'planted', problem: expect.stringContaining(copy), mayPass: false }]);
  });

  slow('keeps its first part when a crash cut its last line', async () => {
    const { store, path } = await aClaimedItem();
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"seq":2,"at":`);
    expect(told(await claim(store, 'login', 's1'))).toBe('IMPLEMENTATION s1');
    expect((await store.read('login'))?.ledger.records).toHaveLength(3);
  });

  /** The leases of the store, as a process has them that dies between a lease and its record. */
  const leasesOf = (home: string, folder: string) =>
    createFolderLeases({
      folder: join(home, 'one/dualgate/items', hashBytes(folder).slice(0, 16), 'leases'),
      now: () => new Date(EPOCH),
    });

  slow('gets the claim of a session that was killed before its record', async () => {
    const { store, home, folder } = await aClaimedItem();

    await leasesOf(home, folder).change({ do: 'claim', item: 'login', holder: 's1', ttlMs: TTL });
    expect(told(await claim(store, 'login', 's2'))).toBe('already_claimed');
    expect(told(await exit(store, 'login', 's1', 'IMPLEMENTATION'))).toBe('CI_PENDING free');
  });

  slow('frees the lease of a session that was killed between its exit and the release', async () => {
    const { store, home, folder } = await aClaimedItem();
    await claim(store, 'login', 's1');
    await exit(store, 'login', 's1', 'IMPLEMENTATION');
    await leasesOf(home, folder).change({ do: 'claim', item: 'login', holder: 's1', ttlMs: TTL });
    expect(told(await claim(store, 'login', 's2'))).toBe('CI_PENDING s2');
  });
});

describe('a ledger on a remote', () => {
  slow('that went back behind what this machine has seen is refused', async () => {
    const { open, git } = aStore('refs of a remote');
    const store = await open();
    await add(store, 'login');
    const ref = 'refs/dualgate/ledger/login';
    const before = git('rev-parse', ref);
    await claim(store, 'login', 's1');
    git('update-ref', ref, before);
    await expect(store.read('login')).rejects.toMatchObject({ name: 'LedgerError', trouble: 'broken' });
    expect(await store.list()).toMatchObject({ items: [], broken: [{ item: 'login' }] });
    // Another machine has not seen it, and the lease is refused to it all the same.
    expect(told(await claim(await open('two'), 'login', 's2'))).toBe('already_claimed');
  });

  test.each([
    ['names a file', 'refs/dualgate/lease/broken', 'blob', /it is not a lease of broken/],
    ['names a commit that is no lease', 'refs/dualgate/lease/broken', 'commit', /it is not a lease of broken/],
    ['names a file', 'refs/dualgate/ledger/broken', 'blob', /it has none of the ledgers/],
    ['names a commit without one', 'refs/dualgate/ledger/broken', 'commit', /it has none of the ledgers/],
    ['names nothing', 'refs/dualgate/ledger/broken', '0'.repeat(40), /it names no object/],
    ['names an object that the remote lost', 'refs/dualgate/ledger/broken', 'ab'.repeat(20), /it cannot be fetched/],
  ] as const)('that is broken (its ref %s: %s) is named and passed over', async (_, ref, kind, says) => {
    const { open, git, remote } = aStore('refs of a remote');
    const store = await open();
    await add(store, 'login');
    await add(store, 'another');
    const blob = git('hash-object', '-w', 'HEAD');
    const ids: Readonly<Record<string, string>> = { blob, commit: commitOf(git) };
    mkdirSync(join(remote ?? '', ref, '..'), { recursive: true });
    writeFileSync(join(remote ?? '', ref), `${ids[kind] ?? kind}\n`);
    const { items, broken } = await (await open('two')).list();
    expect(items.map(({ state }) => state.item)).toEqual(['another', 'login']);
    expect(broken.map(({ item }) => item)).toEqual(['broken']);
    expect(broken[0]?.problem).toMatch(says);
    expect(broken[0]?.problem).toContain(ref);
  });
});

const commitOf = (git: (...args: readonly string[]) => string): string =>
  git(
    '-c',
    'user.name=x',
    '-c',
    'user.email=x@x',
    'commit-tree',
    git('hash-object', '-w', '-t', 'tree', '/dev/null'),
    '-m',
    'x',
  );
