/** The position of the work on its chart, and its last step there. */

// The clock of a run: from each start or resume to the following end, including the waits of the loop. It stops from the end of
// a run to its resume. Every run time that people see comes from here.

interface Timed {
  readonly type: string;
  /** ISO 8601. */
  readonly at: string;
  readonly data: object;
}

/** Milliseconds of the epoch; the last period of work. */
export interface WorkClock {
  readonly from: number;
  readonly to: number;
  /** Milliseconds of work before `from`. */
  readonly before: number;
  /** Whether it continues after the last record: no end was recorded. */
  readonly goesOn: boolean;
}

/** The clock after one more record; pure. @param clock - null before the first */
export const foldClock = (clock: WorkClock | null, record: Timed): WorkClock => {
  const time = Date.parse(record.at);
  const { type } = record;
  if (clock === null) return { from: time, to: time, before: 0, goesOn: type !== 'run.ended' };
  if (type === 'run.started' || type === 'run.resumed')
    return { from: time, to: time, before: workedMs(clock), goesOn: true };
  if (!clock.goesOn) return clock;
  return {
    ...clock,
    to: isOfNoLoop(record) ? clock.to : Math.max(clock.to, time),
    goesOn: type !== 'run.ended',
  };
};

/** Milliseconds of work up to the last record. */
export const workedMs = (clock: WorkClock | null): number =>
  clock === null ? 0 : clock.before + clock.to - clock.from;

/** Milliseconds of work from the start to `time`, milliseconds of the epoch. @param clocks - each period of work, in order */
export const workedAt = (clocks: readonly WorkClock[], time: number): number => {
  const own = clocks.findLast(({ from }) => from <= time) ?? clocks[0];
  if (own === undefined) return 0;
  const end = own.goesOn && own === clocks.at(-1) ? Math.max(time, own.to) : own.to;
  return own.before + Math.max(0, Math.min(time, end) - own.from);
};

/** Without an active loop: an operator command, and the unfinished iteration of a killed loop by the process that resumes. */
const isOfNoLoop = ({ type, data }: Timed): boolean =>
  type.startsWith('operator.') || (type === 'turn.discarded' && 'outcome' in data && data.outcome === 'cut_off');

interface Step {
  readonly kind: 'leave' | 'held' | 'skip' | 'halt' | 'resume' | 'abort';
  /** The phase of the step; null from a halt. */
  readonly from: string | null;
  /** The number of steps: a step that is taken twice is shown twice. */
  readonly count: number;
}

export interface Position {
  /** The active phase, or the phase in which the work was halted or aborted; null of completed work. See `phaseAt`. */
  readonly phase: string | null;
  readonly state: 'working' | 'halted' | 'completed' | 'aborted';
  /** Why it was halted; '' where it is not. */
  readonly why: string;
  readonly last: Step | null;
}

/** @param phases - of the config, in order */
export const startOf = (phases: readonly string[]): Position => ({
  phase: phases[0] ?? null,
  state: 'working',
  why: '',
  last: null,
});

/** The phase in the notation of the chart: none when the work is over. */
export const phaseAt = ({ phase, state }: Position): string | null => (state === 'aborted' ? null : phase);

/** A step of the work. @param phases - of the config, in order */
export type Move = (position: Position, phases: readonly string[]) => Position;

const step =
  (kind: Step['kind'], moved: (phases: readonly string[]) => Partial<Position>): Move =>
  (position, phases) => ({
    ...position,
    why: '',
    ...moved(phases),
    last: { kind, from: kind === 'resume' ? null : position.phase, count: (position.last?.count ?? 0) + 1 },
  });

const after =
  (phase: string) =>
  (phases: readonly string[]): Partial<Position> => {
    const following = phases[phases.indexOf(phase) + 1];
    return following === undefined ? { phase: null, state: 'completed' } : { phase: following, state: 'working' };
  };

export const leave = (kind: 'leave' | 'skip', phase: string): Move => step(kind, after(phase));
export const HOLD: Move = step('held', () => ({}));
export const haltFor = (why: string): Move => step('halt', () => ({ state: 'halted', why }));
export const ABORT: Move = step('abort', () => ({ state: 'aborted' }));
const GOING_ON = step('resume', () => ({ state: 'working' }));
/** Without a halt, nothing. */
export const RESUME: Move = (position, phases) => (position.state === 'halted' ? GOING_ON(position, phases) : position);

// These are no steps of the chart: it is placed anew.
export const backTo =
  (phase: string): Move =>
  (position, phases) => ({ ...position, ...after(phase)(phases), why: '' });
export const GO_ON: Move = (position) =>
  position.state === 'halted' ? { ...position, state: 'working', why: '' } : position;
