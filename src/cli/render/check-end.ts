/**
 * How a check ended, in one line; pure.
 *
 * @module
 */
import type { CheckResult } from '../../../gates/iteration.ts';
import { showDuration } from '../../text/amounts.ts';
import { plain } from './text/paint.ts';

/** `check lint: exit code 1, 2.1 s`, or `check lint: ok, 2.1 s`. */
export const renderCheckEnd = ({
  check,
  ok,
  because,
  ms,
}: Pick<CheckResult, 'check' | 'ok' | 'because' | 'ms'>): string =>
  `check ${check}: ${ok === true ? 'ok' : plain(because)}, ${showDuration(ms)}`;
