/** Advice for people about a turn, for each outcome (rule 4.1). */
import type { Turn, TurnOutcome } from '../../gates/iteration.ts';

const ADMIT =
  'Allow what it needs with agent.permissions, or in its own configuration (trust this folder), then resume.';

const ADVICE: Readonly<Record<TurnOutcome, (turn: Turn) => string>> = {
  ok: () => '',
  empty: ({ printed }) =>
    printed === true
      ? 'It exited with code 0 and ended its turn without a message: see in its transcript what it did last.'
      : 'It exited with code 0 and printed nothing: read its stderr, and check that its command prints the last message to stdout.',
  crashed: () => 'Read its stderr, and run its command by hand in the workspace.',
  timed_out: ({ which }) =>
    which === 'idle'
      ? 'It printed nothing for agent.idle_timeout: see where its output stops, or raise the limit.'
      : 'It worked for longer than agent.timeout: raise the limit, or ask for smaller steps. Its changes are kept.',
  missing: () => 'Install it, or fix agent.use or agent.command.',
  rate_limited: ({ error }) =>
    `Wait until the provider answers again${error?.resets_at == null ? '' : ` (${error.resets_at})`}, then resume; or choose another agent.model.`,
  permission_denied: () => ADMIT,
  unauthorised: () =>
    'Log in with it once, or set its key in the environment of dualgate or in agent.env, then resume.',
};

export const adviseTurn = (turn: Turn): string => ADVICE[turn.outcome](turn);

/** The same for a successful turn that could do nothing. */
export const adviseDenied = (): string => ADMIT;
