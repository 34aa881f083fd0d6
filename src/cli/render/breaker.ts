/**
 * The circuit breaker, and what the loop waits for, in the words of people; pure.
 *
 * @module
 */
import type { RunStatus } from '../../view/run-status.ts';
import { WAITED_FOR } from '../../view/waited-for.ts';
import { renderClockTime } from './text/clock-time.ts';
import { plain } from './text/paint.ts';
import { showCount } from '../../text/amounts.ts';

type Shown = Omit<RunStatus['breaker'], 'state'>;

/** What became of the breaker, in one line. Whether its cooldown is waited out says the line of the wait: the work may need a person first. */
export const renderBreaker = (
  change: Shown & { readonly to: RunStatus['breaker']['state']; readonly cooled?: true },
): string => {
  const { to, cooled } = change;
  if (cooled === true) return 'breaker HALF_OPEN: the cooldown is over, one iteration is the probe';
  if (to !== 'OPEN') return `breaker ${to}${describeCounts(change)}`;
  return `breaker OPEN: ${whyOf(change)}${isSpent(change) ? '; its reopenings are used up' : ''}`;
};

/**
 * Where it stands; nothing to say of one that is closed and has counted nothing. Why a run is stuck is said elsewhere.
 *
 * @param isHalted - the work waits for a person: no cooldown lets it go on
 */
export const renderBreakerState = ({ state, ...shown }: RunStatus['breaker'], isHalted: boolean): readonly string[] => {
  if (shown.spent) return [`breaker ${state}: its reopenings are used up; resume or reset closes it`];
  if (state !== 'OPEN') {
    return state === 'CLOSED' && shown.no_progress === 0 ? [] : [`breaker ${state}${describeCounts(shown)}`];
  }
  return [`breaker OPEN: ${whyOf(shown)}; ${isHalted ? 'resume or reset closes it' : describeNext(shown)}`];
};

/** What an active run waits for. The cooldown stands with the breaker. */
export const renderWait = (wait: RunStatus['waits']): readonly string[] =>
  wait === null || wait.for === 'breaker'
    ? []
    : [`waits until ${renderClockTime(wait.until)} ${WAITED_FOR[wait.for]}: ${plain(wait.why)}`];

const isSpent = ({ spent, open_until }: Shown): boolean => spent || open_until === null;

const whyOf = ({ why }: Shown): string => plain(why ?? 'nothing moves');

const describeNext = (shown: Shown): string =>
  isSpent(shown)
    ? 'its reopenings are used up'
    : `it cools down until ${renderClockTime(shown.open_until ?? '')}, then one iteration is the probe`;

const describeCounts = (shown: Shown): string => {
  const counted = renderCounts(shown);
  return counted === '' ? '' : `: ${counted}`;
};

const renderCounts = ({ no_progress, same_error, failed_turns }: Shown): string =>
  [
    ...(no_progress === 0 ? [] : [`${showCount(no_progress, 'iteration')} without progress`]),
    ...(same_error < 2 ? [] : [`${showCount(same_error, 'iteration')} with the same failing tests`]),
    ...(failed_turns === 0 ? [] : [`${showCount(failed_turns, 'failed turn')} in a row`]),
  ].join(', ');
