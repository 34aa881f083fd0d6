/**
 * Holds the schema of events to its examples. docs/reference/records.md is made from it: test/docs/generated.system.test.ts;
 * test/cli/reference/events.full.test.ts holds it to the events of real runs.
 */
import { describe, expect, it } from 'vitest';
import { EVENTS, schemaOf } from './event-schemas.ts';
import { LIST_EVENTS, schemaOfList } from './list-event-schemas.ts';

const TYPES = Object.keys(EVENTS) as (keyof typeof EVENTS)[];

describe('the schema of events', () => {
  it.each(TYPES)('has a valid example of %s', (type) => {
    expect(schemaOf(type).parse(EVENTS[type].example)).toEqual(EVENTS[type].example);
  });

  it('refuses unknown events', () => {
    expect(schemaOf('needs.human').safeParse({ ...EVENTS['needs.human'].example, extra: 1 }).success).toBe(false);
    expect(schemaOf('needs.human').safeParse({ ...EVENTS['needs.human'].example, v: 0 }).success).toBe(false);
  });
});

const LIST_TYPES = Object.keys(LIST_EVENTS) as (keyof typeof LIST_EVENTS)[];

describe('the schema of the events of a task list', () => {
  it.each(LIST_TYPES)('has a valid example of %s', (type) => {
    expect(schemaOfList(type).parse(LIST_EVENTS[type].example)).toEqual(LIST_EVENTS[type].example);
  });
});
