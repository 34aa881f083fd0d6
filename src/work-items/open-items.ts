/**
 * The store of the work items: the workspace of this machine, or the refs of a remote.
 *
 * @module
 */

import { join, resolve } from 'node:path';
import type { Config } from '../config/shape-config.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import { stateFolder } from '../ledger/state-folder.ts';
import type { LeaseRepository } from '../leases/lease-repository.ts';
import { askGit, openRepository } from '../proof/repository.ts';
import type { ItemStore } from './item-store.ts';
import { createRemoteItems } from './remote-items.ts';
import { createWorkspaceItems } from './workspace-items.ts';

interface ItemsQuestion {
  readonly config: Pick<Config, 'folder' | 'work_items'>;
  /** An operator's, over that of the config. */
  readonly remote?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now?: () => Date;
  /** Ends the connection to the remote. @default nothing does */
  readonly signal?: AbortSignal;
}

export interface OpenedItems {
  readonly store: ItemStore;
  /** How commits come from the remote and go there; `null` for the workspace. */
  readonly line: { readonly remote: string; readonly repository: LeaseRepository } | null;
}

/** @throws {WorkspaceError} with a remote, when the workspace has no repository of git */
export const openItems = async ({
  config: { folder, work_items },
  remote: asked,
  env,
  now = () => new Date(),
  signal,
}: ItemsQuestion): Promise<OpenedItems> => {
  const remote = asked ?? work_items.remote;
  if (remote === null) return { store: createWorkspaceItems({ folder, env, now }), line: null };
  const { format, gitDir } = await openRepository(folder);
  const objects = await askGit({ folder }, ['rev-parse', '--git-path', 'objects']);
  const repository: LeaseRepository = {
    folder: join(stateFolder(env), 'items', hashBytes(remote).slice(0, 16), 'refs.git'),
    format,
    objects: resolve(folder, objects === '' ? join(gitDir, 'objects') : objects),
    env,
    signal,
  };
  return { store: createRemoteItems({ repository, remote, env, now }), line: { remote, repository } };
};
