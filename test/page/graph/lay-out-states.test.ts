import { describe, expect, it } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/index.ts';
import { readChart } from '../../../src/page/graph/lay-out-states.ts';

const chart = readChart({ phases: DEFAULT_PHASES.slice(0, 2) });

describe('the chart, read from the machine', () => {
  it('has every state, each behind the one around it, and knows which phase it is', () => {
    expect(chart.states.map(({ id, key, kind, phase, parent }) => [id, key, kind, phase, parent])).toEqual([
      ['tdd.working', 'working', 'outer', null, null],
      ['tdd.working.red', 'red', 'phase', 'RED', 'tdd.working'],
      ['tdd.working.green', 'green', 'phase', 'GREEN', 'tdd.working'],
      ['tdd.working.where', 'where', 'history', null, 'tdd.working'],
      ['needsHuman', 'needsHuman', 'halt', null, null],
      ['completed', 'completed', 'end', null, null],
      ['tdd.aborted', 'aborted', 'end', null, null],
    ]);
    expect(chart.states.filter(({ isFirst }) => isFirst).map(({ id }) => id)).toEqual([
      'tdd.working',
      'tdd.working.red',
    ]);
  });

  it('has every transition, with its guard; the chart’s own events are arrows of each state that is not final', () => {
    expect(chart.arrows.map(({ from, kind, event, guard, to }) => [from, kind, event, guard, to])).toEqual([
      ['tdd.working', 'halt', 'HALT', null, 'needsHuman'],
      ['tdd.working.red', 'leave', 'ITERATION', 'gatesAgree', 'tdd.working.green'],
      ['tdd.working.red', 'held', 'ITERATION', null, 'tdd.working.red'],
      ['tdd.working.red', 'skip', 'SKIP', null, 'tdd.working.green'],
      ['tdd.working.green', 'leave', 'ITERATION', 'gatesAgree', 'completed'],
      ['tdd.working.green', 'held', 'ITERATION', null, 'tdd.working.green'],
      ['tdd.working.green', 'skip', 'SKIP', null, 'completed'],
      ['needsHuman', 'resume', 'RESUME', null, 'tdd.working.where'],
      ['needsHuman', 'skip', 'SKIP', null, 'tdd.working.where'],
      ['tdd.working', 'abort', 'ABORT', null, 'tdd.aborted'],
      ['needsHuman', 'abort', 'ABORT', null, 'tdd.aborted'],
    ]);
  });

  it('shows the purpose of a phase and the conditions of its exit, as in the config', () => {
    const red = chart.states.find(({ phase }) => phase === 'RED');
    expect({ description: red?.description, gates: red?.gates }).toEqual({
      description: DEFAULT_PHASES[0].purpose,
      gates: { gate_1: DEFAULT_PHASES[0].gate_1.condition, gate_2: 'exit_signal == true' },
    });
    expect(chart.states.filter(({ gates }) => gates !== undefined)).toHaveLength(2);
  });

  it('is refused where no chart can be built', () => {
    expect(() => readChart({ phases: [] })).toThrow('Cannot build a chart without phases: name at least one.');
  });
});
