/**
 * The anchor: the head of a ledger, kept outside the workspace. A chain protects its middle but not its end, and a
 * writer of the file can seal a new chain; the anchor reveals both (docs/reference/records.md).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject } from './json.ts';
import { LedgerError } from './ledger-error.ts';
import { replaceFile } from './write-view.ts';
import { stateFolder } from './state-folder.ts';
import { parseJson } from '../base/text/parse-json.ts';
import { describeCause, readErrorCode } from '../base/text/describe-cause.ts';

export interface Anchor {
  readonly seq: number;
  readonly hash: string;
  readonly at: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The folder of all anchors of a user: `$XDG_STATE_HOME/dualgate/anchors`, by default under `~/.local/state`. */
export const anchorFolder = (env: Env): string => join(stateFolder(env), 'anchors');

/**
 * Anchors a head in place of the one before. @throws {LedgerError} `bad_name` when the run id is not a regular file name
 * @returns `false` when the folder cannot be written; the caller reports it, and the run continues without.
 */
export const writeAnchor = (folder: string, run: string, anchor: Anchor): boolean => {
  const path = findAnchorPath(folder, run);
  const { seq, hash, at } = anchor;
  try {
    replaceFile(path, `${JSON.stringify({ run, seq, hash, at })}\n`, { durable: true });
    return true;
  } catch {
    return false;
  }
};

/**
 * The anchor of a run, or `null`. @throws {LedgerError} `bad_name` when the run id is not a regular file name,
 * `unreadable` or `broken` when the file is no anchor of this run: a damaged anchor must not count as none.
 */
export const readAnchor = (folder: string, run: string): Anchor | null => {
  const path = findAnchorPath(folder, run);
  const text = readIfThere(path);
  if (text === null) return null;
  const anchor = parseAnchor(text, run);
  if (anchor === null) {
    const message = `Cannot use the anchor ${path}: it is not an anchor of ${run}. Compare the ledger with a copy, then delete the anchor.`;
    throw new LedgerError('broken', message, { path });
  }
  return anchor;
};

/** Without a schema library, which would double the time of `status`. */
const parseAnchor = (text: string, expected: string): Anchor | null => {
  const found = parseJson(text);
  if (!isPlainObject(found) || Object.keys(found).length !== 4) return null;
  const { run, seq, hash, at } = found;
  if (run !== expected || !isPosition(seq) || typeof hash !== 'string' || typeof at !== 'string') return null;
  return /^[0-9a-f]{64}$/.test(hash) ? Object.freeze({ seq, hash, at }) : null;
};

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** A run's id comes from the workspace, where an agent writes: it must not point out of the folder. */
const findAnchorPath = (folder: string, run: string): string => {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(run)) return join(folder, `${run}.json`);
  const message = `Cannot find the anchor of the run: its id is not a plain name (got ${JSON.stringify(run)}). Use letters, digits, dots and dashes only.`;
  throw new LedgerError('bad_name', message);
};

const readIfThere = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(readErrorCode(cause))) return null;
    const message = `Cannot read the anchor ${path}: ${describeCause(cause)}. Fix its permissions.`;
    throw new LedgerError('unreadable', message, { path, cause });
  }
};
