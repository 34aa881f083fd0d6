/**
 * Why the phase is held, in the head of the page: the reason, and each clause that is not met with its measured value.
 *
 * @module
 */
import type { PageHold } from '../page-hold.ts';
import { showNumber } from '../../text/amounts.ts';

interface LastHoldProps {
  readonly hold: PageHold;
  /** The page header already shows this. */
  readonly why: string;
}

export const LastHold = ({ hold: { phase, iteration, reason, unmet, more }, why }: LastHoldProps) => (
  <section class="top-line last-hold" aria-label="Last hold">
    <p class="last-hold-reason">
      <strong class="tone-warn">
        <span aria-hidden="true">✗ </span>
        <bdi>{phase}</bdi> {iteration} held
      </strong>
      {!why.includes(reason) && (
        <>
          {': '}
          <bdi>{reason}</bdi>
        </>
      )}
    </p>
    <ul class="last-hold-clauses">
      {unmet.map(({ clause, value }) => (
        <li key={clause}>
          <code>
            <bdi>{clause}</bdi>
          </code>{' '}
          <span class="value">
            <bdi>{value}</bdi>
          </span>
        </li>
      ))}
      {more > 0 && (
        <li class="muted">
          and {showNumber(more)} more of {showNumber(unmet.length + more)} clauses that are not met
        </li>
      )}
    </ul>
  </section>
);
