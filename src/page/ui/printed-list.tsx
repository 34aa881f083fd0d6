/** Every iteration as a line of a table, and what happened between them: the list as it is printed. */
import { showDuration } from '../../base/text/amounts.ts';
import type { Row } from '../model/list-rows.ts';
import { OUTCOMES } from '../model/status-labels.ts';
import { whyOf } from './iteration/iteration-row.tsx';
import { NumberColumn } from './parts.tsx';

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
        // A gap is one line.
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
