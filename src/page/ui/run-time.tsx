/** The run time, updated while the page is open, from the same clock as the reports. */
import { showDuration } from '../../base/text/amounts.ts';
import type { RunView } from '../model/run-view.ts';
import { useNow } from './hooks.ts';

export const RUN_TIME =
  'Agent turns, test runs, checks and waits while the run was active. Time between an end and a resume is not counted.';

/** Milliseconds. */
export const useRunTime = ({ head, clock }: Pick<RunView, 'head' | 'clock'>): number => {
  const now = useNow(head.going);
  const { worked_ms, counts_from } = clock;
  return head.going && counts_from !== null ? worked_ms + Math.max(0, now - counts_from) : worked_ms;
};

export const RunTime = ({ view }: { readonly view: RunView }) => (
  <span title={RUN_TIME}>run time {showDuration(useRunTime(view))}</span>
);
