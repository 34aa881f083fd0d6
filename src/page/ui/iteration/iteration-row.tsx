/** A row of the list: an iteration, or what happened after one. */
import type { ComponentChildren } from 'preact';
import { showDuration } from '../../../base/text/amounts.ts';
import type { Row } from '../../model/list-rows.ts';
import { OUTCOMES } from '../../model/status-labels.ts';
import type { PageRow } from '../../page-status.ts';
import { CountBar, NumberColumn } from '../parts.tsx';

interface RowProps<Kind extends Row['kind']> {
  readonly row: Row & { readonly kind: Kind };
  readonly count: number;
  readonly isShown: boolean;
  readonly select: (n: number) => void;
}

const Option = ({
  row: { n, top, height },
  count,
  isShown,
  select,
  children,
}: RowProps<'iteration' | 'unknown'> & { readonly children: ComponentChildren }) => (
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
    {children}
  </div>
);

export const IterationRow = (props: RowProps<'iteration'>) => {
  const { view } = props.row;
  const { sign, word, tone } = OUTCOMES[view.outcome];
  return (
    <Option {...props}>
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
    </Option>
  );
};

/** One that was not sent yet: it comes when it is in sight. */
export const UnknownRow = (props: RowProps<'unknown'>) => (
  <Option {...props}>
    <span class="item-sign tone-plain" aria-hidden="true">
      …
    </span>
    <span class="item-name muted">no. {props.row.n} of the run</span>
  </Option>
);

/** The text beside an iteration: for example the clauses that are not met. */
const whyOf = ({ outcome, unmet, reason, discarded }: PageRow): string => {
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

export const PrintedList = ({ rows }: { readonly rows: readonly Row[] }) => (
  <table class="printed">
    <thead>
      <tr>
        <th scope="col">Iteration</th>
        <th scope="col">Outcome</th>
        <th scope="col">Why</th>
        <NumberColumn title="Passing" />
        <NumberColumn title="Took" />
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) => {
        if (row.kind === 'iteration') return <Line key={row.n} row={row} />;
        if (row.kind === 'mark')
          return (
            <tr key={row.key}>
              <td colSpan={5} class={`tone-${row.mark.tone}`}>
                <strong>{row.mark.what}</strong> <bdi>{row.mark.text}</bdi>
              </td>
            </tr>
          );
        return rows[at - 1]?.kind === 'unknown' ? null : (
          <tr key={row.n}>
            <td colSpan={5} class="muted">
              {nameGap(
                row.n,
                rows.slice(at).findIndex(({ kind }) => kind !== 'unknown'),
              )}
            </td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

const nameGap = (n: number, many: number): string =>
  `${many === 1 ? `No. ${n}` : `No. ${n} to ${n + many - 1}`} of the run: scroll the list there before printing, or print the report of dualgate report --format html`;

const Line = ({ row: { view } }: { readonly row: Row & { readonly kind: 'iteration' } }) => {
  const { sign, word, tone } = OUTCOMES[view.outcome];
  const { counts } = view;
  return (
    <tr>
      <th scope="row">
        <bdi>{view.phase}</bdi> {view.iteration}
      </th>
      <td class={`tone-${tone} whole`}>
        {sign} {word}
      </td>
      <td>
        <bdi>{whyOf(view)}</bdi>
      </td>
      <td class="number">
        {counts === null ? '–' : `${counts.passing}/${counts.passing + counts.failing + counts.skipped}`}
      </td>
      <td class="number">{view.outcome === 'open' ? '–' : showDuration(view.ms)}</td>
    </tr>
  );
};
