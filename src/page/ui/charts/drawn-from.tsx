/**
 * The start of a drawing along time, for a run that is too long to draw completely.
 *
 * @module
 */
import { showNumber } from '../../../text/amounts.ts';
import type { RunView } from '../../model/run-view.ts';

export const DrawnFrom = ({ view: { drawn } }: { readonly view: RunView }) => {
  const first = drawn[0]?.n ?? 1;
  return first === 1 ? null : (
    <span title="Scroll back in the list of iterations to draw earlier ones">
      drawn from iteration {showNumber(first)} on
    </span>
  );
};
