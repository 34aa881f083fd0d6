/**
 * A step from one format of records to the next.
 *
 * @module
 */
import type { JsonObject } from '../json.ts';

/** The format in which records are written: one more than there are migrations. Those of format 1 do not say it. */
export const LEDGER_FORMAT = 4;

/** Parts that a step may change; the place of a record, its time and its hashes are facts. */
export interface Content {
  readonly type: string;
  readonly data: JsonObject;
}

/** From one format to the next. Total: called for every record of the format, it returns those that stay as they are. */
export type Migration = (content: Content) => Content;
