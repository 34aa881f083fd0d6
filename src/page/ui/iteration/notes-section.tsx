/** Other findings of an iteration: notes, checks, evidence for completion, mutation check, criteria without tests. */
import { showCount, showDuration, showNumber } from '../../../base/text/amounts.ts';
import { sayKills, describeReach } from '../../../evidence/mutation-check/reach/reach.ts';
import { listCompletion } from '../../model/clauses.ts';
import { joinAll, type TotalOf, totalsOf } from '../../model/count-points.ts';
import type { PageRecord } from '../../page-data.ts';
import type { LedgerData } from '../../../records/records.ts';
import { Check, Pairs } from '../parts.tsx';

type Decided = LedgerData['iteration.decided'];

export const NotesSection = ({
  decided,
}: {
  readonly decided: PageRecord & { readonly type: 'iteration.decided' };
}) => {
  const { data } = decided;
  const { record, mutation_check } = data;
  const totalOf = totalsOf(decided);
  const { findings, checks = [], criteria } = record;
  const completion = listCompletion(data, totalOf);
  if (
    findings.length + checks.length + completion.length === 0 &&
    mutation_check === undefined &&
    criteria === undefined
  )
    return null;
  return (
    <section class="part" aria-label="Notes">
      <h3>Notes</h3>
      {findings.length > 0 && (
        <ul class="notes">
          {findings.map(({ text }) => (
            <li key={text}>
              <bdi>{text}</bdi>
            </li>
          ))}
          <Rest shown={findings.length} total={totalOf('record.findings', findings.length)} what="notes" />
        </ul>
      )}
      {checks.map(({ check, ok, because, ms, said }, n) => (
        <div key={check} class="check-line">
          <Check met={ok} /> <strong>{check}</strong> <bdi>{because}</bdi> <span class="muted">{showDuration(ms)}</span>
          {said.length > 0 && <pre class="said">{said.join('\n')}</pre>}
          <RemainingLimits shown={said.length} total={totalOf(`record.checks.${n}.said`, said.length)} what="lines" />
        </div>
      ))}
      {completion.length > 0 && <Pairs rows={completion} />}
      {criteria !== undefined && <Criteria {...criteria} totalOf={totalOf} />}
      {mutation_check !== undefined && <MutationCheck mutation_check={mutation_check} totalOf={totalOf} />}
    </section>
  );
};

interface RestProps {
  readonly shown: number;
  readonly total: number;
  readonly what: string;
}

const RemainingLimits = ({ shown, total, what }: RestProps) =>
  total > shown ? (
    <p class="muted">
      and {showNumber(total - shown)} more {what}, in the ledger
    </p>
  ) : null;

/** The same at the end of a list. */
const Rest = (rest: RestProps) =>
  rest.total > rest.shown ? (
    <li>
      <RemainingLimits {...rest} />
    </li>
  ) : null;

type WaitingProps = NonNullable<Decided['record']['criteria']> & { readonly totalOf: TotalOf };

const Criteria = ({ without_test, without_passing, totalOf }: WaitingProps) => {
  const nameAll = (ids: readonly string[] | undefined = [], place: string) =>
    joinAll(ids, ', ', totalOf(place, ids.length));
  return (
    <Pairs
      rows={[
        ['no test yet', nameAll(without_test, 'record.criteria.without_test')],
        ['none passes yet', nameAll(without_passing, 'record.criteria.without_passing')],
      ]}
    />
  );
};

interface MutationCheckProps {
  readonly mutation_check: NonNullable<Decided['mutation_check']>;
  readonly totalOf: TotalOf;
}

const MutationCheck = ({ mutation_check, totalOf }: MutationCheckProps) => {
  const { reach, criteria = [] } = mutation_check;
  return (
    <div class="mutation-check">
      <p>
        <Check met={mutation_check.mutants_killed > 0 || mutation_check.mutants_tested === 0} /> Can the suite fail?{' '}
        {mutation_check.inconclusive ??
          `${mutation_check.mutants_killed} of ${showCount(mutation_check.mutants_tested, 'mutant')} killed`}
        {mutation_check.unproven.length > 0 &&
          `; ${showCount(totalOf('mutation_check.unproven', mutation_check.unproven.length), 'change')} unproven`}
      </p>
      {reach !== undefined && (
        <p>
          Is the new code reached?{' '}
          {describeReach(reach, totalOf('mutation_check.reach.unreached', reach.unreached.length))}
        </p>
      )}
      {criteria.length > 0 && (
        <>
          <p>Can the tests of each criterion fail?</p>
          <Pairs rows={criteria.map((each) => [each.id, sayKills(each)])} />
          <RemainingLimits
            shown={criteria.length}
            total={totalOf('mutation_check.criteria', criteria.length)}
            what="criteria"
          />
        </>
      )}
    </div>
  );
};
