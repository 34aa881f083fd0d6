/** The events of docs/reference/records.md, made from their schemas and from the mark of those that are transient. */
import { z } from 'zod';
import { isTransient } from '../../../src/records/events/events.ts';
import { LIST_TYPES } from '../../../src/queue/list/list-record.ts';
import { ENVELOPE, EVENTS, PARTS } from './event-schemas.ts';
import { LIST_EVENTS } from './list-event-schemas.ts';

interface Json {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Json[];
  readonly items?: Json;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

interface Described {
  readonly when: string;
  readonly fields: z.ZodRawShape;
  readonly example: object;
}

const EVENT_TYPES: Readonly<Record<string, Described>> = EVENTS;
const LIST_EVENT_TYPES: Readonly<Record<string, Described>> = LIST_EVENTS;

/** Whether a record stands for the event. The events of a task list have the names of their records. */
export const isDurable = (type: string): boolean =>
  Object.hasOwn(LIST_EVENT_TYPES, type) ? Object.hasOwn(LIST_TYPES, type) : !isTransient(type);

/** The meaning of each field of an event; none for a type that is no event. */
export const meaningsOf = (type: string): ReadonlyMap<string, string> => {
  const described = EVENT_TYPES[type] ?? LIST_EVENT_TYPES[type];
  return new Map(described === undefined ? [] : rowsOf(described.fields).map(({ name, meaning }) => [name, meaning]));
};

/** With a capital and a full stop. */
export const asSentence = (text: string): string => {
  const started = `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
  return started.endsWith('.') ? started : `${started}.`;
};

export const renderEvents = (): string => renderCatalogue(EVENT_TYPES);

export const renderListEvents = (): string => renderCatalogue(LIST_EVENT_TYPES);

export const renderEnvelope = (): string => renderFields(ENVELOPE).join('\n');

/** The objects that are parts of events. */
export const renderEventParts = (): string =>
  Object.entries(PARTS)
    .flatMap(([name, { shape }]) => [`### ${name}`, '', ...renderFields(shape), ''])
    .join('\n')
    .trimEnd();

const renderCatalogue = (events: Readonly<Record<string, Described>>): string =>
  [
    '| event | kind | meaning |',
    '| --- | --- | --- |',
    ...Object.entries(events).map(
      ([type, { when }]) =>
        `| ${linkToEvent(type)} | ${isDurable(type) ? 'durable' : 'transient'} | ${asSentence(when)} |`,
    ),
    '',
    ...Object.entries(events).flatMap(([type, { when, fields, example }]) => [
      `### ${type} (event)`,
      '',
      `${isDurable(type) ? 'Durable' : 'Transient'}: ${when}.`,
      '',
      ...(Object.keys(fields).length === 0 ? [] : [...renderFields(fields), '']),
      '```json',
      JSON.stringify(example),
      '```',
      '',
    ]),
  ]
    .join('\n')
    .trimEnd();

export const linkToEvent = (type: string): string => `[\`${type}\`](#${type.replaceAll('.', '')}-event)`;

const renderFields = (shape: z.ZodRawShape): readonly string[] => [
  '| field | type | meaning |',
  '| --- | --- | --- |',
  ...rowsOf(shape).map(
    ({ name, isOptional, type, meaning }) => `| \`${name}\`${isOptional ? ' (optional)' : ''} | ${type} | ${meaning} |`,
  ),
];

const rowsOf = (shape: z.ZodRawShape) => {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(shape)) as Json;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    isOptional: !required.includes(name),
    type: nameType(schema),
    meaning: asSentence(describe(schema)),
  }));
};

/** A description before `.nullable()` is the one of the part that is not null. */
const describe = ({ description, anyOf = [] }: Json): string => description ?? anyOf.map(describe).join('');

const nameType = ({ anyOf, enum: words, const: only, items, type }: Json): string => {
  if (anyOf !== undefined) return anyOf.map(nameType).join(' or ');
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ');
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (items !== undefined) return `list of ${nameType(items)}s`;
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'anything');
};
