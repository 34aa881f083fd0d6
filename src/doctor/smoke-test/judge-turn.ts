/**
 * How the turn of a smoke test ended, and its side effects.
 *
 * @module
 */
import type { Turn, TurnUsage } from '../../../gates/iteration.ts';
import { adviseDenied, adviseTurn } from '../../agents/advise.ts';
import { type Finding, type Look, ok, problem, warning } from '../finding.ts';
import type { SmokeTestTurn } from './smoke-test-step.ts';
import { showCost, showDuration } from '../../text/amounts.ts';

export const judgeTurn = (taken: SmokeTestTurn): Finding => ({ name: 'smoke test: turn', ...lookAt(taken) });

const lookAt = ({ turn, agent, stderr, config }: SmokeTestTurn): Look => {
  const { outcome, error, denials = [], ms } = turn;
  const isShown = error === undefined || stderr.some((line) => line.trim() === error.message);
  const told = isShown ? '' : `: ${error.message}`;
  const took = showDuration(ms);
  switch (outcome) {
    case 'ok':
      return denials.length === 0
        ? ok(`it succeeded, ${took}${describeUsage(turn.usage)}`)
        : warning(`it succeeded, ${took}, but was denied something`, adviseDenied().replace(THEN, ''), denials);
    case 'missing':
      return problem(`${agent.program} could not be started${told}`, adviseTurn(turn), stderr);
    case 'timed_out':
      return problem(`${describeTimeOut(turn, config.agent.timeout_ms)}${told}`, adviseTimeOut(turn), stderr);
    case 'empty':
    case 'crashed':
      return problem(
        `${outcome === 'empty' ? 'it succeeded and printed nothing' : `it crashed (exit code ${turn.exit_code ?? 'none'})`}${told}`,
        `${adviseTurn(turn)} The command: ${agent.commandOf(null).join(' ')}`,
        stderr,
      );
    case 'unauthorised':
    case 'permission_denied':
    case 'rate_limited':
      return problem(
        `${outcome.replace('_', ' ')}: ${error?.message ?? 'no details'}`,
        adviseTurn(turn).replace(THEN, ''),
        denials,
      );
  }
};

/** Advice for a run also says how to resume; there is nothing to resume here. */
const THEN = /, then resume/;

const describeTimeOut = ({ which }: Turn, timeoutMs: number): string =>
  which === 'idle' ? 'it printed nothing more' : `it did not end within ${timeoutMs / 1_000} s`;

const adviseTimeOut = ({ which }: Turn): string =>
  which === 'idle'
    ? 'See where its output stops: it may wait for its provider or for human input. agent.idle_timeout sets how long dualgate waits.'
    : 'See where its output stops: it may wait for its provider or for human input. To give it more time: --timeout.';

const describeUsage = (usage: TurnUsage | undefined): string => {
  if (usage === undefined) return '';
  const cost = usage.cost_usd === null ? '' : `, ${showCost(usage.cost_usd)}`;
  return `, ${usage.input_tokens} tokens in, ${usage.output_tokens} out${cost}`;
};

/** Side effects that were not requested; they are listed and left to the operator. */
export const judgeLeavings = ({ changed, turn }: SmokeTestTurn): Finding => {
  // In a turn that dualgate ended, everything was still running.
  const left_running = turn.outcome === 'timed_out' ? [] : (turn.left_running ?? []);
  const name = 'smoke test: changes';
  const details = [...changed, ...left_running.map((it) => `still running, ended by dualgate: ${it}`)];
  if (details.length === 0) return { name, ...ok('no unexpected changes') };
  const fix = 'Check them: dualgate reverted nothing. Hooks or instructions of the agent may have caused them.';
  return { name, ...warning('unexpected changes', fix, details) };
};
