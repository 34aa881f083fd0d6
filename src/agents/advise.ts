/**
 * What a person should do about a turn, outcome by outcome (RULES 4.1). Never read by an agent.
 *
 * @module
 */
import type { Turn, TurnOutcome } from '../../gates/iteration.ts';

type Advice = (turn: Turn) => string;

const ADMIT =
  'Allow it what it needs with agent.permissions, or in its own configuration (let it trust this folder), then resume.';

const ADVICE: Readonly<Record<TurnOutcome, Advice>> = {
  ok: () => '',
  empty: () =>
    'It ended well and said nothing: see what it printed on stderr, and that its command prints the last message on stdout.',
  crashed: () => 'Read what it printed on stderr; run its command by hand in the workspace.',
  timed_out: ({ which }) =>
    which === 'idle'
      ? 'Nothing was heard from it for agent.idle_timeout: see where its output stops, or raise it.'
      : 'It worked for longer than agent.timeout: raise it, or ask for smaller steps. What it finished is kept.',
  missing: () => 'Install it, or correct agent.use or agent.command.',
  rate_limited: ({ error }) =>
    `Wait until the provider answers again${error?.resets_at == null ? '' : ` (${error.resets_at})`}, then resume; or choose another agent.model.`,
  permission_denied: () => ADMIT,
  unauthorised: () =>
    'Log in with it once, or put its key into the environment of dualgate or into agent.env, then resume.',
};

/** One sentence for a person; empty for a turn that went well. */
export const adviseTurn = (turn: Turn): string => ADVICE[turn.outcome](turn);

/** The same for a turn that went well and in which nothing could be done. */
export const adviseDenied = (): string => ADMIT;
