/**
 * The current activity of an active run, in one sentence: by the events of its loop, or by its records where the page gets no
 * events. Pure.
 *
 * @module
 */
import { type Live, sayDoing } from '../../view/live.ts';
import { DOING, sayStep } from '../../view/say-step.ts';
import { beginSentence } from '../../text/sentences.ts';
import type { RunView } from './run-view.ts';

/** `GREEN 3 of 10: the agent works for 2 min 40 s; last tests 2 passing; green runs 0 of 2`. @param now - milliseconds of the epoch */
export const sayDoingNow = ({ step, head }: Pick<RunView, 'step' | 'head'>, live: Live | null, now: number): string => {
  if (live === null)
    return step === null
      ? beginSentence(sayDoing(null))
      : sayStep({ ...step, doing: DOING[step.doing], ms: now - Date.parse(step.since) });
  const { phase, iteration, since, remaining } = live;
  if (phase === null || iteration === 0) return beginSentence(sayDoing(live));
  const isSame = step?.phase === phase && step.iteration === iteration;
  const wanted = head.phases.find((each) => each.phase === phase)?.green_runs_wanted ?? null;
  return sayStep({
    phase,
    iteration,
    of: remaining === null ? null : iteration + remaining.in_phase - 1,
    doing: sayDoing(live),
    ms: live.doing === 'agent' || live.doing === 'tests' ? now - since : null,
    counts: live.tests.counts ?? (step?.phase === phase ? step.counts : null),
    green_runs: isSame ? step.green_runs : 0,
    green_runs_wanted: wanted,
  });
};
