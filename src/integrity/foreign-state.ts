/**
 * Files in `.dualgate/` that dualgate does not write. The folder is no source, so code in it would not be measured.
 *
 * @module
 */
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { DRAFT_END } from '../ledger/files/draft-name.ts';

/** A random word for a lock, or its holder. */
const WORD = String.raw`(?:\.[0-9a-f-]{16,})*`;
const RUN = String.raw`runs/[A-Za-z0-9-]+`;

/** All files that a run, an operator's command, or a kill during one, leaves there. */
const OURS = [
  String.raw`\.gitignore|detached-\d{8}-\d{6}\.log|current|STATE\.md|lock${WORD}|\.(?:\w+|STATE\.md)${WORD}${DRAFT_END}`,
  String.raw`${RUN}/(?:ledger\.jsonl|ledger\.torn-\d+|status\.json|(?:phase-status|exit-gate|confidence)\.log|\.[\w.-]+${DRAFT_END})`,
  String.raw`(?:${RUN}/transcripts|smoke-test)/[\w.-]+\.(?:stdout|stderr|said)`,
  String.raw`lists/(?:current|lock${WORD}|\.\w+${WORD}${DRAFT_END})`,
  String.raw`lists/[A-Za-z0-9-]+/(?:ledger\.jsonl|ledger\.torn-\d+)`,
  String.raw`${RUN}/reports/[\w.-]+`,
].map((ours) => new RegExp(`^(?:${ours})$`));

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
