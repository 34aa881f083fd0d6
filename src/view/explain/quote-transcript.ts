/**
 * The lines of a transcript around the agent's exit signal, from the current file. It is in the workspace and no part
 * of the ledger, so anything may have replaced it. Bounded, and read without waiting or following links.
 */
import { createReadStream } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createLineCutter } from '../../base/cut-lines.ts';
import { REMOVED_MARK } from '../../base/files/cut-middle.ts';
import { WITHOUT_FOLLOWING } from '../../base/files/open-plain.ts';

export interface QuotedLine {
  /** From 1. */
  readonly line: number;
  /** Cut after 200 characters; the text is the agent's. */
  readonly text: string;
}

const LINES_BEFORE = 2;
const LINES_AFTER = 30;
const MAX_CHARACTERS = 200;
/** Bytes of a line: a key that begins before the cut is read completely. */
const MAX_LOOKED_AT = 16_384;
/** A genuine transcript ends long before; a view does not read a gigabyte from a pipe. */
const MAX_BYTES = 64 << 20;

/**
 * Two lines before the block of the exit signal, and the block up to its end, at most thirty lines.
 * @param folder - absolute: of the run @param transcript - relative to it @param line - where the block begins, from 1
 * @param redact - removes secrets from a line before it is cut
 * @returns null where the file is missing, cannot be read, is not a regular file any more, or lost these lines
 */
export const quoteTranscript = async (
  folder: string,
  transcript: string,
  line: number,
  redact: (text: string) => string,
): Promise<readonly QuotedLine[] | null> => {
  const path = join(folder, transcript);
  if (!path.startsWith(join(folder, '/'))) return null;
  try {
    const [folderOf, there] = await Promise.all([lstat(join(path, '..')), lstat(path)]);
    if (!folderOf.isDirectory() || !there.isFile()) return null;
    const file = await open(path, WITHOUT_FOLLOWING);
    return await readLines(createReadStream(path, { fd: file, end: MAX_BYTES }), line, redact);
  } catch {
    return null;
  }
};

/** Only LF ends a line, as for the reader of the signal: a lone CR must not point to another line. */
const readLines = async (
  stream: AsyncIterable<Buffer>,
  line: number,
  redact: (text: string) => string,
): Promise<readonly QuotedLine[] | null> => {
  const quoted: QuotedLine[] = [];
  let number = 0;
  let over = false;
  let isShortened = false;
  const cutter = createLineCutter((bytes) => {
    number += 1;
    isShortened ||= number <= line + 1 && bytes.indexOf(REMOVED_MARK) === 0;
    if (over || number < line - LINES_BEFORE) return;
    const text = bytes.subarray(0, MAX_LOOKED_AT).toString('utf8').replace(/\r$/, '');
    quoted.push({ line: number, text: cut(redact(text)) });
    over = number >= line + LINES_AFTER || (number > line && text.trim().startsWith('---END_'));
  });
  for await (const chunk of stream) {
    cutter.push(chunk);
    if (over || isShortened) break;
  }
  if (!over && cutter.rest().length > 0) cutter.push(Buffer.from('\n'));
  return isShortened || quoted.length === 0 ? null : quoted;
};

const cut = (text: string): string => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text);
