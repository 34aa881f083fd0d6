/**
 * Where a drawing along time begins, of a run that is too long to be drawn whole.
 *
 * @module
 */
import { showNumber } from '../../../text/amounts.ts';
import type { RunView } from '../../model/run-view.ts';

export const DrawnFrom = ({ view: { drawn } }: { readonly view: RunView }) => {
  const first = drawn[0]?.n ?? 1;
  return first === 1 ? null : (
    <span title="Earlier ones are drawn too when the list of iterations was scrolled back to them">
      drawn from iteration {showNumber(first)} on
    </span>
  );
};
