/**
 * The store of the work items: a folder of this machine, the refs of a Git remote, or these refs with leases on the Restate
 * engine.
 *
 * @module
 */

import { join, resolve } from 'node:path';
import type { TddConfig } from '../../gates/compile-gates.ts';
import type { Config } from '../config/shape-config.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import { stateFolder } from '../ledger/state-folder.ts';
import { createFolderLeases } from '../leases/folder-leases.ts';
import type { LeaseRepository } from '../leases/lease-repository.ts';
import { createRefLeases } from '../leases/ref-leases.ts';
import { askGit, openRepository } from '../proof/repository.ts';
import { createEngineLeases } from '../restate/engine-leases.ts';
import { hashGates } from '../restate/hash-gates.ts';
import { createIngress } from '../restate/ingress.ts';
import { createWitness, type Witness } from '../restate/witness.ts';
import { RunError } from '../records/run-error.ts';
import type { ItemStore } from './item-store.ts';
import { createItems } from './create-items.ts';
import { createFolderLedgers } from './ledgers/folder-ledgers.ts';
import { createRefLedgers } from './ledgers/ref-ledgers.ts';

interface ItemsQuestion {
  readonly config: Pick<Config, 'folder' | 'work_items'> & TddConfig;
  /** An operator's, over that of the config. */
  readonly remote?: string;
  /** As `remote`. */
  readonly engine?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now?: () => Date;
  /** Ends the connection to the remote. @default nothing does */
  readonly signal?: AbortSignal;
}

export interface OpenedItems {
  readonly store: ItemStore;
  /** How commits come from the remote and go there; `null` for the workspace. */
  readonly line: { readonly remote: string; readonly repository: LeaseRepository } | null;
  /** On the engine, a second judge of each session. */
  readonly witness: ((session: string) => Witness) | null;
}

/**
 * @throws {WorkspaceError} with a remote, when the workspace has no repository of git @throws {RunError} for an engine without
 *   a remote @throws {FleetError} when its address is none
 */
export const openItems = async ({
  config,
  remote: askedRemote,
  engine: askedEngine,
  env,
  now = () => new Date(),
  signal,
}: ItemsQuestion): Promise<OpenedItems> => {
  const { folder, work_items } = config;
  const remote = askedRemote ?? work_items.remote;
  const engine = askedEngine ?? work_items.engine;
  if (engine !== null && remote === null)
    throw new RunError(
      'Cannot use the engine for work items without a Git remote: it keeps only their leases. Set work_items.remote, or --remote.',
    );
  if (remote === null) {
    const outside = join(stateFolder(env), 'items', hashBytes(folder).slice(0, 16));
    const leases = createFolderLeases({ folder: join(outside, 'leases'), now });
    const ledgers = createFolderLedgers({ folder, outside, env, now });
    return { store: createItems({ leases, ledgers, now }), line: null, witness: null };
  }
  const { format, gitDir } = await openRepository(folder);
  const objects = await askGit({ folder }, ['rev-parse', '--git-path', 'objects']);
  const repository: LeaseRepository = {
    folder: join(stateFolder(env), 'items', hashBytes(remote).slice(0, 16), 'refs.git'),
    format,
    objects: resolve(folder, objects === '' ? join(gitDir, 'objects') : objects),
    env,
    signal,
  };
  const line = { remote, repository };
  const ledgers = createRefLedgers({ ...line, env, now });
  if (engine === null)
    return { store: createItems({ leases: createRefLeases({ ...line, now }), ledgers, now }), line, witness: null };
  const ingress = createIngress(engine, signal === undefined ? {} : { signal });
  const leases = createEngineLeases({ ...line, ingress, gates: hashGates(config) });
  return {
    store: createItems({ leases, ledgers, now }),
    line,
    witness: (session) => createWitness(ingress, session),
  };
};
