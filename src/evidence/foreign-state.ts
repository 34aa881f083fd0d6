/**
 * Files in `.dualgate/` that dualgate does not write. The folder is no source, so code in it would be measured by nobody.
 *
 * @module
 */
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Everything that a run, or an operator's command, leaves there; drafts and drawn locks carry a random word. */
const OURS = [
  /^(?:\.gitignore|current|STATE\.md|lock(?:\.[0-9a-f-]{16,})*|\.(?:\w+|STATE\.md)(?:\.[0-9a-f-]{16,})*\.[0-9a-f-]{36}\.tmp)$/,
  /^runs\/[A-Za-z0-9-]+\/(?:ledger\.jsonl|ledger\.torn-\d+|status\.json|(?:phase-status|exit-gate|confidence)\.log|\.[\w.-]+\.[0-9a-f-]{36}\.tmp)$/,
  /^runs\/[A-Za-z0-9-]+\/transcripts\/[\w.-]+\.(?:stdout|stderr|said)$/,
  /^lists\/(?:current|lock(?:\.[0-9a-f-]{16,})*|\.\w+\.[0-9a-f-]{36}\.tmp)$/,
  /^lists\/[A-Za-z0-9-]+\/(?:ledger\.jsonl|ledger\.torn-\d+)$/,
  /^runs\/[A-Za-z0-9-]+\/reports\/[\w.-]+$/,
];

/** Paths relative to the workspace, with `/`, in path order. */
export const findForeignState = async (workspace: string): Promise<readonly string[]> => {
  const state = join(workspace, '.dualgate');
  const entries = await readdir(state, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(state, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !OURS.some((pattern) => pattern.test(name)))
    .map((name) => `.dualgate/${name}`)
    .sort();
};
