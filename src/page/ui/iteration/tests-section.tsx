/** The test runs of an iteration: their counts, as they streamed in where that was seen, and what failed. */
import { countFailing } from '../../../../gates/say-unmet.ts';
import type { FailingTest } from '../../../../gates/iteration.ts';
import { showCount, showDuration, showNumber } from '../../../base/text/amounts.ts';
import type { LedgerData } from '../../../records/records.ts';
import type { Counts } from '../../../view/iteration-rows.ts';
import { findDecided, testRunsOf } from '../../model/clauses.ts';
import { type CountPoints, pointsOf, showRest, totalsOf } from '../../model/count-points.ts';
import { OPEN_LIST } from '../../../records/say-hold.ts';
import type { PageRecord } from '../../page-data.ts';
import type { PageRow } from '../../page-status.ts';
import { CountBar, Check, NumberColumn } from '../parts.tsx';
import { StreamChart } from '../charts/counts-chart.tsx';

interface TestsSectionProps {
  readonly row: PageRow;
  readonly records: readonly PageRecord[];
  readonly counted: CountPoints;
}

export const TestsSection = ({ row, records, counted }: TestsSectionProps) => {
  const runs = testRunsOf(records);
  const points = pointsOf(counted, row.phase, row.iteration);
  const decided = findDecided(records)?.data.record;
  if (decided?.measured === 'nothing')
    return (
      <section class="part" aria-label="Tests">
        <h3>Tests</h3>
        <p>The tests were not run: {decided.not_started?.because ?? 'the phase is held without them'}.</p>
      </section>
    );
  if (runs.length === 0 && points.length === 0) return null;
  return (
    <section class="part" aria-label="Tests">
      <h3>Tests</h3>
      {points.length > 1 && <StreamChart points={points} />}
      {runs.length > 0 && (
        <table class="runs">
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col" class="wide">
                <span class="hidden">Counts</span>
              </th>
              <NumberColumn title="Passing" />
              <NumberColumn title="Failing" />
              <NumberColumn title="Skipped" />
              <NumberColumn title="Took" />
              <th scope="col">Green</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.test_run}>
                <th scope="row">
                  {run.test_run}
                  {run.part !== undefined && <span class="muted"> some files</span>}
                </th>
                <td class="wide">
                  <CountBar counts={countsIn(run)} />
                </td>
                <td class="number">{run.counts.suite_passing}</td>
                <td class="number">{run.counts.suite_failing}</td>
                <td class="number">{run.counts.suite_skipped}</td>
                <td class="number">{showDuration(run.ms)}</td>
                <td>
                  <span aria-hidden="true">
                    <Check met={run.green} />
                  </span>{' '}
                  {run.green ? 'green' : 'not green'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {records.map((record) =>
        record.type === 'tests.ended' ? <Problems key={record.data.test_run} record={record} /> : null,
      )}
      {decided !== undefined && decided.failing.length > 0 && (
        <Failing tests={decided.failing} count={countFailing(decided)} />
      )}
    </section>
  );
};

const Problems = ({ record }: { readonly record: PageRecord & { readonly type: 'tests.ended' } }) => {
  const { problems } = record.data;
  const rest = showRest(problems.length, totalsOf(record)('problems', problems.length));
  return (
    <>
      {problems.map((problem) => (
        <p key={problem} class="problem">
          <bdi>{problem}</bdi>
        </p>
      ))}
      {rest !== '' && <p class="muted">{rest.slice(2)} problems, in the ledger</p>}
    </>
  );
};

interface FailingProps {
  readonly tests: readonly FailingTest[];
  /** As many as were measured: the record lists fewer, and the page fewer still. */
  readonly count: number;
}

const Failing = ({ tests, count }: FailingProps) => (
  <details class="failing" open={count <= OPEN_LIST}>
    <summary>
      {showCount(count, 'failing test')}
      {tests.length < count && `; the first ${showNumber(tests.length)}:`}
    </summary>
    <ul>
      {tests.map(({ file, name, message }) => (
        <li key={`${file} ${name}`}>
          <p>
            <span class="tone-bad" aria-hidden="true">
              ✗{' '}
            </span>
            <bdi>{name}</bdi> <bdi class="muted mono">{file}</bdi>
          </p>
          {message !== '' && <pre class="said">{message}</pre>}
        </li>
      ))}
    </ul>
  </details>
);

const countsIn = ({ counts }: LedgerData['tests.ended']): Counts => ({
  passing: counts.suite_passing,
  failing: counts.suite_failing,
  skipped: counts.suite_skipped,
});
