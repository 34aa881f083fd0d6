/** A row of the list: an iteration, or what happened after one. */
import { showDuration } from '../../../base/text/amounts.ts';
import type { Row } from '../../model/list-rows.ts';
import { OUTCOMES } from '../../model/status-labels.ts';
import type { PageRow } from '../../page-status.ts';
import { CountBar } from '../parts.tsx';

interface IterationRowProps {
  readonly row: Row & { readonly kind: 'iteration' };
  readonly count: number;
  readonly isShown: boolean;
  readonly select: (n: number) => void;
}

export const IterationRow = ({ row: { view, top, height }, count, isShown, select }: IterationRowProps) => {
  const { sign, word, tone } = OUTCOMES[view.outcome];
  return (
    <div
      id={`row-${view.n}`}
      class={`item${isShown ? ' item-shown' : ''}`}
      role="option"
      aria-selected={isShown}
      aria-setsize={count}
      aria-posinset={view.n}
      style={{ top: `${top}px`, height: `${height}px` }}
      onClick={() => select(view.n)}
    >
      <span class={`item-sign tone-${tone}`} aria-hidden="true">
        {sign}
      </span>
      <span class="item-name">
        <bdi>{view.phase}</bdi> <span>{view.iteration}</span> <span class={`item-word tone-${tone}`}>{word}</span>
      </span>{' '}
      <span class="item-ms">{view.outcome === 'open' ? '' : showDuration(view.ms)}</span>{' '}
      <span class="item-why">
        <bdi>{whyOf(view)}</bdi>
      </span>{' '}
      <CountBar counts={view.counts} />
    </div>
  );
};

/** One that was not sent yet: it comes when it is in sight. */
export const UnknownRow = ({
  row: { n, top, height },
  count,
  isShown,
  select,
}: Omit<IterationRowProps, 'row'> & { readonly row: Row & { readonly kind: 'unknown' } }) => (
  <div
    id={`row-${n}`}
    class={`item${isShown ? ' item-shown' : ''}`}
    role="option"
    aria-selected={isShown}
    aria-setsize={count}
    aria-posinset={n}
    style={{ top: `${top}px`, height: `${height}px` }}
    onClick={() => select(n)}
  >
    <span class="item-sign tone-plain" aria-hidden="true">
      …
    </span>
    <span class="item-name muted">no. {n} of the run</span>
  </div>
);

/** The text beside an iteration: for example the clauses that are not met. */
export const whyOf = ({ outcome, unmet, reason, discarded }: PageRow): string => {
  if (outcome === 'open') return discarded === 0 ? 'no decision yet' : `${discarded} discarded`;
  if (outcome === 'exited') return 'both gates agree';
  return unmet.length === 0 ? reason : unmet.join(' · ');
};

export const MarkRow = ({ row: { mark, top, height } }: { readonly row: Row & { readonly kind: 'mark' } }) => (
  <div
    class={`mark tone-${mark.tone}`}
    role="presentation"
    title={mark.text}
    style={{ top: `${top}px`, height: `${height}px` }}
  >
    <strong>{mark.what}</strong> <bdi>{mark.text}</bdi>
  </div>
);
