/**
 * Converts a record of an earlier format to the current one: pure, after it is read from the file, which is never
 * rewritten. Each record has its own format in `data.v`, so that a ledger that a newer dualgate continued is read
 * correctly from end to end.
 *
 * @module
 */
import type { JsonObject } from '../json.ts';
import { type Content, LEDGER_FORMAT, type Migration } from './migration.ts';
import { LedgerError } from '../ledger-error.ts';
import { plainNames } from './plain-names.ts';
import { nameSuiteCounts } from './name-suite-counts.ts';
import { structureNotes } from './structure-notes.ts';

/** The step at place 0 leads from format 1 to format 2, and so on. */
const MIGRATIONS: readonly Migration[] = [nameSuiteCounts, structureNotes, plainNames];

/** The data as it is written: with its format in front where that is not 1. */
export const stampFormat = (data: JsonObject, format = LEDGER_FORMAT): JsonObject =>
  format === 1 ? data : { v: format, ...data };

/**
 * The content of a record in the current format, without its format number.
 *
 * @throws {LedgerError} `newer` when a newer dualgate wrote it, `broken` when its format is no number of 2 or more
 */
export const migrateRecord = (
  { seq, type, data }: Content & { readonly seq: number },
  migrations: readonly Migration[] = MIGRATIONS,
): Content => {
  const { v = 1, ...content } = data;
  if (v === 1 && !('v' in data)) return migrateFrom(1, { type, data }, migrations);
  if (typeof v !== 'number' || !Number.isSafeInteger(v) || v < 2) {
    const message = `Cannot read record ${seq} of the ledger: its format must be a whole number of 2 or more (got ${JSON.stringify(v)}). Restore the ledger from a copy.`;
    throw new LedgerError('broken', message);
  }
  const known = migrations.length + 1;
  if (v > known) throw new LedgerError('newer', refusal({ seq, v, known, data }));
  return migrateFrom(v, { type, data: content }, migrations);
};

const migrateFrom = (format: number, content: Content, migrations: readonly Migration[]): Content =>
  migrations.slice(format - 1).reduce((each, step) => step(each), content);

const refusal = ({ seq, v, known, data }: { seq: number; v: number; known: number; data: JsonObject }): string => {
  const versions = data['versions'];
  const writer =
    typeof versions === 'object' && versions !== null && 'dualgate' in versions && typeof versions.dualgate === 'string'
      ? `dualgate ${versions.dualgate}`
      : 'a newer dualgate';
  return `Cannot read record ${seq} of the ledger: ${writer} wrote it in format ${v}, and this version knows formats up to ${known}. Use that version, or a newer one. Any version can verify the file itself.`;
};
