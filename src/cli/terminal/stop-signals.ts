/**
 * The signals to end that the system has.
 *
 * @module
 */
import { constants } from 'node:os';
import type { StopSignal } from './io.ts';

/** Not every system has every signal. */
export const isKnown = (signal: NodeJS.Signals): boolean => signal in constants.signals;

const ALL: readonly StopSignal[] = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'];

export const STOP_SIGNALS: readonly StopSignal[] = ALL.filter(isKnown);
