/**
 * How a turn of the agent went, and what a person can do about it; pure.
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

/** Their error stands in the line of the void turn, with what to do. */
const TOLD_BY_VOID: ReadonlySet<Turn['outcome']> = new Set(['unauthorised', 'rate_limited']);

/** What went wrong, what was denied, what was left running, and what to do: a line each. */
export const renderTroubles = (turn: Turn): readonly string[] => {
  const { outcome, error, denials = [], left_running = [] } = turn;
  const advice = adviseTurn(turn);
  return [
    ...(error === undefined || TOLD_BY_VOID.has(outcome) ? [] : [`its program says: ${plain(error.message)}`]),
    ...denials.map((each) => `it was denied: ${plain(each)}`),
    ...left_running.map((each) => `ended what the agent left running: ${plain(each)}`),
    // What is void, or halts the work, comes with its advice.
    ...(outcome === 'timed_out' || outcome === 'empty' ? [`${nameOutcome(turn)}: ${advice}`] : []),
  ];
};
