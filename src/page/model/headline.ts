/**
 * The beginning of the page: the cause in words, the conditions, one command. Pure.
 *
 * @module
 */
import { nameRun, type NextStep } from '../../view/steps-after-hold.ts';
import type { PageList } from '../page-data.ts';
import type { PageHold } from '../page-hold.ts';
import type { RunView } from './run-view.ts';

export interface Headline {
  /** '' where nothing is held, and nobody is asked. */
  readonly says: string;
  /** Null where `says` is no hold. */
  readonly hold: PageHold | null;
  /** The recommended one; null where there is nothing to type. */
  readonly command: NextStep | null;
  readonly others: readonly NextStep[];
}

/** @param isNewest - whether a command without a run means this one */
export const headlineOf = (view: RunView, list: PageList | null, isNewest: boolean): Headline => {
  const { run } = view.head;
  const task = list?.tasks.find((each) => each.run === run) ?? null;
  const isPlain = task === null && isNewest;
  const [command = null, ...others] = view.now.next.map((step) =>
    isPlain ? step : { ...step, command: nameRun(step.command, task, run) },
  );
  // The reason of the end stands beside the status.
  const says = view.hold === null && view.now.says === view.why ? '' : view.now.says;
  return { says, hold: view.hold, command, others };
};
