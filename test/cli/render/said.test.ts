import { describe, expect, test } from 'vitest';
import { renderDetail, renderSaid, renderScore, renderSession } from '../../../src/cli/render/said.ts';

describe('what the agent reports with its signal', () => {
  test('is its progress and its blockers, without control characters', () => {
    expect(renderSaid({ told: { progress_percent: 40 }, blockers: ['no key\u001B[2J', 'no network'] })).toEqual([
      'reported progress: 40 %',
      'blocked by: no key',
      'blocked by: no network',
    ]);
    expect(renderSaid({ blockers: [] })).toEqual([]);
  });

  test('is its confidence, and its request to lift the threshold', () => {
    expect(renderSaid({ told: { confidence: 'high', override: true }, blockers: [] })).toEqual([
      'reported confidence: high',
      'requests to lift the threshold (EXIT_OVERRIDE)',
    ]);
    expect(renderSaid({ told: { override: false }, blockers: [] })).toEqual([]);
  });
});

test('the problem of a block is shown in its own words, without control characters', () => {
  expect(renderDetail({ detail: "unsupported version: expected '1.x', got '2\u001B[2J'" })).toEqual([
    "in the block: unsupported version: expected '1.x', got '2'",
  ]);
  expect(renderDetail({})).toEqual([]);
});

describe('a completed session', () => {
  const head = { v: 4, at: '2026-01-02T03:04:05.678Z', run: 'r', type: 'session.completed' } as const;
  const session = { ...head, session_id: 's', actor_id: 'a', phase: 'GREEN', iteration: 2, attempt: 1 };

  test('is its work phase, its end and the next phase', () => {
    const how = { phase_completed: 'IMPLEMENTATION', exit_reason: 'completed', next_work_phase: 'CI_PENDING' } as const;
    expect(renderSession({ ...session, ...how })).toBe('session completed: IMPLEMENTATION completed, next CI_PENDING');
  });

  test('has the references of the agent, and the forced exits', () => {
    const how = { phase_completed: 'DRAFT', exit_reason: 'completed', next_work_phase: null } as const;
    const named = { pr_url: 'https://example.org/1', evidence_bundle_ref: 'e.yaml', forced_exits: ['RED'] };
    expect(renderSession({ ...session, ...how, ...named })).toBe(
      'session completed: DRAFT completed, https://example.org/1, e.yaml, with a forced exit of RED',
    );
  });
});

describe('a score', () => {
  test('has its points, its basis, and what decided', () => {
    const parts = { block: 0, phase_complete: 0, files_modified: 15, task_done: 0, keywords: 10, tests_status: 0 };
    const confidence = {
      score: 25,
      threshold: 70,
      parts,
      keywords: ['done'],
      basis: 'keywords',
      low_claims: 1,
    } as const;
    const at = { type: 'completion.scored', v: 4, at: '', run: '', phase: 'GREEN', iteration: 1 } as const;
    expect(renderScore({ ...at, confidence, verdict: { outcome: 'held', decided_by: 'score' } })).toBe(
      'confidence 25 of 70 required (files modified 15, keywords 10; no status block, so by its text alone), decided by the score',
    );
  });
});
