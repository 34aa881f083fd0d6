/** The sentences of a session for its person, and for the helpers of its agent. */
import type { Metrics } from '../../../gates/metrics.ts';
import type { Ending } from '../../../machines/index.ts';
import { oneLine } from '../prompts/prompt-parts.ts';
import { showCount, showNumber } from '../../base/text/amounts.ts';

/** How a run ended, and its last exit with what was measured for it. */
export interface SessionEnd {
  readonly ending: Ending | null;
  readonly lastExit: {
    readonly decided: { readonly record: { readonly metrics: Pick<Metrics, 'tests_passing'> } } | null;
  } | null;
  readonly criteria: { readonly count: number } | null;
  readonly forced: readonly unknown[];
  readonly branch: object | null;
}

export const WAITS = 'dualgate: the phase is still held, and the session waits for you. dualgate explain shows why.';

export const IDLE = 'Nothing has changed, and you gave no exit signal.';
export const IDLE_OR_TALK = `${IDLE} If the person asked for something else, end your turn again.`;

export const REMINDED = 'dualgate: nothing has changed, and the agent is reminded of its task.';

/** @param held - the last iteration of this phase and the first line of why it was held; `null`: there is none */
export const describeTurn = (
  phase: string,
  held: { readonly iteration: number; readonly line: string } | null,
): string =>
  held === null ? `dualgate: ${phase} begins.` : `dualgate: ${phase} ${held.iteration} was held: ${oneLine(held.line)}`;

/** A person asked for an edit: it is no claim. */
export const UNMEASURED =
  'dualgate: sources have changed, and nothing was measured, as the agent gave no signal. dualgate check measures them now; write "continue", and the phase continues.';

/** @param most - holds in a row after which the program ends a turn by itself */
export const describeCap = (most: number): string =>
  `dualgate: the session needs you. Its program ends a turn after ${most} holds in a row, so this one was let through. Write "continue", and the work continues; dualgate explain shows why it is held.`;

/** `null` where a person forced a phase, or nothing was measured: then it shows nothing. */
const sayCompleted = ({ lastExit, criteria, forced, branch }: SessionEnd): string | null => {
  const tests = lastExit?.decided?.record.metrics.tests_passing ?? 0;
  if (forced.length > 0 || tests === 0) return null;
  const count = criteria?.count ?? 0;
  const counts = `${showCount(tests, 'test')}, ${count === 1 ? '1 criterion' : `${showNumber(count)} criteria`}`;
  return `has completed: ${counts}, measured in each phase. ${branch === null ? 'Look at its record again: dualgate session verify' : 'Prove it again from its commits: dualgate prove'}`;
};

/** After the name of the run. `null`: it has not ended. */
export const sayEnding = (end: SessionEnd): string | null => {
  if (end.ending === null) return null;
  const { status, why } = end.ending;
  const shown = status === 'completed' ? sayCompleted(end) : null;
  return (
    shown ??
    `has ended (${status === 'needs_human' ? 'needs human input' : status}). ${why.endsWith('.') ? why : `${why}.`} dualgate status lists what to do next.`
  );
};

export const describeEnd = (end: SessionEnd | null): string => {
  const how = end === null ? null : sayEnding(end);
  return how === null
    ? 'dualgate broke, and the session is not held any more: see its log in .dualgate.'
    : `dualgate: the run ${how}`;
};

/** Codex says nothing of hooks that it skips where no person is, nor Gemini CLI in a folder that nobody trusted. */
export const NO_HOOK =
  ', and no hook of an agent has asked it. Install them (dualgate hook install), and trust what the agent asks about: Codex runs no hook that nobody trusted (start codex without exec), and Gemini CLI none in a folder that nobody trusted';

/** Without a status block: no helper may give the exit signal. */
export const describeOpen = (phase: string, unmet: readonly string[]): string =>
  [
    `Phase ${phase} is held, and no source has changed since it was measured:`,
    ...unmet.map((clause) => `- ${clause}`),
    'Change what is missing, or report that it is open. Only the exit signal of the session itself counts.',
  ].join('\n');
