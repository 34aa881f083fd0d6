/**
 * Why the phase is held, in the head of the page: the reason, and what to do, line by line.
 *
 * @module
 */
import type { PageHold } from '../page-hold.ts';
import { showCount } from '../../text/amounts.ts';

interface LastHoldProps {
  readonly hold: PageHold;
  /** The page header already shows this. */
  readonly why: string;
}

export const LastHold = ({ hold: { phase, iteration, reason, lines, more }, why }: LastHoldProps) => (
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
    <ul class="last-hold-lines">
      {lines.map(({ kind, text }, i) => (
        <li key={`${i} ${text}`} class={kind === 'test' ? 'tone-bad' : ''}>
          {kind === 'finding' || kind === 'test' ? (
            <bdi>{text}</bdi>
          ) : (
            <code>
              <bdi>{text}</bdi>
            </code>
          )}
        </li>
      ))}
      {more > 0 && <li class="muted">and {showCount(more, 'more line')}</li>}
    </ul>
  </section>
);
