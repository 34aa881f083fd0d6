/**
 * Why the phase is held, in a terminal, a pipe or a log; pure.
 *
 * @module
 */
import { clauseLines, type HoldLine, markLine, restOfWork, sayCauseOfHold, sayHold } from '../../records/say-hold.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { joinPlain } from './text/paint.ts';

/** Each line behind the mark of its kind. */
export const renderHoldLines = (lines: readonly HoldLine[]): readonly string[] =>
  lines.map((each) => `  ${joinPlain([markLine(each)])}`);

type Held = Pick<RunStatus, 'held' | 'phase' | 'iteration'>;

/** The cause in words, and the conditions. @param ending - its reason is printed right above */
export const renderHeld = ({
  held,
  phase,
  iteration,
  ending,
}: Held & Partial<Pick<RunStatus, 'ending'>>): readonly string[] => {
  if (held === null || phase === null) return [];
  const cause = sayCauseOfHold(held);
  const said = cause === ending?.why ? sayHold(held) : cause;
  return [
    `${joinPlain([`${phase} ${iteration}`])} is held: ${joinPlain([said])}`,
    ...renderHoldLines(clauseLines(held)),
  ];
};

/** The failing tests, and the other work. */
export const renderRestOfHold = ({ held, phase }: Held): readonly string[] => {
  const rest = held === null || phase === null ? [] : restOfWork(held);
  return rest.length === 0 ? [] : ['In that iteration:', ...renderHoldLines(rest)];
};
