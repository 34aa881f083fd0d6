/** Recorded runs as spans, and the spans as OTLP. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseLine } from '../../../src/ledger/ledger-record.ts';
import { asWorkRecord } from '../../../src/records/records.ts';
import { renderOtlp, type Span, spansOfRun } from '../../../src/page/report/spans-of-run.ts';

const readRecords = (name: string) =>
  readFileSync(new URL(`../../recorded/runs/${name}/ledger.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => asWorkRecord(parseLine(line)));

const spansOf = (name: string): readonly Span[] => spansOfRun(readRecords(name));
const RUNS = ['default', 'forced', 'halted', 'killed', 'paused'];

describe.each(RUNS)('the spans of the recorded run "%s"', (name) => {
  const spans = spansOf(name);

  test('have one root, and each of the others lies within its parent', () => {
    const byKey = new Map(spans.map((span) => [span.key, span]));
    expect(byKey.size).toBe(spans.length);
    expect(spans.filter(({ parent }) => parent === null).map(({ name: shown }) => shown)).toEqual(['dualgate run']);
    const outside = spans.filter(({ parent, from, to }) => {
      const above = parent === null ? undefined : byKey.get(parent);
      return parent !== null && (above === undefined || from < above.from || to > above.to || from > to);
    });
    expect(outside.map(({ key }) => key)).toEqual([]);
  });

  test('are the turns, gates and test runs of its records, with their results', () => {
    const records = readRecords(name);
    const decided = records.flatMap((record) => (record.type === 'iteration.decided' ? [record.data.decision] : []));
    const gates = (which: string) =>
      spans.flatMap(({ name: shown, attributes }) => (shown === which ? [attributes['dualgate.gate.satisfied']] : []));
    expect(gates('gate 1')).toEqual(decided.map(({ gate_1 }) => gate_1.satisfied));
    expect(gates('gate 2')).toEqual(decided.map(({ gate_2 }) => gate_2.satisfied));
    const countOf = (type: string) => records.filter((record) => record.type === type).length;
    expect(spans.filter(({ name: shown }) => shown === 'turn')).toHaveLength(countOf('turn.started'));
    expect(spans.filter(({ name: shown }) => shown === 'test run')).toHaveLength(countOf('tests.ended'));
  });
});

describe('a span', () => {
  test('of a held iteration has the reason, and one of its gates the clause', () => {
    const held = spansOf('default').filter(({ key, error }) => key.startsWith('GREEN 1') && error !== undefined);
    expect(held.map(({ key, error }) => [key, error])).toEqual([
      ['GREEN 1', 'Exit signal set but Gate 1 not satisfied'],
      ['GREEN 1, gate 1', expect.stringMatching(/^tests_failing == 0: got 1, expected 0; /)],
    ]);
  });

  test('of a forced phase says who forced it, and is there without a turn', () => {
    const forced = spansOf('forced').find(({ attributes }) => attributes['dualgate.forced'] === true);
    expect(forced).toMatchObject({ key: 'DOCUMENT', attributes: { 'dualgate.forced_by': expect.any(String) } });
  });

  test('of a run that ended badly and was completed later has no error', () => {
    const [failed] = spansOf('halted');
    expect(failed?.error).toEqual(expect.any(String));
    const [completed] = spansOf('default');
    expect(completed).not.toHaveProperty('error');
  });

  test('of a phase that is entered again is another one', () => {
    const records = readRecords('default');
    const again = records.map((record) => ({ ...record }));
    const keys = spansOfRun([...records.slice(0, -1), ...again.slice(2)]).map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['RED', 'RED (2)', 'RED (2) 1', 'RED (2) 1, gate 2']));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('OTLP', () => {
  const otlp = JSON.parse(renderOtlp([{ run: 'r-1', spans: spansOf('default') }]));
  const { spans } = otlp.resourceSpans[0].scopeSpans[0];

  test('has ids of 16 and 8 bytes, times in nanoseconds as text, and typed values', () => {
    expect(spans[0]).toEqual({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: 'dualgate run',
      kind: 1,
      startTimeUnixNano: expect.stringMatching(/^\d{13}000000$/),
      endTimeUnixNano: expect.stringMatching(/^\d{13}000000$/),
      attributes: expect.arrayContaining([
        { key: 'dualgate.status', value: { stringValue: 'completed' } },
        { key: 'process.exit.code', value: { intValue: '0' } },
      ]),
      status: {},
    });
  });

  test('of the same run is the same trace, and of another run another one', () => {
    const idsOf = (run: string) =>
      JSON.parse(renderOtlp([{ run, spans: spansOf('default') }])).resourceSpans[0].scopeSpans[0].spans.map(
        ({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }) => `${traceId} ${spanId}`,
      );
    expect(idsOf('r-1')).toEqual(idsOf('r-1'));
    expect(idsOf('r-1').filter((id: string) => idsOf('r-2').includes(id))).toEqual([]);
  });

  test('names in each span a parent that is there', () => {
    const ids = new Set(spans.map(({ spanId }: { readonly spanId: string }) => spanId));
    const parents = spans.flatMap(({ parentSpanId }: { readonly parentSpanId?: string }) => parentSpanId ?? []);
    expect(parents).toHaveLength(spans.length - 1);
    expect(parents.filter((id: string) => !ids.has(id))).toEqual([]);
  });
});
