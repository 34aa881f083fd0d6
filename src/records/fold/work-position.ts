/**
 * The position of the work on its chart, and its last step there. It is folded from the records as the chart itself
 * moves, without its config, from which a chart may no longer be possible.
 *
 * @module
 */
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

/** The phase after another one. */
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
