/**
 * The processes that a crashed run left running, for `status`. A file of its own: searching all processes takes longer than the
 * rest of `status`, and a run that ended by itself leaves none.
 *
 * @module
 */
export { findLeftRunning } from '../run/left-running.ts';
