/** The silence of an agent, in words beside its last lines. Pure. */
import { showDuration } from '../../base/text/amounts.ts';
import { type Live, sumOf } from '../../view/live.ts';
import type { PageAgent } from '../page-transcript.ts';
import type { RunView } from './run-view.ts';

/** Milliseconds; who thinks for less is not called silent. */
const SILENT_MS = 30_000;

/** Those of the active iteration; null where nothing is known of its agent. */
export const agentNow = (agent: PageAgent | null, { step }: Pick<RunView, 'step'>): PageAgent | null =>
  agent !== null && step?.phase === agent.phase && step.iteration === agent.iteration ? agent : null;

/** `silent for 2 min 3 s`; '' while it prints, and where it does not work. @param now - milliseconds of the epoch */
export const saySilence = (
  { at, lines }: PageAgent,
  { step, live }: { readonly step: RunView['step']; readonly live: Live | null },
  now: number,
): string => {
  if ((live?.doing ?? step?.doing) !== 'agent') return lines.length === 0 ? 'it printed nothing' : '';
  const silent = now - Date.parse(at);
  if (silent < SILENT_MS) return lines.length === 0 ? 'nothing printed yet' : '';
  return lines.length === 0 ? `nothing printed for ${showDuration(silent)}` : `silent for ${showDuration(silent)}`;
};

export interface Streamed {
  /** A part of the expected tests, 0 to 1; 0 while their number is unknown. */
  readonly share: number;
  readonly isGreen: boolean;
  /** `1,124 of 3,000`. */
  readonly says: string;
}

export const countStream = ({ counts, expected }: Live['tests']): Streamed | null => {
  if (counts === null) return null;
  const [seen, all] = [sumOf(counts), Math.max(expected, sumOf(counts))];
  const show = (count: number): string => count.toLocaleString('en-US');
  return {
    share: expected === 0 ? 0 : seen / all,
    isGreen: counts.suite_failing === 0,
    says: expected === 0 ? `${show(seen)} tests so far` : `${show(seen)} of ${show(all)}`,
  };
};
