/**
 * The agent's word: what it said, by which channel, and the line at which it was read.
 *
 * @module
 */
import { SIGNAL_REASONS } from '../../../gates/signal-reasons.ts';
import type { Signal } from '../../../gates/iteration.ts';
import { turnsOf } from '../model/iteration-view.ts';
import type { PageRecord } from '../page-data.ts';

export interface SignalSectionProps {
  readonly signal: Signal;
  readonly records: readonly PageRecord[];
}

export const SignalSection = ({ signal, records }: SignalSectionProps) => {
  const transcript = turnsOf(records).at(-1)?.transcript ?? null;
  const { value, source, dialect, line, status, reason, detail, says, told, claims } = signal;
  const rows: readonly (readonly [string, string | null])[] = [
    ['said', value === null ? 'nothing readable' : value ? 'yes' : 'no'],
    ['read as', `${SIGNAL_REASONS[reason][0]}${detail === undefined ? '' : `: ${detail}`}`],
    ['by', source === null ? null : source === 'command' ? 'the signal command' : `a ${dialect ?? ''} block`],
    ['at', transcript === null ? null : `${transcript}${line === null ? '' : `:${line}`}`],
    ['status', status],
    ['blockers', signal.blockers.length === 0 ? null : signal.blockers.join('; ')],
    ['because', says ?? told?.because ?? null],
    ['progress', told?.progress_percent === undefined ? null : `${told.progress_percent} %`],
    ['remaining', told?.remaining_work === undefined ? null : told.remaining_work.join('; ')],
    [
      'claims',
      claims === undefined || Object.keys(claims).length === 0
        ? null
        : Object.entries(claims)
            .map(([name, claim]) => `${name} ${String(claim)}`)
            .join(' · '),
    ],
  ];
  return (
    <dl class="pairs">
      {rows.map(([name, text]) =>
        text === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi class={name === 'at' ? 'mono' : ''}>{text}</bdi>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
};
