/** The kinds of records and the events that they emit, over the records of recorded runs. */
import { describe, expect, test } from 'vitest';
import type { RecordKind } from '../../src/records/record.ts';
import { eventsOf, RECORDS, type WorkRecord } from '../../src/records/records.ts';
import { EVENTS_VERSION } from '../../src/records/run-events.ts';
import { EVENTS, schemaOf } from '../cli/reference/event-schemas.ts';
import { isDurable } from '../cli/reference/render-events.ts';
import { SAMPLE_LEDGERS } from './sample-ledgers.ts';

/** Hashes of frozen files: they belong to the run alone. */
const frozenIn = (records: readonly WorkRecord[]): readonly string[] =>
  records
    .flatMap((record) => {
      if (record.type === 'run.started') return Object.values(record.data.frozen);
      return record.type === 'operator.accepted' ? Object.values(record.data.files) : [];
    })
    .filter((state) => /^[0-9a-f]{64}$/.test(state));

describe('the kinds of records', () => {
  test('are all in the sample ledgers', () => {
    const seen = new Set(Object.values(SAMPLE_LEDGERS).flatMap((records) => records.map(({ type }) => type)));
    expect([...seen].sort()).toEqual(Object.keys(RECORDS).sort());
  });

  test('emit every event that is not marked as transient, and no other', () => {
    const emitted = Object.values(SAMPLE_LEDGERS).flatMap((records) =>
      records.flatMap(({ type, data }) => eventsOf(type, data as never).map((event) => event.type)),
    );
    expect([...new Set(emitted)].sort()).toEqual(Object.keys(EVENTS).filter(isDurable).sort());
  });

  test('cannot be written so that they emit a transient event', () => {
    const kind: RecordKind<string> = {
      meaning: 'none',
      // @ts-expect-error -- a notice is marked as transient
      events: (text) => [{ type: 'notice', text }],
    };
    expect(kind.events?.('Resumed.')).toEqual([{ type: 'notice', text: 'Resumed.' }]);
  });

  test.each(Object.entries(SAMPLE_LEDGERS))(
    'emit events of the schema, without the hash of a frozen file: %s',
    (_name, records) => {
      const frozen = frozenIn(records);
      expect(frozen).not.toEqual([]);
      for (const { type, at, data } of records)
        for (const body of eventsOf(type, data as never)) {
          const event = { v: EVENTS_VERSION, at, run: 'it', ...body };
          expect(schemaOf(body.type).parse(event)).toEqual(event);
          for (const hash of frozen) expect(JSON.stringify(event)).not.toContain(hash);
        }
    },
  );
});
