/**
 * The turns of an iteration that did not simply succeed: discarded turns, errors, denials, processes left running.
 *
 * @module
 */
import { showClock, showDuration } from '../../../text/amounts.ts';
import { showRest, totalsOf } from '../../model/totals.ts';
import type { PageRecord } from '../../page-data.ts';

export const TurnsSection = ({ records }: { readonly records: readonly PageRecord[] }) => {
  const discarded = records.flatMap((record) => (record.type === 'turn.discarded' ? [record.data] : []));
  const turns = records
    .flatMap((record) => (record.type === 'turn.ended' ? [{ ...record.data, totalOf: totalsOf(record) }] : []))
    .filter(
      ({ turn }) =>
        turn.outcome !== 'ok' ||
        turn.error !== undefined ||
        (turn.denials ?? []).length > 0 ||
        turn.left_running !== undefined,
    );
  if (discarded.length + turns.length === 0) return null;
  return (
    <section class="part" aria-label="Turns of the agent">
      <h3>Turns of the agent</h3>
      <ul class="notes">
        {turns.map(({ attempt, turn, totalOf }) => (
          <li key={`turn ${attempt}`}>
            attempt {attempt}: {turn.outcome.replaceAll('_', ' ')} after {showDuration(turn.ms)}
            {turn.error !== undefined && (
              <>
                : <bdi>{turn.error.message}</bdi>
              </>
            )}
            {(turn.denials ?? []).map((denial) => (
              <p key={denial}>
                not allowed: <bdi>{denial}</bdi>
              </p>
            ))}
            {showLeft('denials', turn.denials, totalOf('turn.denials', turn.denials?.length ?? 0))}
            {(turn.left_running ?? []).map((left) => (
              <p key={left}>
                was left running and ended: <bdi class="mono">{left}</bdi>
              </p>
            ))}
            {showLeft('processes', turn.left_running, totalOf('turn.left_running', turn.left_running?.length ?? 0))}
          </li>
        ))}
        {discarded.map(({ attempt, why, wait_until }) => (
          <li key={`void ${attempt} ${why}`}>
            attempt {attempt} was discarded: <bdi>{why}</bdi>
            {wait_until !== undefined && ` (waited until ${showClock(wait_until)})`}
          </li>
        ))}
      </ul>
    </section>
  );
};

const showLeft = (what: string, shown: readonly string[] = [], total = 0) => {
  const rest = showRest(shown.length, total);
  return rest === '' ? null : <p class="muted">{`${rest.slice(2)} ${what}, in the ledger`}</p>;
};
