/**
 * Temporary folders of dualgate: entered by this user alone, and named after the process that made them. A killed process removes
 * nothing; `remove-left.ts` finds by the name what it left.
 *
 * @module
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOwnerGone, nameOwner } from './owner.ts';

/** What a folder is for. */
type TemporaryKind = 'check' | 'commit' | 'doctor' | 'git' | 'hidden' | 'mark' | 'probe' | 'prove' | 'sign';

/** Makes the folder, mode 0700; the caller removes it. @returns its absolute path @throws as the file system does */
export const makeTemporaryFolder = (kind: TemporaryKind): Promise<string> =>
  mkdtemp(join(tmpdir(), `dualgate-${kind}-${nameOwner()}-`));

/** Whether a name is that of a temporary folder whose process is gone. */
export const isLeftFolder = (name: string): boolean => {
  const [, owner = ''] = /^dualgate-[a-z]+-([0-9a-f]+(?:-[0-9a-f]+){4})-\w{6}$/.exec(name) ?? [];
  return isOwnerGone(owner);
};
