/**
 * The output of the agent, for the page: its last lines while it works, and the files of a turn on request. Without
 * secrets, bounded, invisible characters made visible.
 */

// The files that an iteration changed, with their differences. Without secrets, bounded, invisible characters made visible.

/** The answer to `GET /changes?run=RUN&n=N`. */
export interface PageChanges {
  /** The two sides, or why there is nothing to compare. */
  readonly says: string;
  /** In path order; not all of many. */
  readonly files: readonly ChangedFile[];
  readonly total: number;
}

export interface ChangedFile {
  readonly path: string;
  readonly is: 'new' | 'changed' | 'removed';
  /** Why there are no lines; '' where there are. */
  readonly note: string;
  /** Added and removed lines of the whole file. */
  readonly added: number;
  readonly removed: number;
  /** Those of a diff, with their first character: `+`, `-`, a blank, `@`; the first ones. */
  readonly lines: readonly string[];
  readonly total: number;
}

export interface PageAgent {
  readonly phase: string;
  readonly iteration: number;
  /** Oldest first; none where it printed nothing. */
  readonly lines: readonly string[];
  /** ISO 8601: when it printed last, or began. */
  readonly at: string;
}

/** The answer to `GET /transcript?run=RUN&n=N`: the last turn of an iteration. */
export interface PageTranscript {
  readonly files: readonly TranscriptFile[];
}

export interface TranscriptFile {
  /** In the folder of the run: `transcripts/green-3-1.stdout`. */
  readonly name: string;
  readonly lines: number;
  /** The shown lines, in order: the end, and the surroundings of the signal. */
  readonly parts: readonly NumberedLines[];
  /** The line where the block of the exit signal begins; null for none in this file. */
  readonly signal: number | null;
}

export interface NumberedLines {
  /** The number of the first of them, from 1. */
  readonly from: number;
  readonly lines: readonly string[];
}

/** Iterations of which the records are sent: who goes back by hand seldom goes farther, and it is some hundred kilobytes. */
export const RECORDED_ITERATIONS = 50;

/** Records in one answer: one iteration may have many, of turns that came to nothing. */
export const RECORDS_AT_ONCE = 1_000;

/** Rows of iterations, half a kilobyte each: a night of 200 iterations is listed and drawn whole. */
export const ROWS_AT_ONCE = 500;

/** Iterations whose records a file contains: five nights of 200. It has no server for more, and has to fit a mail. */
export const RECORDED_IN_FILE = 1_000;
