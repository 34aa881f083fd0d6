import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Lease } from '../../../src/queue/leases/lease.ts';
import { createRefLeases } from '../../../src/queue/leases/ref-leases.ts';
import { type AnyStore, byName, EPOCH, leasesOf, makeRemoteStore } from './a-store.ts';

const TTL = 60_000;

const claimed = async (store: AnyStore): Promise<Lease> => {
  const answer = await store.claim('a1', 'one', TTL);
  if (!answer.granted) throw new Error(answer.message);
  return answer.lease;
};

/**
 * Stands for ssh: it runs the program of the remote on this machine, after the lines of `first`.
 *
 * @param first - lines of shell; `$last` is the command for the remote
 */
const overSsh = async (first: string, silenceMs: number) => {
  const { remote, remove } = await makeRemoteStore();
  onTestFinished(remove);
  const home = join(remote, '..');
  const program = join(home, 'ssh.sh');
  writeFileSync(
    program,
    `#!/bin/sh\nfor last; do :; done\n[ "$1" = -G ] && exit 0\ncd ${home}\n${first}\nexec sh -c "$last"\n`,
    { mode: 0o755 },
  );
  const env = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_SSH_COMMAND: program };
  const store = byName(
    createRefLeases({
      repository: { folder: join(home, 'over-ssh.git'), format: 'sha1', objects: null, env, silenceMs },
      remote: `ssh://git@127.0.0.1${remote}`,
      now: () => new Date(EPOCH),
    }),
  );
  return { home, store };
};

describe('a remote that prints nothing', () => {
  // A process that only waits, and one that left its session.
  const HANGS = '(setsid sleep 900 & echo $! >> kept) 2>&1; echo $$ >> hung; exec sleep 900';
  const idsIn = (path: string): readonly number[] =>
    existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').map(Number) : [];
  const isRunning = (pid: number): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sleep');
    } catch {
      return false;
    }
  };
  const endKept = (home: string): void => {
    for (const pid of idsIn(join(home, 'kept'))) process.kill(pid, 'SIGKILL');
  };

  test('ends each call in bounded time, and git with all that it started', async () => {
    const { home, store } = await overSsh(HANGS, 500);
    onTestFinished(() => endKept(home));
    for (const call of [() => store.claim('a1', 'one', TTL), () => store.list()])
      await expect(call()).rejects.toMatchObject({
        trouble: expect.stringMatching(/^(?:refused|unknown)$/),
        message: expect.stringMatching(/\(got: no answer for 0\.5 s, so git was ended\)/),
      });
    const hung = idsIn(join(home, 'hung'));
    expect(hung.length).toBeGreaterThan(1);
    // All were sent their signal; the system takes a moment to end them.
    await expect.poll(() => hung.filter(isRunning)).toEqual([]);
  });

  test('in the middle of a push leaves the lease as it was, and the same call succeeds when it is back', async () => {
    const { home, store } = await overSsh(`case $last in *receive-pack*) [ -e hang ] && { ${HANGS}; };; esac`, 2_000);
    onTestFinished(() => endKept(home));
    const lease = await claimed(store);
    writeFileSync(join(home, 'hang'), '');
    await expect(store.renew(lease, TTL)).rejects.toMatchObject({
      trouble: 'refused',
      message: expect.stringMatching(/^Cannot change the lease of a1 .*no answer for 2\.0 s/),
    });
    rmSync(join(home, 'hang'));
    expect((await store.renew(lease, TTL)).granted).toBe(true);
  });

  test('for a moment only, and says so, is waited for', async () => {
    const slow = 'for n in 1 2 3 4 5; do echo queued >&2; sleep 0.5; done';
    const { store } = await overSsh(slow, 2_000);
    expect(await leasesOf(store)).toEqual([]);
  });
});
