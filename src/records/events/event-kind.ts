/**
 * A kind of event: the type of its data, and what is said of it. The one place that puts an event into words:
 * terminal, pipe, page and `explain` print these lines, and know only how their medium shows a tone and a place. The
 * status block of `phase-status.log` has a form of its own. @module
 */

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'faint';

/** The subject of a line: the whole run, the person at it, the suite before the run, a phase, or an iteration. */
export type Place = 'run' | 'operator' | 'baseline' | { readonly phase: string; readonly iteration?: number };

/** A line. Its text may have words of others: a printer disarms it. */
export interface Said {
  readonly place: Place;
  readonly text: string;
  readonly tone: Tone;
  /** It explains the line before it. */
  readonly detail?: true;
  /** For a log: a screen or page that shows the current step shows it there. */
  readonly quiet?: true;
}

/** Those who tell each other something in an iteration. */
export const ACTORS = ['operator', 'loop', 'agent', 'tests', 'gates', 'chart', 'breaker'] as const;
export type Actor = (typeof ACTORS)[number];

/** `D`: the data of an event of the kind. */
export interface EventKind<D> {
  /** The actor that tells it, and the one that hears it. @default the loop notes it itself */
  readonly between?: readonly [from: Actor, to: Actor];
  /** @default nothing: another event says it, or nobody needs it in words */
  readonly says?: (event: D & { readonly run?: string }) => readonly Said[];
}

/** Of progress that no record has: it is gone when the run is over. */
export interface TransientKind<D> extends EventKind<D> {
  readonly transient: true;
}

export const durable = <D>(kind: EventKind<D> = {}): EventKind<D> => kind;

export const transient = <D>(kind: EventKind<D> = {}): TransientKind<D> => ({ ...kind, transient: true });

export interface At {
  readonly phase: string;
  readonly iteration: number;
}

export const QUIET = { quiet: true } as const;
const DETAIL = { detail: true } as const;

type How = Pick<Said, 'detail' | 'quiet'>;

export const line = (place: Place, text: string, tone: Tone = 'plain', how: How = {}): Said => ({
  place,
  text,
  tone,
  ...how,
});

/** Without a phase: in the baseline. */
export const lineAt = (event: Partial<At>, text: string, tone: Tone = 'plain', how: How = {}): Said =>
  line(placeOf(event), text, tone, how);

/** Below it. */
export const detailAt = (event: Partial<At>, text: string, tone: Tone = 'plain', how: How = {}): Said =>
  line(placeOf(event), text, tone, { ...DETAIL, ...how });

const placeOf = ({ phase, iteration }: Partial<At>): Place => {
  if (phase === undefined) return 'baseline';
  return iteration === undefined ? { phase } : { phase, iteration };
};

/** In front of a line; '' for what is about the whole run. */
export const namePlace = (place: Place): string => {
  if (typeof place === 'string') return place === 'run' ? '' : place;
  return place.iteration === undefined ? place.phase : `${place.phase} ${place.iteration}`;
};
