import { aFinding } from '../evidence/findings/a-finding.ts';
import { describe, expect, test } from 'vitest';
import { pageEventOf } from '../../src/page/inspector/server/show-run.ts';
import { trimRecord } from '../../src/page/render-page.ts';
import type { WorkRecord } from '../../src/records/records.ts';
import { FORCED } from './report/a-ledger.ts';

const [STARTED] = FORCED;
const decidedIn = (records: readonly WorkRecord[]) => {
  const found = records.find((record) => record.type === 'iteration.decided' && record.data.record.failing.length > 0);
  if (found?.type !== 'iteration.decided') throw new Error('The ledger of this test has no such record.');
  return found;
};
const sizeOf = (value: unknown): number => JSON.stringify(value).length;

describe('a record as the page gets it', () => {
  test('is what the ledger has, where that is little', () => {
    for (const record of FORCED.filter(({ type }) => ['phase.exited', 'run.ended', 'turn.started'].includes(type)))
      expect(trimRecord(record)).toEqual(record);
  });

  test('has no config, which may name keys, no baseline, and nothing of what is frozen', () => {
    const secret = { agent: { env: { API_KEY: 'sk-very-secret' } } };
    if (STARTED?.type !== 'run.started') throw new Error('The ledger of this test does not begin.');
    const trimmed = trimRecord({ ...STARTED, data: { ...STARTED.data, config: secret } });
    expect(JSON.stringify(trimmed)).not.toContain('secret');
    expect(trimmed.data).toMatchObject({
      config: null,
      frozen: {},
      baseline: { passing: [], skipped: [], known_failing: [] },
    });
    expect(Object.keys(trimmed.data)).not.toContain('sources');
    for (const record of FORCED.map((each) => trimRecord(each)))
      if (record.type === 'iteration.decided' && record.data.exit !== undefined)
        expect(record.data.exit).toMatchObject({ frozen: {}, tests: [], failing: [] });
  });

  test('keeps every clause, metric and number of a decision', () => {
    const decided = decidedIn(FORCED);
    expect(trimRecord(decided).data).toMatchObject({
      decision: decided.data.decision,
      record: { metrics: decided.data.record.metrics, signal: decided.data.record.signal },
    });
  });

  test('says how much there was of what was cut, and where, however often it is cut', () => {
    const decided = decidedIn(FORCED);
    const failing = Array.from({ length: 500 }, (_, n) => ({ file: 'a', name: `${n}`, message: 'no' }));
    const { record } = decided.data;
    const trimmed = trimRecord({ ...decided, data: { ...decided.data, record: { ...record, failing } } });
    if (trimmed.type !== 'iteration.decided') throw new Error('It is another record now.');
    expect(trimmed.data.record.failing).toEqual(failing.slice(0, 25));
    expect(trimmed.totals).toEqual({ 'record.failing': 500 });
    const again = trimRecord(trimmed, 100);
    expect(again.totals).toEqual({ 'record.failing': 500 });
  });

  test('keeps every clause that is not met, however little room there is: one that is left out would be shown as met', () => {
    const decided = decidedIn(FORCED);
    const { decision, record } = decided.data;
    const unmet = Array.from({ length: 30 }, (_, n) => ({
      clause: `metric_${n} == 0`,
      because: 'got 1, expected 0',
      metrics: [`metric_${n}`],
    }));
    const long = Array.from({ length: 50 }, () => ({ file: 'a'.repeat(900), name: 'b'.repeat(900), message: 'no' }));
    const trimmed = trimRecord({
      ...decided,
      data: {
        ...decided.data,
        decision: { ...decision, gate_1: { ...decision.gate_1, unmet } },
        record: { ...record, failing: long },
      },
    });
    if (trimmed.type !== 'iteration.decided') throw new Error('It is another record now.');
    expect(trimmed.data.decision.gate_1.unmet).toEqual(unmet);
    expect(trimmed.data.record.failing.length).toBeLessThan(25);
    expect(trimmed.totals).toEqual({ 'record.failing': 50 });
  });

  test('is a few kilobytes, whatever an agent or a test wrote into it', () => {
    const decided = decidedIn(FORCED);
    const long = '\u001B[31m<script>\u202E'.repeat(5_000);
    const failing = Array.from({ length: 500 }, () => ({ file: long, name: long, message: long }));
    const findings = Array.from({ length: 2_000 }, () => aFinding(long));
    const { record } = decided.data;
    const told = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}${long}`, long]));
    const hostile = { ...record, failing, findings, signal: { ...record.signal, told } };
    expect(sizeOf(trimRecord({ ...decided, data: { ...decided.data, record: hostile } }))).toBeLessThan(40_000);
  });

  test('keeps a file named __proto__ a file', () => {
    const files = JSON.parse('{"__proto__":"absent"}') as Readonly<Record<string, string>>;
    const data = { phase: 'RED', by: 'ann', reason: 'x', files, tests: [] };
    const trimmed = trimRecord({ type: 'operator.accepted', at: '2026-01-13T10:00:00.000Z', data });
    expect(JSON.stringify(trimmed.data)).toContain('{"__proto__":"absent"}');
  });
});

describe('events for the page', () => {
  const AT = { v: 4, at: '2026-01-13T10:00:00.000Z', run: 'r', phase: 'RED', iteration: 1 } as const;

  test('has nothing that the agent prints', () => {
    expect(pageEventOf({ ...AT, type: 'agent.output', stream: 'stdout', text: 'sk-very-secret' })).toBeNull();
  });

  test('is cut, and made visible', () => {
    const event = { ...AT, type: 'test.failed', suite_passing: 0, suite_failing: 1, suite_skipped: 0 } as const;
    expect(pageEventOf({ ...event, file: 'a\u202E', name: 'x'.repeat(900), message: '\u001B[2Jgone' })).toEqual({
      ...event,
      file: 'a[U+202E]',
      name: `${'x'.repeat(500)}… (cut: 900 characters)`,
      message: 'gone',
      news: null,
    });
  });
});
