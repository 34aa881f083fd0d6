/**
 * The few events that describe the current status of a run, for a reader who begins to watch during it: those without
 * which the reader would see another state than one who was there from the start.
 */
import type { RunEvent } from '../../records/run-events.ts';
import { foldLive, type Live } from '../../view/live.ts';

export interface CurrentEvents {
  readonly receive: (event: RunEvent) => void;
  /** In the order in which they happened. */
  readonly list: () => readonly RunEvent[];
}

/** Events that may be kept before those that nobody needs are looked for. */
const ROOM = 64;

/** For one run, before its first event. */
export const createCurrentEvents = (): CurrentEvents => {
  let kept: RunEvent[] = [];
  let most = ROOM;
  const thin = (): void => {
    kept = neededOf(kept);
    most = kept.length + ROOM;
  };
  return {
    receive: (event) => {
      const last = kept.at(-1);
      // Each test has the counts of those before it.
      if (last !== undefined && isOfTest(last) && isOfTest(event)) kept.pop();
      kept.push(event);
      if (kept.length > most) thin();
    },
    list: () => {
      thin();
      return [...kept];
    },
  };
};

/** One test that has ended. */
export const isOfTest = ({ type }: RunEvent): boolean =>
  type === 'test.passed' || type === 'test.failed' || type === 'test.skipped';

const neededOf = (events: readonly RunEvent[]): RunEvent[] => {
  const whole = stateAfter(events);
  // The run is not active: the last one says why.
  if (whole === 'null') return events.slice(-1);
  return events.reduce<RunEvent[]>(
    (needed, event) => {
      const others = needed.filter((each) => each !== event);
      return stateAfter(others) === whole ? others : needed;
    },
    [...events],
  );
};

const stateAfter = (events: readonly RunEvent[]): string => JSON.stringify(events.reduce<Live | null>(foldLive, null));
