import { expect, test } from 'vitest';
import { renderExitGate, renderIndicators } from '../../../src/cli/render/exit-gate.ts';

const EVENT = {
  v: 4,
  at: '2026-01-02T03:04:05.678Z',
  run: 'r1',
  phase: 'GREEN',
  iteration: 1,
  indicators: 3,
  completion_indicators: 1,
  evidence_indicators: 2,
  threshold: 2,
  explicit: true,
} as const;

test('the exit gate is one line, which says when other clauses hold the phase', () => {
  expect(renderExitGate({ ...EVENT, type: 'exit_gate_passed', decided_by: 'exit_gate' })).toBe(
    'indicators: 3 of 2 (1 in text, 2 in evidence)',
  );
  expect(renderExitGate({ ...EVENT, type: 'exit_gate_blocked', decided_by: 'other_clauses' })).toBe(
    'indicators: 3 of 2 (1 in text, 2 in evidence); other clauses hold the phase',
  );
});

test('a lifted threshold is not shown as a number', () => {
  expect(renderExitGate({ ...EVENT, threshold: 0, type: 'exit_gate_passed', decided_by: 'exit_gate' })).toBe(
    'indicators: 3, none required (1 in text, 2 in evidence)',
  );
});

test('indicators have names without control sequences', () => {
  const evidence = { tests: true, acceptance_criteria: false };
  expect(renderIndicators({ patterns: ['ready\u001B[2J'], evidence, threshold: 2 }).join('\n')).not.toContain('\u001B');
  expect(renderIndicators({ patterns: ['ready'], evidence, threshold: 4, lifted: true })).toEqual([
    '  - in its text: ready',
    '  - tests: yes',
    '  - acceptance_criteria: no',
    '  2 of 4 (lifted by EXIT_OVERRIDE)',
  ]);
});
