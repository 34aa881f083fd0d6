/**
 * How files of the workspace are opened: somebody may put a pipe or a link in the place of a file between the look at it
 * and the reading of it, and a pipe would block its reader for ever. (Where a system lacks a flag, it counts as 0.)
 *
 * @module
 */
import { constants } from 'node:fs';

/** Reads, and does not wait for a writer. */
export const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

/** The same, and refuses a link with ELOOP. */
export const WITHOUT_FOLLOWING = WITHOUT_WAITING | constants.O_NOFOLLOW;
