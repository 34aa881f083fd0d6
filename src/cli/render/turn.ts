/**
 * The end of a turn of the agent, and its fix; pure.
 *
 * @module
 */
import { adviseTurn } from '../../agents/advise.ts';
import type { Turn } from '../../../gates/iteration.ts';
import { describeUsage, showDuration } from '../../text/amounts.ts';
import { plain } from './text/paint.ts';

/** `ok, exit code 0, 4.0 s, 12.3k in, 2.1k out, $0.08`. */
export const renderTurn = (turn: Turn): string => {
  const { exit_code, ms, usage } = turn;
  return [
    nameOutcome(turn),
    `exit code ${exit_code ?? 'none'}`,
    showDuration(ms),
    ...(usage === undefined ? [] : [describeUsage(usage)]),
  ].join(', ');
};

const nameOutcome = ({ outcome, which }: Turn): string =>
  `${outcome.replaceAll('_', ' ')}${which === undefined ? '' : ` (${which})`}`;

/** The line of the discarded turn has their error and the fix. */
const OUTCOMES_OF_DISCARDED: ReadonlySet<Turn['outcome']> = new Set(['unauthorised', 'rate_limited']);

/** The error, the denials, the processes that it left running, and the fix: a line each. */
export const renderTroubles = (turn: Turn): readonly string[] => {
  const { outcome, error, denials = [], left_running = [] } = turn;
  const advice = adviseTurn(turn);
  return [
    ...(error === undefined || OUTCOMES_OF_DISCARDED.has(outcome) ? [] : [`error: ${plain(error.message)}`]),
    ...denials.map((each) => `denied: ${plain(each)}`),
    ...left_running.map((each) => `ended a process that the agent left running: ${plain(each)}`),
    // A discarded turn or a halt has its own advice.
    ...(outcome === 'timed_out' || outcome === 'empty' ? [`${nameOutcome(turn)}: ${advice}`] : []),
  ];
};
