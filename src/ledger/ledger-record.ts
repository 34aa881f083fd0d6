/**
 * One record of the ledger and its one printed form. A line is
 * `{"seq":0,"at":"…","type":"…","data":{…},"prev":"…","hash":"…"}` with these keys in this order and no blanks; `hash`
 * is SHA-256 over the line's bytes up to `,"hash"`, `prev` the hash before (docs/reference/records.md).
 */
import { hash as digest } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { freezeJson, isPlainObject, type JsonObject, printJson } from './json.ts';
import { LedgerError } from './ledger-error.ts';
import { createLineCutter } from '../base/cut-lines.ts';
import { readChunks, readPieces } from './read-lines.ts';

export interface LedgerRecord {
  /** Position in the ledger, from 0. */
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly data: JsonObject;
  /** `hash` of the record before; 64 zeros in the first. */
  readonly prev: string;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

/** The parts of a line that can be read without its data. */
export interface Frame {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly data: string;
  readonly prev: string;
  readonly hash: string;
}

/** `prev` of the first record. */
export const FIRST_PREV = '0'.repeat(64);

/** Length of `,"hash":"…"}`: what the hash of a line does not cover, in bytes. */
export const SEAL_LENGTH = 75;

/** Length of `,"prev":"…","hash":"…"}`: the part after the data, in bytes. */
export const FRAME_END_LENGTH = 149;

const HASH = /^[0-9a-f]{64}$/;

/** The part before the data; the first group is the number. */
export const FRAME_START =
  /^\{"seq":(0|[1-9]\d{0,15}),"at":"([0-9TZ:.+-]{20,30})","type":"([a-z_.]{1,60})","data":(?=\{)/;

export const hashBytes = (content: string | Uint8Array): string => digest('sha256', content);

/**
 * Prints and seals a record. The line has no newline, and the record's data is a frozen copy read back from it.
 * @throws {LedgerError} `not_json` when the data would change by a round trip.
 */
export const sealRecord = (draft: {
  readonly seq: number;
  readonly at: Date;
  readonly type: string;
  readonly data: JsonObject;
  readonly prev: string;
}): { readonly record: LedgerRecord; readonly line: string } => {
  const { seq, type, prev } = draft;
  const at = draft.at.toISOString();
  const data = printJson(draft.data);
  const sealed = `{"seq":${seq},"at":"${at}","type":"${type}","data":${data},"prev":"${prev}"`;
  const hash = hashBytes(sealed);
  const line = `${sealed},"hash":"${hash}"}`;
  return { record: parseLine(line), line };
};

export const hashOfLine = (line: string): string => line.slice(-66, -2);

/**
 * Reads the frame around the data of a line, or `null` when the line is not shaped like a record. Also for Latin-1
 * text. The caller checks that `prev` and `hash` are hexadecimal by comparing them with real hashes.
 */
export const readFrame = (line: string): Frame | null => {
  const start = FRAME_START.exec(line);
  const end = line.length - FRAME_END_LENGTH;
  if (start === null || end < start[0].length) return null;
  const [opening, number, at = '', type = ''] = start;
  const prev = line.slice(end + 9, end + 73);
  const hash = hashOfLine(line);
  // Comparing pieces is several times as fast as one pattern over all of them, and verify does little else.
  if (!line.startsWith(',"prev":"', end) || !line.startsWith('","hash":"', end + 73) || !line.endsWith('"}'))
    return null;
  const seq = Number(number);
  if (!Number.isSafeInteger(seq)) return null;
  return { seq, at, type, data: line.slice(opening.length, end), prev, hash };
};

/** Checks the shape of a line without newline; `verify` checks the hash. @throws {LedgerError} `broken` when it is no record */
export const parseLine = (line: string): LedgerRecord => {
  const frame = readFrame(line);
  const isChained = frame !== null && HASH.test(frame.prev) && HASH.test(frame.hash);
  const data = isChained ? readData(frame.data) : null;
  if (frame === null || data === null) {
    const shown = line.length > 80 ? `${line.slice(0, 80)}…` : line;
    throw new LedgerError(
      'broken',
      `Cannot read the record: it does not have the form of one (got ${JSON.stringify(shown)}). Run dualgate verify.`,
    );
  }
  return Object.freeze({ ...frame, data });
};

/** The data of a frame, frozen, or `null` when it is no JSON object, or one that is too deep. */
const readData = (text: string): JsonObject | null => {
  try {
    const data: unknown = JSON.parse(text);
    return isPlainObject(data) ? freezeJson(data) : null;
  } catch {
    return null;
  }
};

// Reads a ledger record by record, for views and explanations. It does not check the chain: `verifyLedger` does.

/**
 * Yields the records in the order of the file. Omits a last line without a newline: it is incomplete.
 * @throws {LedgerError} `unreadable` when the file cannot be read, `broken` with the line when a line is not a record.
 */
export async function* readLedger(path: string): AsyncGenerator<LedgerRecord, void> {
  const parse = createParser(path);
  for await (const chunk of readChunks(path)) yield* parse(chunk);
}

export function* readLedgerSync(path: string): Generator<LedgerRecord, void> {
  const parse = createParser(path);
  const descriptor = openSync(path, 'r');
  try {
    for (const chunk of readPieces(descriptor)) yield* parse(chunk);
  } finally {
    closeSync(descriptor);
  }
}

const createParser = (path: string) => {
  let lines: string[] = [];
  let number = 0;
  const cutter = createLineCutter((line) => lines.push(line.toString('utf8')));
  return function* parse(chunk: Buffer): Generator<LedgerRecord, void> {
    lines = [];
    cutter.push(chunk);
    for (const line of lines) {
      number += 1;
      yield parseNumbered(path, line, number);
    }
  };
};

const parseNumbered = (path: string, line: string, number: number): LedgerRecord => {
  try {
    return parseLine(line);
  } catch (cause) {
    const message = `Cannot read ${path}:${number}: the line is not a record. Run dualgate verify.`;
    throw new LedgerError('broken', message, { path, line: number, cause });
  }
};
