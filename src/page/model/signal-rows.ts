/** The exit signal in rows: its value, its channel, its line, and other fields. */
import type { Signal } from '../../../gates/iteration.ts';
import { SIGNAL_REASONS } from '../../../gates/signal-reasons.ts';
import type { PageRecord } from '../page-data.ts';
import { findDecided, turnsOf } from './find-records.ts';
import { joinAll, totalsOf } from './count-points.ts';

/** Null where a row has nothing to say. */
export const listSignal = (
  signal: Signal,
  records: readonly PageRecord[],
): readonly (readonly [name: string, text: string | null])[] => {
  const totalOf = totalsOf(findDecided(records));
  const transcript = turnsOf(records).at(-1)?.transcript ?? null;
  const { value, source, dialect, line, status, reason, detail, says, told, claims } = signal;
  const remaining = told?.remaining_work ?? [];
  return [
    ['said', value === null ? 'not readable' : value ? 'yes' : 'no'],
    ['read as', `${SIGNAL_REASONS[reason][0]}${detail === undefined ? '' : `: ${detail}`}`],
    ['by', source === null ? null : source === 'command' ? 'the signal command' : `a ${dialect ?? ''} block`],
    ['at', transcript === null ? null : `${transcript}${line === null ? '' : `:${line}`}`],
    ['status', status],
    ['blockers', joinAll(signal.blockers, '; ', totalOf('record.signal.blockers', signal.blockers.length))],
    ['because', says ?? told?.because ?? null],
    ['progress', told?.progress_percent === undefined ? null : `${told.progress_percent} %`],
    ['confidence', told?.confidence ?? null],
    ['requests', told?.override === true ? 'lifting the threshold (EXIT_OVERRIDE)' : null],
    ['tests', told?.tests_status ?? null],
    ['remaining', joinAll(remaining, '; ', totalOf('record.signal.told.remaining_work', remaining.length))],
    [
      'claims',
      claims === undefined || Object.keys(claims).length === 0
        ? null
        : Object.entries(claims)
            .map(([name, claim]) => `${name} ${String(claim)}`)
            .join(' · '),
    ],
  ];
};
