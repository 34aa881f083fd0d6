/**
 * Why the phase is held, in a terminal, a pipe or a log; pure.
 *
 * @module
 */
import { type HoldLine, holdLines, markLine, sayHold } from '../../records/say-hold.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { joinPlain } from './text/paint.ts';

/** Each line behind the mark of its kind. */
export const renderHoldLines = (lines: readonly HoldLine[]): readonly string[] =>
  lines.map((each) => `  ${joinPlain([markLine(each)])}`);

/** The reason and its causes. */
export const renderHeld = ({ held, phase }: Pick<RunStatus, 'held' | 'phase'>): readonly string[] =>
  held === null || phase === null
    ? []
    : [`why ${phase} is held: ${joinPlain([sayHold(held)])}`, ...renderHoldLines(holdLines(held))];
