import { describe, expect, test } from 'vitest';
import { createCurrentEvents } from '../../../src/run/feed/current-events.ts';
import type { RunEvent, RunEventBody } from '../../../src/records/run-events.ts';

const PHASES = ['RED', 'GREEN', 'REFACTOR'];
const COUNTS = { suite_passing: 1, suite_failing: 0, suite_skipped: 0 };
const at = (phase: string, iteration: number) => ({ phase, iteration });

const started: RunEventBody = { type: 'run.started', phases: PHASES, phase: 'RED', resumed: false, folder: '/project' };
const entered = (phase: string): RunEventBody => ({ type: 'phase.entered', phase, purpose: 'x' });
const begun = (phase: string, iteration = 1): RunEventBody => ({
  type: 'iteration.started',
  ...at(phase, iteration),
  attempt: 1,
});
const worked = (phase: string, iteration = 1): RunEventBody => ({
  type: 'turn.ended',
  ...at(phase, iteration),
  attempt: 1,
  turn: { outcome: 'ok', exit_code: 0, ms: 5 },
  transcript: 'x',
});
const counted = (phase: string, iteration = 1): RunEventBody => ({
  type: 'test.passed',
  ...at(phase, iteration),
  file: 'a',
  name: 'b',
  ...COUNTS,
});
const tested = (phase: string, iteration = 1): RunEventBody => ({
  type: 'tests.ended',
  ...at(phase, iteration),
  green: true,
  ms: 5,
  exit_code: 0,
  problems: [],
  ...COUNTS,
});
const held = (phase: string, iteration = 1): RunEventBody => ({
  type: 'phase.held',
  ...at(phase, iteration),
  reason: 'The agent said nothing',
  unmet: [],
  findings: [],
  failing: [],
  failing_count: 0,
});
const left = (phase: string): RunEventBody => ({ type: 'phase.exited', ...at(phase, 1), forced_exit: false });
const waiting: RunEventBody = {
  type: 'waiting',
  ...at('GREEN', 2),
  attempt: 1,
  for: 'breaker',
  until: '2026-01-13T11:00:00.000Z',
  why: 'x',
};

/** Events that a late listener receives after these. */
const current = (...events: readonly RunEventBody[]): readonly string[] => {
  const kept = createCurrentEvents();
  events.forEach((each, i) =>
    kept.receive({ v: 4, at: new Date(Date.UTC(2026, 0, 13, 10, 0, i)).toISOString(), run: 'a-run', ...each }),
  );
  return kept.list().map(brief);
};
const brief = (event: RunEvent): string =>
  [event.type, 'phase' in event ? event.phase : undefined, 'iteration' in event ? event.iteration : undefined]
    .filter((each) => each !== undefined)
    .join(' ');

const TO_GREEN = [started, entered('RED'), begun('RED'), worked('RED'), tested('RED'), left('RED'), entered('GREEN')];
const BEFORE = ['run.started RED', 'phase.entered RED', 'phase.exited RED 1', 'phase.entered GREEN'];

describe('the events for a late reader of a run', () => {
  test('is nothing before it began', () => {
    expect(current()).toEqual([]);
  });

  test('are the exited phases, the active one, and its current events', () => {
    expect(current(...TO_GREEN, begun('GREEN'), worked('GREEN'), tested('GREEN'), counted('GREEN'))).toEqual([
      ...BEFORE,
      'iteration.started GREEN 1',
      'turn.ended GREEN 1',
      'tests.ended GREEN 1',
      'test.passed GREEN 1',
    ]);
  });

  test('are of the present iteration, with what held the last one', () => {
    expect(current(...TO_GREEN, begun('GREEN'), worked('GREEN'), held('GREEN'), begun('GREEN', 2))).toEqual([
      ...BEFORE,
      'phase.held GREEN 1',
      'iteration.started GREEN 2',
    ]);
  });

  test('are the current wait, and not the events before it', () => {
    expect(current(...TO_GREEN, begun('GREEN'), worked('GREEN'), held('GREEN'), waiting)).toEqual([
      ...BEFORE,
      'phase.held GREEN 1',
      'waiting GREEN 2',
    ]);
    expect(current(...TO_GREEN, waiting, begun('GREEN', 2)).at(-1)).toBe('iteration.started GREEN 2');
  });

  test('counts every test run of the iteration, and a test only in the current run', () => {
    expect(current(...TO_GREEN, begun('GREEN'), counted('GREEN'), tested('GREEN'), tested('GREEN'))).toEqual([
      ...BEFORE,
      'iteration.started GREEN 1',
      'tests.ended GREEN 1',
      'tests.ended GREEN 1',
    ]);
  });

  test('is a check or a mutation check only while it runs', () => {
    const check: RunEventBody = { type: 'check.started', check: 'types', command: 'tsc' };
    const passed: RunEventBody = {
      type: 'check.ended',
      check: 'types',
      ok: true,
      because: 'exit code 0',
      exit_code: 0,
      ms: 1,
      said: [],
    };
    expect(current(...TO_GREEN, begun('GREEN'), check).at(-1)).toBe('check.started');
    expect(current(...TO_GREEN, begun('GREEN'), check, passed).at(-1)).toBe('iteration.started GREEN 1');
  });

  test('forgets the phases that were rolled back', () => {
    const back: RunEventBody = { type: 'operator.rolled_back', phase: 'GREEN', by: 'ann', reason: 'x', commit: 'c' };
    const there = [...TO_GREEN, left('GREEN'), entered('REFACTOR'), begun('REFACTOR'), back];
    expect(current(...there)).toEqual(['run.started RED', 'phase.entered RED', 'phase.exited RED 1']);
  });

  test('begin again with the run', () => {
    expect(current(...TO_GREEN, { ...started, resumed: true, phase: 'GREEN' })).toEqual(['run.started GREEN']);
  });

  test('stay as few after a thousand iterations', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => [
      begun('GREEN', i + 1),
      worked('GREEN', i + 1),
      counted('GREEN', i + 1),
      tested('GREEN', i + 1),
      held('GREEN', i + 1),
    ]);
    expect(current(...TO_GREEN, ...many.flat())).toEqual([
      ...BEFORE,
      'iteration.started GREEN 1000',
      'turn.ended GREEN 1000',
      'tests.ended GREEN 1000',
      'phase.held GREEN 1000',
    ]);
  });
});
