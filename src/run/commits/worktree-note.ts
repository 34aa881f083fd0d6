/**
 * Where a checkout remembers the work tree of its last run: outside of the workspace, since what lies in `.dualgate/` is a run's,
 * and the agent may write there.
 *
 * @module
 */
import { join } from 'node:path';
import { stateFolder } from '../../ledger/anchor.ts';
import { hashBytes } from '../../ledger/ledger-record.ts';

/** The note of the checkout whose config lies in `folder`; it may not be there. */
export const worktreeNote = (folder: string): string => join(stateFolder(process.env), 'worktrees', hashBytes(folder));
