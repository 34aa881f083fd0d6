/** How much of a run is sent at once, however long it is. The rest is sent on request. */

/** Iterations of which the records are sent: who goes back by hand seldom goes farther, and it is some hundred kilobytes. */
export const RECORDED_ITERATIONS = 50;

/** Records in one answer: one iteration may have many, of turns that came to nothing. */
export const RECORDS_AT_ONCE = 1_000;

/** Rows of iterations, half a kilobyte each: a night of 200 iterations is listed and drawn whole. */
export const ROWS_AT_ONCE = 500;

/**
 * Iterations whose records a file contains: five nights of 200. A file has no server for the others, and it must be
 * small enough to mail.
 */
export const RECORDED_IN_FILE = 1_000;
