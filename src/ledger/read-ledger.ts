/**
 * Reads a ledger record by record, for views and explanations. It does not check the chain: `verifyLedger` does.
 *
 * @module
 */
import { closeSync, openSync } from 'node:fs';
import { LedgerError } from './ledger-error.ts';
import { type LedgerRecord, parseLine } from './ledger-record.ts';
import { createLineCutter } from '../lines/cut-lines.ts';
import { readChunks } from './files/read-chunks.ts';
import { readPieces } from './files/read-lines.ts';

/**
 * Yields the records in the order of the file. Omits a last line without a newline: it is incomplete.
 *
 * @throws {LedgerError} `unreadable` when the file cannot be read, `broken` with the line when a line is not a
 * record.
 */
export async function* readLedger(path: string): AsyncGenerator<LedgerRecord, void> {
  const parse = createParser(path);
  for await (const chunk of readChunks(path)) yield* parse(chunk);
}

/** The same, synchronously. */
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
