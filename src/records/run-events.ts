/**
 * The events of a run: the objects of `--json`, one a line, and of `createRun().events`. Their kinds, with what is said
 * of each, are in `src/records/events/`. The schema is versioned by `v` and listed in docs/reference/records.md.
 */
import type { Ending } from '../../machines/index.ts';
import type { RunEventBody } from './events/events.ts';

export type { DurableEvent, RunEventBody } from './events/events.ts';
export type { RemainingLimits } from './events/turn.events.ts';

/** Version of the schema of events. */
export const EVENTS_VERSION = 4;

export type RunEvent = RunEventBody & { readonly v: typeof EVENTS_VERSION; readonly at: string; readonly run: string };

/** Exit codes of `run` and `resume` (rule 4.9). */
export const EXIT_CODES = {
  completed: 0,
  paused: 0,
  stuck: 1,
  aborted: 2,
  interrupted: 3,
  needs_human: 4,
} as const satisfies Record<Ending['status'], number>;
