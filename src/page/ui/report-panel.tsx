/** The sections of the report in words, all of them, in a page that is a file. */
import { Fragment } from 'preact';
import type { Line, ReportSection, Word } from '../report/report.ts';
import { Panel } from './parts.tsx';

export const ReportPanel = ({ sections }: { readonly sections: readonly ReportSection[] }) => (
  <Panel id="report" title="Report">
    <div class="report">
      {sections.map((section) => (
        <Section key={section.title} {...section} />
      ))}
    </div>
  </Panel>
);

const Section = ({ title, table, items = [], notes = [] }: ReportSection) => (
  <section class={table === undefined ? 'report-part' : 'report-part report-wide'} aria-label={title}>
    <h3>{title}</h3>
    {table !== undefined && (
      // Wider than a phone: it is scrolled, by keys too.
      <div class="table-box report-table" tabIndex={0} role="region" aria-label={`${title}, a table`}>
        <table>
          <thead>
            <tr>
              {table.head.map((cell) => (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, n) => (
              <tr key={n}>
                {row.map((cell, at) => (
                  <td key={at}>
                    <Words line={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
    {items.length > 0 && (
      <ul class="notes">
        {items.map((line, n) => (
          <li key={n}>
            <Words line={line} />
          </li>
        ))}
      </ul>
    )}
    {notes.map((line, n) => (
      <p key={n}>
        <Words line={line} />
      </p>
    ))}
  </section>
);

const Words = ({ line }: { readonly line: Line }) => (
  <>
    {line.map((word, n) => (
      <Fragment key={n}>
        <OneWord word={word} />
      </Fragment>
    ))}
  </>
);

const OneWord = ({ word }: { readonly word: Word }) => {
  if (typeof word === 'string') return <>{word}</>;
  const shown = word.theirs === true ? <bdi class="mono">{word.text}</bdi> : word.text;
  return word.strong === true ? <strong>{shown}</strong> : <>{shown}</>;
};
