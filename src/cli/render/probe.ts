/**
 * What the probe of the suite showed, for people; pure. Text of faults is the agent's, and is disarmed.
 *
 * @module
 */
import type { RunEvent } from '../../records/run-events.ts';
import { plain } from './text/paint.ts';
import { showCount } from '../../text/amounts.ts';

type Tried = Extract<RunEvent, { readonly type: 'fault.tried' }>;
type Ended = Extract<RunEvent, { readonly type: 'probe.ended' }>;

/** One fault, and what became of it. */
export const renderFault = ({
  path,
  line,
  before,
  after,
  end,
  why,
}: Pick<Tried, 'path' | 'line' | 'before' | 'after' | 'end' | 'why'>): string => {
  const shown = `${path}:${line}: ${before === '' ? '(nothing)' : before} → ${after === '' ? '(left out)' : after}`;
  return plain(`${end.replaceAll('_', ' ')}: ${shown}${why === null ? '' : ` (${why})`}`);
};

/** In one line. */
export const renderProbe = ({
  faults_planted,
  faults_noticed,
  unproven,
  nothing_shown,
}: Pick<Ended, 'faults_planted' | 'faults_noticed' | 'unproven' | 'nothing_shown'>): string => {
  if (nothing_shown !== null) return plain(`probe: nothing was shown: ${nothing_shown}`);
  const left = unproven.length === 0 ? '' : `, ${showCount(unproven.length, 'change')} unproven`;
  return `probe: ${faults_noticed} of ${showCount(faults_planted, 'fault')} noticed${left}`;
};
