/** Every event of a run, and what is said of it. */
import { DECISION_EVENTS } from './decision.events.ts';
import { type EventKind, type Said, type TransientKind, lineAt } from './event-kind.ts';
import { OPERATOR_EVENTS, RUN_EVENTS } from './run.events.ts';
import { TESTS_EVENTS } from './tests.events.ts';
import { TURN_EVENTS } from './turn.events.ts';

const EVENTS = {
  ...RUN_EVENTS,
  ...TURN_EVENTS,
  ...TESTS_EVENTS,
  ...DECISION_EVENTS,
  ...OPERATOR_EVENTS,
} as const;

type Events = typeof EVENTS;
type EventType = keyof Events;

/** An event without its envelope. */
export type RunEventBody = {
  [T in EventType]: { readonly type: T } & (Events[T] extends EventKind<infer D> ? D : never);
}[EventType];

type TransientType = { [T in EventType]: Events[T] extends TransientKind<never> ? T : never }[EventType];

/** An event that a record emits, without its envelope. */
export type DurableEvent = Exclude<RunEventBody, { readonly type: TransientType }>;

/** Whether no record has it. False for a type that is not known here. */
export const isTransient = (type: string): boolean => kindOf(type)?.transient === true;

/** The lines of an event; none for one that needs no words, and for one of another version. */
export const say = (event: RunEventBody & { readonly run?: string }): readonly Said[] =>
  kindOf(event.type)?.says?.(event) ?? [];

/** The actor that tells it, and the one that hears it. */
export const betweenOf = (type: EventType): NonNullable<EventKind<unknown>['between']> =>
  kindOf(type)?.between ?? ['loop', 'loop'];

const kindOf = (type: string): Partial<TransientKind<object>> | undefined =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind of a type takes the data of this type
  Object.hasOwn(EVENTS, type) ? (EVENTS[type as EventType] as Partial<TransientKind<object>>) : undefined;

/** For the events of one printer, of any number of runs. */
export const createSayOnce = (): ((event: RunEventBody & { readonly run: string }) => readonly Said[]) => {
  const last = new Map<string, { readonly reasons: string; readonly place: string }>();
  return (event) => {
    if (event.type === 'run.ended') last.delete(event.run);
    if (event.type !== 'phase.held') return say(event);
    const { phase, iteration, findings, failing, failing_count, unmet } = event;
    const texts = findings.map(({ text }) => text);
    const reasons = JSON.stringify([phase, texts, failing, failing_count, unmet]);
    const before = last.get(event.run);
    if (before?.reasons === reasons) return [lineAt(event, `held: same reasons as ${before.place}`, 'warn')];
    last.set(event.run, { reasons, place: `${phase} ${iteration}` });
    return say(event);
  };
};
