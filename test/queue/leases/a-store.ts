/**
 * Stores of leases, for tests that make the same claims about each: real folders, a real git and a bare remote. The third
 * form is in `an-engine.ts`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderLeases } from '../../../src/queue/leases/folder-leases.ts';
import type { Lease, LeaseStore } from '../../../src/queue/leases/lease.ts';
import { takeOne, type RefMove } from '../../../src/queue/leases/remote-refs.ts';
import { createRefLeases } from '../../../src/queue/leases/ref-leases.ts';

/** With each change by its name. */
export const byName = <Carried>(store: LeaseStore<Carried>) => ({
  ...store,
  claim: (item: string, holder: string, ttlMs: number) => store.change({ do: 'claim', item, holder, ttlMs }),
  renew: (lease: Lease, ttlMs: number, carried?: Carried) => store.change({ do: 'renew', lease, ttlMs }, carried),
  release: (lease: Lease, carried?: Carried, waitsUntil: string | null = null) =>
    store.change({ do: 'release', lease, waitsUntil }, carried),
});

/** A store of which a test does not know what it carries. */
export type AnyStore = ReturnType<typeof byName<never>>;

/** A store that several workers open, each with a clock of its own. */
export interface SharedStore {
  readonly open: (worker: string, now: () => Date) => AnyStore;
  /** The store has a clock: that of the worker that was opened last. */
  readonly hasClock: boolean;
  /** Something that a holder may carry: written once, under this name. */
  readonly carry: (name: string) => never;
  /** Names that were written. */
  readonly written: () => readonly string[];
  readonly remove: () => void;
}

/** All leases. @throws {LeaseError} when one is broken */
export const leasesOf = async (store: AnyStore): Promise<readonly Lease[]> => {
  const { found, broken } = await store.list();
  takeOne({ found, broken });
  return found;
};

export const EPOCH = Date.parse('2025-01-02T03:04:05.678Z');

export const makeFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
const remover = (folder: string) => () => rmSync(folder, { recursive: true, force: true });

export const makeFolderStore = async (): Promise<SharedStore> => {
  const folder = makeFolder();
  const written: string[] = [];
  return {
    hasClock: false,
    open: (_, now) => byName(createFolderLeases({ folder: join(folder, 'leases'), now })),
    carry: (name) => (() => void written.push(name)) as never,
    written: () => written,
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
  readonly open: (worker: string, now: () => Date) => ReturnType<typeof byName<readonly RefMove[]>>;
  /** The bare repository that all workers share. */
  readonly remote: string;
  /** The checkout from which results are pushed. */
  readonly checkout: string;
  readonly repositoryOf: (worker: string) => Parameters<typeof createRefLeases>[0]['repository'];
}

/** @param machines - `one`: the workers share a repository for leases; `many`: each has its own */
export const makeRemoteStore = async (machines: 'one' | 'many' = 'many'): Promise<SharedRemote> => {
  const folder = makeFolder();
  // The name of every other one: an engine tells them apart.
  const remote = join(folder, 'hub.git');
  const checkout = join(folder, 'checkout');
  mkdirSync(checkout);
  runGitFor(folder, 'init', '--quiet', '--bare', remote);
  runGitFor(checkout, 'init', '--quiet');
  const repositoryOf = (worker: string) => ({
    folder: join(folder, machines === 'one' ? 'leases.git' : `leases-${worker}.git`),
    format: 'sha1' as const,
    objects: join(checkout, '.git/objects'),
    env: { GIT_CONFIG_GLOBAL: '/dev/null' },
  });
  const carried = (name: string): readonly RefMove[] => {
    runGitFor(checkout, 'commit', '--quiet', '--allow-empty', '-m', name);
    return [{ ref: `refs/heads/${name}`, to: runGitFor(checkout, 'rev-parse', 'HEAD'), from: null }];
  };
  return {
    remote,
    checkout,
    repositoryOf,
    hasClock: false,
    open: (worker, now) => byName(createRefLeases({ repository: repositoryOf(worker), remote, now })),
    carry: (name) => carried(name) as never,
    written: () =>
      runGitFor(remote, 'for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads').split('\n').filter(Boolean),
    remove: remover(folder),
  };
};

/** Name of the form, and how to make a store. */
export const STORES: readonly (readonly [string, () => Promise<SharedStore>])[] = [
  ['a folder', makeFolderStore],
  ['refs of a remote, workers on many machines', () => makeRemoteStore('many')],
  ['refs of a remote, workers on one machine', () => makeRemoteStore('one')],
];
