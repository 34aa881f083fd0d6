/**
 * What a run that broke off left running, for `status`. Apart from the command: looking through all processes takes longer than
 * everything else that `status` does, and a run that ended by itself leaves none.
 *
 * @module
 */
export { findLeftRunning } from '../run/left-running.ts';
