/**
 * Both stores of leases, for tests that make the same claims about each: real folders, a real git and a bare remote.
 *
 * @module
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LeaseStore } from '../../src/leases/lease-store.ts';
import { createRemoteLeases, type RemoteLeaseStore } from '../../src/leases/remote-leases.ts';
import { createWorkspaceLeases } from '../../src/leases/workspace-leases.ts';

/** A store that several workers open, each with a clock of its own. */
export interface SharedStore {
  readonly open: (worker: string, now: () => Date) => LeaseStore;
  readonly remove: () => void;
}

export const EPOCH = Date.parse('2025-01-02T03:04:05.678Z');

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'dualgate-'));
const remover = (folder: string) => () => rmSync(folder, { recursive: true, force: true });

export const makeWorkspaceStore = (): SharedStore => {
  const folder = makeFolder();
  return {
    open: (_, now) => createWorkspaceLeases({ folder: join(folder, 'leases'), now }),
    remove: remover(folder),
  };
};

/** Git without the configuration of the machine's user. */
export const runGitFor = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      ...Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap((role) => [
          [`GIT_${role}_NAME`, 'w'],
          [`GIT_${role}_EMAIL`, 'w@localhost'],
        ]),
      ),
    },
  }).trim();

export interface SharedRemote extends SharedStore {
  readonly open: (worker: string, now: () => Date) => RemoteLeaseStore;
  /** The bare repository that all workers share. */
  readonly remote: string;
  /** The checkout from which results are pushed. */
  readonly checkout: string;
}

/** @param machines - `one`: the workers share a repository for leases; `many`: each has its own */
export const makeRemoteStore = (machines: 'one' | 'many' = 'many'): SharedRemote => {
  const folder = makeFolder();
  const remote = join(folder, 'hub.git');
  const checkout = join(folder, 'checkout');
  mkdirSync(checkout);
  runGitFor(folder, 'init', '--quiet', '--bare', remote);
  runGitFor(checkout, 'init', '--quiet');
  return {
    remote,
    checkout,
    open: (worker, now) =>
      createRemoteLeases({
        repository: {
          folder: join(folder, machines === 'one' ? 'leases.git' : `leases-${worker}.git`),
          format: 'sha1',
          objects: join(checkout, '.git/objects'),
          env: { GIT_CONFIG_GLOBAL: '/dev/null' },
        },
        remote,
        now,
      }),
    remove: remover(folder),
  };
};

/** Name of the store, and how to make one. */
export const STORES = [
  ['a folder', makeWorkspaceStore],
  ['refs of a remote, workers on many machines', () => makeRemoteStore('many')],
  ['refs of a remote, workers on one machine', () => makeRemoteStore('one')],
] as const satisfies readonly (readonly [string, () => SharedStore])[];
