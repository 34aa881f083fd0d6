/**
 * What else was measured or found in an iteration: notes, checks, what spoke for completion, the probe of the suite, criteria
 * that wait.
 *
 * @module
 */
import { showCount, showDuration } from '../model/amounts.ts';
import { listCompletion } from '../model/completion.ts';
import type { LedgerData } from '../../run/work-record.ts';
import { Check } from './chip.tsx';
import { Pairs } from './pairs.tsx';

type Decided = LedgerData['iteration.decided'];

export const NotesSection = ({ data }: { readonly data: Decided }) => {
  const { record, probe } = data;
  const { notes, checks = [], criteria } = record;
  const completion = listCompletion(data);
  if (notes.length + checks.length + completion.length === 0 && probe === undefined && criteria === undefined)
    return null;
  return (
    <section class="part" aria-label="Notes">
      <h3>Notes</h3>
      {notes.length > 0 && (
        <ul class="notes">
          {notes.map((note) => (
            <li key={note}>
              <bdi>{note}</bdi>
            </li>
          ))}
        </ul>
      )}
      {checks.map(({ check, ok, because, ms, said }) => (
        <div key={check} class="check-line">
          <Check met={ok} /> <strong>{check}</strong> <bdi>{because}</bdi> <span class="muted">{showDuration(ms)}</span>
          {said.length > 0 && <pre class="said">{said.join('\n')}</pre>}
        </div>
      ))}
      {completion.length > 0 && <Pairs rows={completion} />}
      {criteria !== undefined && <Criteria {...criteria} />}
      {probe !== undefined && <Probe probe={probe} />}
    </section>
  );
};

const Criteria = ({ without_test, without_passing }: NonNullable<Decided['record']['criteria']>) => (
  <Pairs
    rows={[
      ['no test yet', nameAll(without_test)],
      ['none passes yet', nameAll(without_passing)],
    ]}
  />
);

const nameAll = (ids: readonly string[] | undefined): string | null =>
  ids === undefined || ids.length === 0 ? null : ids.join(', ');

const Probe = ({ probe }: { readonly probe: NonNullable<Decided['probe']> }) => (
  <div class="probe">
    <p>
      <Check met={probe.faults_noticed > 0 || probe.faults_planted === 0} /> Can the suite fail?{' '}
      {probe.nothing_shown ?? `${probe.faults_noticed} of ${showCount(probe.faults_planted, 'planted fault')} noticed`}
      {probe.unproven.length > 0 && `; ${showCount(probe.unproven.length, 'change')} that no test needs`}
    </p>
  </div>
);
