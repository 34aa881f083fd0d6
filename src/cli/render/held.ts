/**
 * Why the phase is held, in a terminal, a pipe or a log; pure.
 *
 * @module
 */
import { type HoldLine, holdLines, sayHold } from '../../view/hold-lines.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { joinPlain, plain } from './text/paint.ts';

const MARKS = { finding: '! ', test: '✗ ', output: '  | ', title: '', clause: '- ' } as const satisfies Record<
  HoldLine['kind'],
  string
>;

/** Each line behind the mark of its kind. */
export const renderHoldLines = (lines: readonly HoldLine[]): readonly string[] =>
  lines.map(({ kind, text }) => `  ${MARKS[kind]}${kind === 'output' ? joinPlain([text]).trimEnd() : plain(text)}`);

/** The reason and its causes. */
export const renderHeld = ({ held, phase }: Pick<RunStatus, 'held' | 'phase'>): readonly string[] =>
  held === null || phase === null
    ? []
    : [`why ${phase} is held: ${plain(sayHold(held))}`, ...renderHoldLines(holdLines(held))];
