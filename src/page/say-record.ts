/** The sentences of a record for the page, made on the server from the whole record. The page only prints them. */
import { type WorkRecord, eventsOf } from '../records/records.ts';
import type { Actor, Said, Tone } from '../records/events/event-kind.ts';
import { betweenOf, isTransient, say } from '../records/events/events.ts';
import type { RunEvent } from '../records/run-events.ts';
import { trimValue } from './trim-value.ts';

/** A line about a run, and who tells it to whom; the same actor twice where it changed by itself. */
export interface PageSaid extends Pick<Said, 'text' | 'tone'> {
  readonly from: Actor;
  readonly to: Actor;
}

export interface Mark {
  /** ISO 8601. */
  readonly at: string;
  readonly what: string;
  readonly text: string;
  readonly tone: Tone;
}

const ROOM = { text: 600, list: 50, keys: 20 } as const;

/** Without the lines that explain another: the page has their facts. */
export const sayRecord = ({ type, data }: WorkRecord): readonly PageSaid[] =>
  trimValue(
    eventsOf(type, data).flatMap((event) => {
      const [from, to] = betweenOf(event.type);
      return headlinesOf(say(event)).map(({ text, tone }) => ({ from, to, text, tone }));
    }),
    ROOM,
  ).value;

/** Events that a reader must not miss, about the run or its person: operator commands, resumes, breaker, the end. */
export const listMarks = (records: readonly WorkRecord[]): readonly Mark[] =>
  records.flatMap(({ at, type, data }) =>
    headlinesOf(eventsOf(type, data).flatMap(say)).flatMap(({ place, text, tone }) =>
      (place === 'run' || place === 'operator') && tone !== 'faint' ? [{ at, what: place, text, tone }] : [],
    ),
  );

/** The sentence of an event that no record has, and that no other part of the page shows; null without one. */
export const sayNews = (event: RunEvent): string | null =>
  isTransient(event.type) ? (headlinesOf(say(event)).findLast(({ quiet }) => quiet !== true)?.text ?? null) : null;

const headlinesOf = (said: readonly Said[]): readonly Said[] => said.filter(({ detail }) => detail !== true);
