import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { decideRelease, decideRenewal } from '../../../src/queue/items/decide-item.ts';
import { extendItemLedger } from '../../../src/queue/items/ledgers/item-ledger.ts';
import type { ItemStore, RunToSave } from '../../../src/queue/items/item-store.ts';
import { EPOCH, runGitFor } from '../leases/a-store.ts';
import { add, aStore, claim, told, TTL } from './a-store.ts';
import { inTurn, pickSome } from '../../pick-some.ts';

const slow = inTurn(1, test);

const RUN = '20260113-103000-4f2a9c';
const LEDGER = 'refs/dualgate/ledger/login';
const WORK = 'refs/dualgate/work/login';

/** A claimed item on a remote, and a run with a commit for each save. */
const aSavedRun = async () => {
  const place = aStore('refs of a remote');
  const { open, folder, git } = place;
  const store = await open();
  await add(store, 'login');
  await claim(store, 'login', 's1');
  let before: ReturnType<typeof extendItemLedger> | null = null;
  /** The run with a further record and a further commit. */
  const grow = (): RunToSave => {
    runGitFor(folder, 'commit', '--quiet', '--allow-empty', '--message', 'More');
    const commit = runGitFor(folder, 'rev-parse', 'HEAD');
    // Any sound chain: the store does not read the records of a run.
    before = extendItemLedger(before, [{ type: 'item.started', data: { by: commit } }], new Date(EPOCH));
    return { run: RUN, ...before.head, commit, work: commit, bytes: before.bytes };
  };
  const save = (run: RunToSave, session = 's1', from: ItemStore = store) =>
    from.change({ item: 'login', session, decide: decideRenewal('login', session), ttlMs: TTL, run });
  const refs = () => git('for-each-ref', '--format=%(refname) %(objectname)');
  return { ...place, store, grow, save, refs };
};

describe('a run that is saved on the remote', () => {
  slow('is read on another machine: its ledger, its anchor and its commits', async () => {
    const { open, grow, save, git } = await aSavedRun();
    expect(told(await save(grow()))).toBe('IMPLEMENTATION s1');
    const { bytes, ...anchor } = grow();
    expect(told(await save({ ...anchor, bytes }))).toBe('IMPLEMENTATION s1');
    const found = await (await open('two')).readRun('login');
    expect(found).toMatchObject({ saved: { session: 's1', ...anchor }, bytes });
    expect(found?.records.map(({ seq }) => seq)).toEqual([0, 1]);
    expect(git('rev-parse', WORK)).toBe(anchor.commit);
  });

  slow('stays as it is when later records of the item say nothing about it', async () => {
    const { store, open, grow, save } = await aSavedRun();
    const run = grow();
    await save(run);
    await store.change({ item: 'login', session: 's1', decide: decideRelease('login', 's1'), ttlMs: TTL });
    expect(told(await claim(store, 'login', 's2'))).toBe('IMPLEMENTATION s2');
    expect((await (await open('two')).readRun('login'))?.bytes).toEqual(run.bytes);
  });

  slow('does not move when its holder is late: no ref changes', async () => {
    const { open, grow, save, refs, pass } = await aSavedRun();
    await save(grow());
    pass(TTL);
    expect(told(await claim(await open('two'), 'login', 's2'))).toBe('IMPLEMENTATION s2');
    const before = refs();
    expect(told(await save(grow()))).toBe('not_holder');
    expect(refs()).toBe(before);
  });

  slow('does not move when another process moved its files', async () => {
    const { grow, save, refs, folder, git } = await aSavedRun();
    await save(grow());
    const { commit } = grow();
    runGitFor(folder, 'push', '--quiet', git('rev-parse', '--absolute-git-dir'), `${commit}:${WORK}`);
    const before = refs();
    expect(told(await save(grow()))).toBe('ref_moved');
    expect(refs()).toBe(before);
  });

  slow('is none before the first save', async () => {
    const { store } = await aSavedRun();
    expect(await store.readRun('login')).toBeNull();
    expect(await store.readRun('logout')).toBeNull();
  });

  test.each(
    pickSome<[string, (bytes: Buffer) => Buffer | null, string]>(
      [
        ['changed', (bytes) => Buffer.from(bytes.toString().replace('"by":"', '"by":"f')), 'record 0 does not follow'],
        ['cut to an older one', (bytes) => bytes.subarray(0, bytes.indexOf(10) + 1), 'it ends at record 0'],
        ['left with half a record', (bytes) => Buffer.concat([bytes, Buffer.from('{"seq":2')]), 'it ends at record 1'],
        ['removed', () => null, 'it is missing'],
      ],
      ([how]) => how,
      1,
    ),
  )('is refused when its ledger was %s', async (_, spoil, problem) => {
    const { open, grow, save, git, remote } = await aSavedRun();
    await save(grow());
    const run = grow();
    await save(run);
    const inHub = (input: Buffer | string, ...args: readonly string[]): string =>
      execFileSync('git', args, {
        cwd: remote ?? '',
        input,
        encoding: 'utf8',
        env: { ...process.env, ...AUTHOR },
      }).trim();
    const spoilt = spoil(run.bytes);
    const blob = spoilt === null ? null : inHub(spoilt, 'hash-object', '-w', '--stdin');
    const entries = [
      git('ls-tree', LEDGER, 'ledger.jsonl'),
      ...(blob === null ? [] : [`100644 blob ${blob}\trun.jsonl`]),
    ];
    const tree = inHub(`${entries.join('\n')}\n`, 'mktree');
    git('update-ref', LEDGER, inHub('Another one', 'commit-tree', tree, '-p', LEDGER));
    const store = await open('two');
    // The item is as it was: only its run is refused.
    expect((await store.read('login'))?.state.saved?.seq).toBe(1);
    await expect(store.readRun('login')).rejects.toMatchObject({
      name: 'LedgerError',
      trouble: 'broken',
      message: expect.stringContaining(
        `Cannot trust the ledger of the run ${RUN} in ${LEDGER} of ${remote}: ${problem}`,
      ),
    });
  });

  test('is refused when the whole item went back to an earlier save', async () => {
    const { store, open, grow, save, git } = await aSavedRun();
    await save(grow());
    const before = git('rev-parse', LEDGER);
    await save(grow());
    const other = await open('two');
    await other.readRun('login');
    git('update-ref', LEDGER, before);
    for (const each of [store, other])
      await expect(each.readRun('login')).rejects.toMatchObject({ name: 'LedgerError', trouble: 'broken' });
  });
});

const AUTHOR = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'w'],
    [`GIT_${role}_EMAIL`, 'w@localhost'],
  ]),
);
