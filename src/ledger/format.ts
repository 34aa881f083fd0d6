/**
 * The format of a record stands in its data. dualgate reads records of this format alone: another one would lead to a
 * wrong state. The chain of any format can be verified, by its hashes.
 */
import type { JsonObject } from './json.ts';
import { LedgerError } from './ledger-error.ts';

/** One more whenever a record or a field of one comes to mean something else. */
export const LEDGER_FORMAT = 5;

/** Type and data of a record; place, time and hashes belong to the chain. */
interface Content {
  readonly type: string;
  readonly data: JsonObject;
}

/** The data as it is written: with the format in front. */
export const stampFormat = (data: JsonObject): JsonObject => ({ v: LEDGER_FORMAT, ...data });

/** The content of a record without its format. @throws {LedgerError} `format` when an earlier or a newer dualgate wrote it */
export const readContent = ({ seq, type, data }: Content & { readonly seq: number }): Content => {
  const { v, ...content } = data;
  if (v === LEDGER_FORMAT) return { type, data: content };
  const writer = typeof v === 'number' && v > LEDGER_FORMAT ? 'a newer build' : 'an earlier build';
  const message = `Cannot read record ${seq} of the ledger: it was written by ${writer} of dualgate${writerOf(data)}. Use that build, or start a new run. dualgate verify checks the file by its hashes.`;
  throw new LedgerError('format', message);
};

const writerOf = ({ versions }: JsonObject): string =>
  typeof versions === 'object' && versions !== null && 'dualgate' in versions && typeof versions.dualgate === 'string'
    ? ` (${versions.dualgate})`
    : '';
