import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Lease, LeaseAnswer } from '../../../src/queue/leases/lease.ts';
import { writeLeaseCommit, createRefLeases } from '../../../src/queue/leases/ref-leases.ts';
import { pushRefs } from '../../../src/queue/leases/remote-refs.ts';
import { byName, EPOCH, leasesOf, makeRemoteStore, runGitFor } from './a-store.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(1, test);

const TTL = 60_000;
const leaseOf = (answer: LeaseAnswer): Lease => {
  if (!answer.granted) throw new Error(answer.message);
  return answer.lease;
};

const aFleet = async () => {
  const shared = await makeRemoteStore();
  onTestFinished(shared.remove);
  const clock = { now: 0 };
  const open = (worker: string) => shared.open(worker, () => new Date(EPOCH + clock.now));
  const commit = (message: string): string => {
    runGitFor(shared.checkout, 'commit', '--quiet', '--allow-empty', '-m', message);
    return runGitFor(shared.checkout, 'rev-parse', 'HEAD');
  };
  const refs = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      runGitFor(shared.remote, 'for-each-ref', '--format=%(refname) %(objectname)')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.split(' ') as [string, string]),
    );
  return { ...shared, clock, open, commit, refs };
};

describe('leases on the refs of a remote', () => {
  slow('have the commit as their token, and each commit has the one before as its parent', async () => {
    const { open, refs, remote } = await aFleet();
    const one = open('one');
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    expect(refs()).toEqual({ 'refs/dualgate/lease/a1': lease.token });
    const renewed = leaseOf(await one.renew(lease, TTL));
    expect(refs()).toEqual({ 'refs/dualgate/lease/a1': renewed.token });
    expect(runGitFor(remote, 'log', '--format=%H %an %ct %s', renewed.token).split('\n')).toEqual(
      [renewed, lease].map(
        ({ token, until }) => `${token} dualgate ${Math.floor(EPOCH / 1000)} a1: held by one until ${until}`,
      ),
    );
    expect(runGitFor(remote, 'ls-tree', renewed.token)).toBe('');
  });

  slow('are refused on a remote that takes them and hides them, at the first claim and at the next', async () => {
    const { open, remote } = await aFleet();
    runGitFor(remote, 'config', 'uploadpack.hideRefs', 'refs/dualgate');
    const words = `Cannot use ${remote} for work items: it takes the lease of a1 and shows it to nobody. Its setting uploadpack.hideRefs hides refs/dualgate: remove that there, then try again.`;
    await expect(open('one').claim('a1', 'one', TTL)).rejects.toThrow(words);
    await expect(open('two').claim('a1', 'two', TTL)).rejects.toThrow(words);
    runGitFor(remote, 'config', '--unset', 'uploadpack.hideRefs');
    leaseOf(await open('two').claim('b1', 'two', TTL));
  });

  slow('say why the remote refuses a push, before anything that git only remarks', async () => {
    const { open, remote } = await aFleet();
    writeFileSync(join(remote, 'hooks/pre-receive'), '#!/bin/sh\necho closed for today\nexit 1\n', { mode: 0o755 });
    const said = await open('one').claim('a1', 'one', TTL).then(String, String);
    expect(said).toContain('(got: remote: closed for today | To ');
    expect(said).not.toContain('grafts');
  });

  slow('are another commit each time, since git lets a push of the one that is there pass for anybody', async () => {
    const { remote, checkout } = await aFleet();
    const repository = { folder: join(checkout, '../same.git'), format: 'sha1', objects: null, env: {} } as const;
    const draft = {
      item: 'a1',
      holder: 'one',
      state: 'held',
      until: new Date(EPOCH).toISOString(),
      previous: null,
      turn: 1,
      taken: new Date(EPOCH).toISOString(),
    } as const;
    const write = () => writeLeaseCommit(repository, draft, new Date(EPOCH));
    const [first, second] = [await write(), await write()];
    const push = (lease: Lease) => pushRefs(repository, { remote, lease, moves: [] });
    // So a lease has a random word: "expect no ref" is not checked where the ref is there with the same commit.
    expect([await push(first), await push(first)]).toEqual([{ landed: true }, { landed: true }]);
    expect(second.token).not.toBe(first.token);
    expect(await push(second)).toMatchObject({ landed: false, mayRetry: true });
  });

  slow('move in one push with the branch of the result and the ledger', async () => {
    const { open, commit, refs } = await aFleet();
    const one = open('one');
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    const [first, second] = [commit('ledger'), commit('result')];
    const ledger = 'refs/dualgate/ledger/a1';
    const renewed = leaseOf(await one.renew(lease, TTL, [{ ref: ledger, to: first, from: null }]));
    expect(refs()).toEqual({ 'refs/dualgate/lease/a1': renewed.token, [ledger]: first });
    const done = leaseOf(
      await one.release(renewed, [
        { ref: 'refs/heads/dualgate/a1', to: second },
        { ref: ledger, to: second, from: first },
      ]),
    );
    expect(refs()).toEqual({
      'refs/dualgate/lease/a1': done.token,
      [ledger]: second,
      'refs/heads/dualgate/a1': second,
    });
  });

  slow('of a late holder push neither its branch nor its ledger', async () => {
    const { open, commit, refs, clock } = await aFleet();
    const [one, two] = [open('one'), open('two')];
    const stale = leaseOf(await one.claim('a1', 'one', TTL));
    clock.now = TTL;
    const current = leaseOf(await two.claim('a1', 'two', TTL));
    clock.now = 0;
    const to = commit('late result');
    const moves = [
      { ref: 'refs/heads/dualgate/a1', to },
      { ref: 'refs/dualgate/ledger/a1', to },
    ];
    for (const write of [() => one.renew(stale, TTL, moves), () => one.release(stale, moves)])
      expect(await write()).toMatchObject({ granted: false, why: 'stale', current });
    expect(refs()).toEqual({ 'refs/dualgate/lease/a1': current.token });
    clock.now = TTL;
    const done = leaseOf(await two.release(current, moves));
    expect(refs()).toEqual({
      'refs/dualgate/lease/a1': done.token,
      'refs/dualgate/ledger/a1': to,
      'refs/heads/dualgate/a1': to,
    });
  });

  test.each([
    ['is there, and must not be', null],
    ['is not an ancestor', undefined],
    ['has another commit than the expected one', '1'.repeat(40)],
  ] as const)('do not move when a further ref %s', async (_, from) => {
    const { open, commit, refs, checkout, remote } = await aFleet();
    const ref = 'refs/heads/dualgate/a1';
    const theirs = commit('theirs');
    runGitFor(checkout, 'push', '--quiet', remote, `${theirs}:${ref}`);
    runGitFor(checkout, 'checkout', '--quiet', '--orphan', 'other');
    const ours = commit('ours');
    const one = open('one');
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    expect(await one.release(lease, [{ ref, to: ours, ...(from === undefined ? {} : { from }) }])).toEqual({
      granted: false,
      why: 'ref_moved',
      message: `Cannot write a1: ${ref} of the remote is not where it was expected, so nothing was pushed. Fetch it, then write again.`,
      current: lease,
    });
    expect(refs()).toEqual({ 'refs/dualgate/lease/a1': lease.token, [ref]: theirs });
    expect((await one.release(lease, [{ ref, to: ours, from: theirs }])).granted).toBe(true);
  });

  test.each([
    ['refs/dualgate/lease/b1', 'it belongs to a lease'],
    ['main', 'it is not a complete name such as refs/heads/work'],
    ['refs/heads/a:b', 'it is not a complete name such as refs/heads/work'],
    ['refs/heads/../x', 'it is not a complete name such as refs/heads/work'],
    ['+refs/heads/a', 'it is not a complete name such as refs/heads/work'],
    ['refs/heads/a.lock', 'it is not a complete name such as refs/heads/work'],
  ])('refuse the further ref %s', async (ref, problem) => {
    const { open } = await aFleet();
    const one = open('one');
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    await expect(one.release(lease, [{ ref, to: '1'.repeat(40) }])).rejects.toMatchObject({
      code: 'E_LEASE',
      trouble: 'argument',
      message: `Cannot push the ref "${ref}" with a lease: ${problem}. Pass other refs.`,
    });
  });

  slow('do not change when the object of a further ref does not exist', async () => {
    const { open, refs } = await aFleet();
    const one = open('one');
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    const move = { ref: 'refs/heads/dualgate/a1', to: '1'.repeat(40) };
    await expect(one.release(lease, [move])).rejects.toMatchObject({ code: 'E_LEASE', trouble: 'refused' });
    expect(refs()).toEqual({ 'refs/dualgate/lease/a1': lease.token });
  });

  slow('are granted although the answer of the remote was lost after the push', async () => {
    const { open, remote, refs } = await aFleet();
    // The remote moves the ref, and the connection breaks before it says so.
    const hook = join(remote, 'hooks/post-receive');
    mkdirSync(join(remote, 'hooks'), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\nkill -9 $PPID\n', { mode: 0o755 });
    const lease = leaseOf(await open('one').claim('a1', 'one', TTL));
    expect(refs()).toEqual({ 'refs/dualgate/lease/a1': lease.token });
  });

  slow('refuse a result whose push began before another holder claimed the item, and landed after', async () => {
    const { open, commit, refs, clock, remote } = await aFleet();
    const [one, two] = [open('one'), open('two')];
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    clock.now = TTL;
    const current = leaseOf(await two.claim('a1', 'two', TTL));
    clock.now = 0;
    // As if the second claim lands while the remote receives the push of the first holder.
    runGitFor(remote, 'update-ref', 'refs/dualgate/lease/a1', lease.token);
    const claim = `env -u GIT_QUARANTINE_PATH git update-ref refs/dualgate/lease/a1 ${current.token}`;
    mkdirSync(join(remote, 'hooks'), { recursive: true });
    writeFileSync(join(remote, 'hooks/pre-receive'), `#!/bin/sh\n${claim}\n`, { mode: 0o755 });
    const move = { ref: 'refs/heads/dualgate/a1', to: commit('result') };
    expect(await one.release(lease, [move])).toMatchObject({ granted: false, why: 'stale', current });
    expect(refs()).toEqual({ 'refs/dualgate/lease/a1': current.token });
  });

  slow('say the words of a remote that declines, and stay as they were', async () => {
    const { open, remote, refs } = await aFleet();
    mkdirSync(join(remote, 'hooks'), { recursive: true });
    writeFileSync(join(remote, 'hooks/pre-receive'), '#!/bin/sh\necho "leases are off"; exit 1\n', { mode: 0o755 });
    const attempt = open('one').claim('a1', 'one', TTL);
    await expect(attempt).rejects.toMatchObject({ code: 'E_LEASE', trouble: 'refused' });
    await expect(attempt).rejects.toThrow(
      /^Cannot change the lease of a1 on .*: the push failed \(got: .*leases are off.*pre-receive hook declined/,
    );
    expect(refs()).toEqual({});
  });

  slow('of a remote that does not answer are unknown after a push, and unreadable in a list', async () => {
    const { open, remote } = await aFleet();
    const one = open('one');
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    rmSync(remote, { recursive: true });
    await expect(one.renew(lease, TTL)).rejects.toMatchObject({ code: 'E_LEASE', trouble: 'unknown' });
    await expect(one.list()).rejects.toThrow(
      /^Cannot read the leases of .*Check the remote and your permissions there, then try again\.$/,
    );
  });

  slow('continue after the repository of leases was deleted', async () => {
    const { open, remote } = await aFleet();
    const lease = leaseOf(await open('one').claim('a1', 'one', TTL));
    rmSync(join(remote, '../leases-one.git'), { recursive: true });
    expect((await open('one').renew(lease, TTL)).granted).toBe(true);
  });

  slow('do not start a program that the remote names', async () => {
    const { remote } = await aFleet();
    const mark = join(remote, '../started');
    const repository = { folder: join(remote, '../x.git'), format: 'sha1', objects: null, env: {} } as const;
    const store = byName(createRefLeases({ repository, remote: `ext::touch ${mark}`, now: () => new Date(EPOCH) }));
    await expect(store.list()).rejects.toThrow("transport 'ext' not allowed");
    await expect(store.claim('a1', 'one', TTL)).rejects.toMatchObject({ code: 'E_LEASE' });
  });

  slow('start no program that the config of the checkout names', async () => {
    const { open, checkout, remote, commit } = await aFleet();
    const mark = join(remote, '../started');
    const program = join(remote, '../program');
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    const to = commit('result');
    for (const key of ['core.sshCommand', 'core.fsmonitor', 'core.alternateRefsCommand', 'credential.helper'])
      runGitFor(checkout, 'config', key, program);
    runGitFor(checkout, 'config', `url.ext::${program}.insteadOf`, remote);
    symlinkSync(program, join(checkout, '.git/hooks/pre-push'));
    const one = open('one');
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    expect((await one.release(lease, [{ ref: 'refs/heads/dualgate/a1', to }])).granted).toBe(true);
    expect(() => runGitFor(remote, 'cat-file', '-e', to)).not.toThrow();
    expect(() => rmSync(mark)).toThrow('ENOENT');
  });

  slow('are refused when a ref is no lease, with its name', async () => {
    const { open, checkout, remote, commit } = await aFleet();
    const foreign = commit('by hand');
    runGitFor(checkout, 'push', '--quiet', remote, `${foreign}:refs/dualgate/lease/a1`);
    const one = open('one');
    const wanted = { code: 'E_LEASE', trouble: 'broken' };
    await expect(one.claim('a1', 'one', TTL)).rejects.toMatchObject(wanted);
    await expect(leasesOf(one)).rejects.toThrow(
      `Cannot use the lease refs/dualgate/lease/a1 (${foreign}): it is not a lease of a1`,
    );
    expect((await one.claim('a2', 'one', TTL)).granted).toBe(true);
  });
});
