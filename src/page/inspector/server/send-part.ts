/**
 * Answers requests for parts that are not sent at first: rows of older iterations, the records of one, its transcript
 * and its changed files. Redacted and trimmed like the first part; records are chained to it.
 */
import { closeSync, createReadStream, readSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { openPlain, WITHOUT_FOLLOWING } from '../../../base/files/open-plain.ts';
import {
  type NumberedLines,
  type TranscriptFile,
  type PageTranscript,
  type PageChanges,
  ROWS_AT_ONCE,
} from '../../page-transcript.ts';
import { showText } from '../../trim-value.ts';
import { type RedactData, createRedactData } from '../../../base/redact-text.ts';
import type { WorkRecord } from '../../../records/records.ts';
import { type FoundRun, type FindPlaces, findRun, findTurnFiles } from './find-runs.ts';
import { DualgateError } from '../../../../gates/errors.ts';
import type { PagePart, PlacedRecord } from '../../page-data.ts';
import { type Answer, answer, asJson } from './take-command.ts';
import { createRunBook, type RunBook, type RunBooks } from './run-book.ts';
import { nameTrouble } from './send-records.ts';
import { readChanges } from './read-changes.ts';

// The lines of a long file that are shown: its end, and those around one line. It is read once, in pieces.

/** Lines of the end, and on each side of the wanted line. */
const LAST = 1_000;
const AROUND = 20;
/** Lines before those that are shown: a secret of several lines may begin there. */
const BEFORE = 100;
/** Characters of a line that are shown, and bytes that are searched for secrets. */
const MAX_LINE = 500;
const MAX_READ = 8 * 1024;
const PIECE = 256 * 1024;

/** Bytes of a line, without its newline. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/** @param wanted - a line that has to be among them; null for none @returns null when the file cannot be read */
const readNumberedLines = async (
  path: string,
  wanted: number | null,
  redact: RedactData,
): Promise<Pick<TranscriptFile, 'lines' | 'parts'> | null> => {
  let file: number;
  try {
    file = openPlain(path, WITHOUT_FOLLOWING);
  } catch {
    return null;
  }
  try {
    const { count, end, near } = await findPlaces(file, wanted);
    const read = ({ from, to }: Place): string => {
      const bytes = Buffer.alloc(Math.min(to - from, MAX_READ));
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from));
    };
    const show = (places: ReadonlyMap<number, Place>, first: number): NumberedLines | null =>
      showLines(places, first, { read, redact });
    const last = show(end, Math.max(1, count - LAST + 1));
    // One that the end has is not shown twice.
    const around = wanted === null || near.size === 0 ? null : show(near, Math.max(1, wanted - AROUND));
    const first = last?.from ?? count + 1;
    const apart =
      around === null || around.from >= first ? null : { ...around, lines: around.lines.slice(0, first - around.from) };
    return { lines: count, parts: [apart, last].flatMap((part) => (part === null ? [] : [part])) };
  } finally {
    closeSync(file);
  }
};

/** By number: the last lines, and those around the wanted one, each with those before. */
const findPlaces = async (file: number, wanted: number | null) => {
  const end = new Map<number, Place>();
  const near = new Map<number, Place>();
  let count = 0;
  let from = 0;
  const add = (to: number): void => {
    count += 1;
    end.set(count, { from, to });
    end.delete(count - LAST - BEFORE);
    if (wanted !== null && count >= wanted - AROUND - BEFORE && count <= wanted + AROUND) near.set(count, { from, to });
    from = to + 1;
  };
  let at = 0;
  const pieces = createReadStream('', { fd: file, autoClose: false, start: 0, highWaterMark: PIECE });
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    for (let line = piece.indexOf(10); line !== -1; line = piece.indexOf(10, line + 1)) add(at + line);
    at += piece.length;
  }
  if (at > from) add(at);
  return { count, end, near };
};

/** @param first - the number of the first line that is shown @returns null without a line */
const showLines = (
  places: ReadonlyMap<number, Place>,
  first: number,
  { read, redact }: { readonly read: (place: Place) => string; readonly redact: RedactData },
): NumberedLines | null => {
  const numbers = [...places.keys()];
  const [start] = numbers;
  if (start === undefined) return null;
  // A removed secret keeps its line breaks.
  const texts = redact([...places.values()].map(read).join('\n')).split('\n');
  const lines = texts.slice(first - start).map((text, at) => {
    const { from = 0, to = 0 } = places.get(first + at) ?? {};
    const shown = showText(text, MAX_LINE);
    return to - from > MAX_READ ? `${shown.slice(0, MAX_LINE)}… (cut: ${to - from} bytes)` : shown;
  });
  return { from: first, lines };
};

/** @param records - of the iteration */
const readTranscript = async (found: FoundRun, records: readonly WorkRecord[]): Promise<PageTranscript> => {
  const redact = createRedactData(found.config, process.env);
  const signal = signalOf(records);
  const files: TranscriptFile[] = [];
  for (const { name, path } of findTurnFiles(found, records)) {
    const marked = name === signal?.name ? signal.line : null;
    const read = await readNumberedLines(path, marked, redact);
    if (read !== null) files.push({ name, ...read, signal: marked !== null && marked <= read.lines ? marked : null });
  }
  return { files };
};

/** The first line of the block that decided; null where none did. */
const signalOf = (records: readonly WorkRecord[]): { readonly name: string; readonly line: number } | null => {
  const decided = records.find((record) => record.type === 'iteration.decided');
  const turn = records.findLast((record) => record.type === 'turn.ended');
  const line = decided?.data.record.signal.line ?? null;
  return line === null || turn === undefined ? null : { name: turn.data.transcript, line };
};

type Part = PagePart | PageTranscript | PageChanges;

/** The maximum number of ledgers that are read whole at the same time, for runs without a reader. */
const MAX_READS = 2;

export const createPartSender = (places: FindPlaces, books: RunBooks) => {
  let reads = 0;
  const answerPart = async (
    response: ServerResponse,
    query: URLSearchParams,
    choose: (book: RunBook, found: FoundRun) => Promise<Part>,
  ): Promise<void> => {
    const found = await findRun(places, query.get('run') ?? '');
    if (found === null) return answer(response, asJson(404, { said: 'Cannot find this run.' }));
    const open = books.find(found);
    if (open === null && reads >= MAX_READS)
      return answer(response, asJson(503, { said: 'The server is busy. Try again in a moment.' }));
    const read = async (): Promise<RunBook> => {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const book = createRunBook(found);
      reads += 1;
      await book.read(gone.signal, () => {}).finally(() => (reads -= 1));
      return book;
    };
    try {
      answer(response, asJson(200, await choose(open ?? (await read()), found)));
    } catch (error) {
      if (!(error instanceof DualgateError)) throw error;
      answer(response, asJson(409, { said: await nameTrouble(found, error) }));
    }
  };
  type Send = (response: ServerResponse, query: URLSearchParams) => Promise<void>;
  const rows: Send = (response, query) => {
    const [from, to] = [readNumber(query.get('from')), readNumber(query.get('to'))];
    if (from === null || to === null) return refuse(response);
    return answerPart(response, query, (book) =>
      Promise.resolve({ rows: book.rows(from, Math.min(to, from + ROWS_AT_ONCE - 1)), records: [] }),
    );
  };
  const sendOf =
    (
      choose: (records: readonly PlacedRecord[], n: number, book: RunBook, found: FoundRun) => Part | Promise<Part>,
    ): Send =>
    (response, query) => {
      const n = readNumber(query.get('n'));
      return n === null
        ? refuse(response)
        : answerPart(response, query, async (book, found) => choose(await book.recordsOf(n), n, book, found));
    };
  return {
    rows,
    records: sendOf((records, n, book) => ({ rows: book.rows(n, n), records })),
    transcript: sendOf((records, _n, _book, found) => readTranscript(found, records)),
    changes: sendOf((records, n, book, found) =>
      readChanges(found, { records, before: book.commitBefore(n), isLast: n === book.iterations() }),
    ),
  };
};

const WRONG: Answer = asJson(400, { said: 'The numbers must be integers of 1 or more.' });

const refuse = (response: ServerResponse): Promise<void> => Promise.resolve(answer(response, WRONG));

const readNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
