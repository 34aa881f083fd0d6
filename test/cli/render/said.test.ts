import { describe, expect, test } from 'vitest';
import { renderSaid, renderScore } from '../../../src/cli/render/said.ts';

describe('what the agent says besides its signal', () => {
  test('is its own progress and what blocks it, without control characters', () => {
    expect(renderSaid({ told: { progress_percent: 40 }, blockers: ['no key\u001B[2J', 'no network'] })).toEqual([
      'by its own word 40 % done',
      'blocked by: no key',
      'blocked by: no network',
    ]);
    expect(renderSaid({ blockers: [] })).toEqual([]);
  });

  test('is its confidence, and that it asks for a lower threshold', () => {
    expect(renderSaid({ told: { confidence: 'high', override: true }, blockers: [] })).toEqual([
      'by its own word of high confidence',
      'it asks for the threshold to be lifted (EXIT_OVERRIDE)',
    ]);
    expect(renderSaid({ told: { override: false }, blockers: [] })).toEqual([]);
  });
});

describe('a score', () => {
  test('names its points, what there was to go by, and what decided', () => {
    const parts = { block: 0, phase_complete: 0, files_modified: 15, task_done: 0, keywords: 10, tests_status: 0 };
    const confidence = {
      score: 25,
      threshold: 70,
      parts,
      keywords: ['done'],
      basis: 'keywords',
      low_claims: 1,
    } as const;
    const at = { type: 'completion.scored', v: 1, at: '', run: '', phase: 'GREEN', iteration: 1 } as const;
    expect(renderScore({ ...at, confidence, verdict: { outcome: 'held', decided_by: 'score' } })).toBe(
      'confidence 25 of 70 wanted (files modified 15, keywords 10; no status block, so by its words alone), decided by the score',
    );
  });
});
