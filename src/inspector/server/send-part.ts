/**
 * Answers requests for parts that are not sent at first: rows of older iterations, the records of one, its transcript and its changed
 * files. Redacted and trimmed like the first part; records are chained to it.
 *
 * @module
 */
import type { ServerResponse } from 'node:http';
import { DualgateError } from '../../../gates/errors.ts';
import type { PagePart } from '../../page/page-data.ts';
import type { PageChanges } from '../../page/page-changes.ts';
import type { PageTranscript } from '../../page/page-transcript.ts';
import { ROWS_AT_ONCE } from '../../page/page-window.ts';
import { type Answer, answer, asJson } from './answer.ts';
import { type FindPlaces, findRun, type FoundRun } from './find-runs.ts';
import { createRunBook, type RunBook, type RunBooks } from './run-book.ts';
import { nameTrouble } from './send-records.ts';
import { readChanges } from './changes/read-changes.ts';
import { readTranscript } from './transcripts/read-transcript.ts';

interface PartSender {
  readonly rows: (response: ServerResponse, query: URLSearchParams) => Promise<void>;
  readonly records: (response: ServerResponse, query: URLSearchParams) => Promise<void>;
  readonly transcript: (response: ServerResponse, query: URLSearchParams) => Promise<void>;
  readonly changes: (response: ServerResponse, query: URLSearchParams) => Promise<void>;
}

type Part = PagePart | PageTranscript | PageChanges;

/** The maximum number of ledgers that are read whole at the same time, for runs without a reader. */
const MAX_READS = 2;

export const createPartSender = (places: FindPlaces, books: RunBooks): PartSender => {
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
  const answerIteration = (
    response: ServerResponse,
    query: URLSearchParams,
    choose: (n: number, book: RunBook, found: FoundRun) => Promise<Part>,
  ): Promise<void> => {
    const n = readNumber(query.get('n'));
    return n === null ? refuse(response) : answerPart(response, query, (book, found) => choose(n, book, found));
  };
  return {
    rows: (response, query) => {
      const [from, to] = [readNumber(query.get('from')), readNumber(query.get('to'))];
      if (from === null || to === null) return refuse(response);
      return answerPart(response, query, (book) =>
        Promise.resolve({ rows: book.rows(from, Math.min(to, from + ROWS_AT_ONCE - 1)), records: [] }),
      );
    },
    records: (response, query) =>
      answerIteration(response, query, async (n, book) => ({
        rows: book.rows(n, n),
        records: await book.recordsOf(n),
      })),
    transcript: (response, query) =>
      answerIteration(response, query, async (n, book, found) => readTranscript(found, await book.recordsOf(n))),
    changes: (response, query) =>
      answerIteration(response, query, async (n, book, found) =>
        readChanges(found, {
          records: await book.recordsOf(n),
          before: book.commitBefore(n),
          isLast: n === book.iterations(),
        }),
      ),
  };
};

const WRONG: Answer = asJson(400, { said: 'The numbers must be integers of 1 or more.' });

const refuse = (response: ServerResponse): Promise<void> => Promise.resolve(answer(response, WRONG));

const readNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
