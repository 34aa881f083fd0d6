/**
 * The circuit breaker and the waits of the loop, for people; pure.
 *
 * @module
 */
import type { RunStatus } from '../../view/run-status.ts';
import { WAITED_FOR } from '../../view/say-waiting.ts';
import { renderClockTime } from './text/clock-time.ts';
import { plain } from './text/paint.ts';
import { showCount } from '../../text/amounts.ts';

const STATES = { CLOSED: 'closed', HALF_OPEN: 'half-open', OPEN: 'open' } as const;

type Shown = Omit<RunStatus['breaker'], 'state'>;
type State = RunStatus['breaker']['state'];

/** A change of the breaker, in one line. The line of the wait shows the cooldown. */
export const renderBreaker = (
  change: Shown & { readonly from: State; readonly to: State; readonly cooled_down?: true },
): string => {
  const { from, to, cooled_down } = change;
  const move = `Circuit breaker ${to === 'OPEN' ? 'opened' : STATES[to]} (${STATES[from]} → ${STATES[to]})`;
  if (cooled_down === true) return `${move}: the cooldown has ended, and the next iteration is the trial`;
  if (to !== 'OPEN') return `${move}${describeCounts(to, change)}`;
  return `${move}: ${whyOf(change)}${isExhausted(change) ? '; no reopenings remain' : ''}`;
};

/**
 * Its state; nothing for a closed breaker that has counted nothing.
 *
 * @param isHalted - the run waits for a person: a cooldown does not resume it
 */
export const renderBreakerState = ({ state, ...shown }: RunStatus['breaker'], isHalted: boolean): readonly string[] => {
  if (shown.exhausted)
    return [`Circuit breaker ${STATES[state]}: no reopenings remain; dualgate resume or dualgate reset closes it`];
  if (state !== 'OPEN') {
    return state === 'CLOSED' && shown.no_progress === 0
      ? []
      : [`Circuit breaker ${STATES[state]}${describeCounts(state, shown)}`];
  }
  const next = isHalted ? 'dualgate resume or dualgate reset closes it' : describeNext(shown);
  return [`Circuit breaker open: ${whyOf(shown)}; ${next}`];
};

/** The wait of an active run. The line of the breaker has its cooldown. */
export const renderWait = (wait: RunStatus['waits']): readonly string[] =>
  wait === null || wait.for === 'breaker'
    ? []
    : [`waits until ${renderClockTime(wait.until)} ${WAITED_FOR[wait.for]}: ${plain(wait.why)}`];

const isExhausted = ({ exhausted, open_until }: Shown): boolean => exhausted || open_until === null;

const whyOf = ({ why }: Shown): string => plain(why ?? 'no progress');

const describeNext = (shown: Shown): string =>
  isExhausted(shown)
    ? 'no reopenings remain'
    : `cooldown until ${renderClockTime(shown.open_until ?? '')}, then one trial iteration`;

const describeCounts = (state: State, shown: Shown): string => {
  const counted = renderCounts(shown);
  return counted === '' ? '' : `: ${counted}${state === 'HALF_OPEN' ? '; one more like this opens it' : ''}`;
};

const renderCounts = ({ no_progress, same_error, failed_turns }: Shown): string =>
  [
    ...(no_progress === 0 ? [] : [`${showCount(no_progress, 'iteration')} without progress`]),
    ...(same_error < 2 ? [] : [`${showCount(same_error, 'iteration')} with the same failing tests`]),
    ...(failed_turns === 0 ? [] : [`${showCount(failed_turns, 'failed turn')} in a row`]),
  ].join(', ');
