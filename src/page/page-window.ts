/**
 * How much of a run is sent at once, however long it is. The rest is sent on request.
 *
 * @module
 */

/** Iterations of which the records are sent: who goes back by hand seldom goes farther, and it is some hundred kilobytes. */
export const RECORDED_ITERATIONS = 50;

/** Records in one answer: one iteration may have many, of turns that came to nothing. */
export const RECORDS_AT_ONCE = 1_000;

/** Rows of iterations, half a kilobyte each: a night of 200 iterations is listed and drawn whole. */
export const ROWS_AT_ONCE = 500;

/** Iterations of which a file has the records: five nights of 200. Nobody serves it the others, and it has to be mailed. */
export const RECORDED_IN_FILE = 1_000;
