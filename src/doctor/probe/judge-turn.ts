/**
 * How the turn of a probe went, and what it left behind: before anything that was asked for.
 *
 * @module
 */
import type { Turn, TurnUsage } from '../../../gates/iteration.ts';
import { adviseDenied, adviseTurn } from '../../agents/advise.ts';
import { type Finding, type Look, ok, problem, warning } from '../finding.ts';
import type { ProbeTurn } from './probe-step.ts';

export const judgeTurn = (taken: ProbeTurn): Finding => ({ name: 'probe: turn', ...lookAt(taken) });

const lookAt = ({ turn, agent, stderr, config }: ProbeTurn): Look => {
  const { outcome, error, denials = [], ms } = turn;
  const isShown = error === undefined || stderr.some((line) => line.trim() === error.message);
  const told = isShown ? '' : `: ${error.message}`;
  const took = `${(ms / 1_000).toFixed(1)} s`;
  switch (outcome) {
    case 'ok':
      return denials.length === 0
        ? ok(`it ended well, ${took}${describeUsage(turn.usage)}`)
        : warning(`it ended well, ${took}, and was denied something`, adviseDenied().replace(THEN, ''), denials);
    case 'missing':
      return problem(`${agent.program} could not be started${told}`, adviseTurn(turn), stderr);
    case 'timed_out':
      return problem(`${describeTimeOut(turn, config.agent.timeout_ms)}${told}`, adviseTimeOut(turn), stderr);
    case 'empty':
    case 'crashed':
      return problem(
        `${outcome === 'empty' ? 'it ended well and said nothing' : `it crashed (exit code ${turn.exit_code ?? 'none'})`}${told}`,
        `${adviseTurn(turn)} Its command: ${agent.commandOf(null).join(' ')}`,
        stderr,
      );
    case 'unauthorised':
    case 'permission_denied':
    case 'rate_limited':
      return problem(
        `${outcome.replace('_', ' ')}: ${error?.message ?? 'it does not say more'}`,
        adviseTurn(turn).replace(THEN, ''),
        denials,
      );
  }
};

/** Advice for a run goes on with it; there is none here. */
const THEN = /, then resume/;

const describeTimeOut = ({ which }: Turn, timeoutMs: number): string =>
  which === 'idle' ? 'nothing was heard from it any more' : `it did not end within ${timeoutMs / 1_000} s`;

const adviseTimeOut = ({ which }: Turn): string =>
  which === 'idle'
    ? 'See where its output stops: it may wait for an answer of its provider, or of a person. agent.idle_timeout says how long that is borne.'
    : 'See where its output stops: it may wait for an answer of its provider, or of a person. --timeout gives it more.';

const describeUsage = (usage: TurnUsage | undefined): string => {
  if (usage === undefined) return '';
  const cost = usage.cost_usd === null ? '' : `, $${usage.cost_usd.toFixed(2)}`;
  return `, ${usage.input_tokens} tokens in, ${usage.output_tokens} out${cost}`;
};

/** What is there after the turn and was not asked for; it is named, and left to a person. */
export const judgeLeavings = ({ changed, turn }: ProbeTurn): Finding => {
  // Of a turn that was ended, everything was running.
  const left_running = turn.outcome === 'timed_out' ? [] : (turn.left_running ?? []);
  const name = 'probe: leavings';
  const details = [...changed, ...left_running.map((it) => `left running, and ended: ${it}`)];
  if (details.length === 0) return { name, ...ok('nothing but what was asked for') };
  const mend = 'Look at it: nothing of it was taken back. Its own hooks or instructions may ask for it.';
  return { name, ...warning('it left something that was not asked for', mend, details) };
};
