import { describe, expect, it } from 'vitest';
import { renderEvent } from '../../../src/cli/render/event-lines.ts';
import { createPaint } from '../../../src/cli/render/text/paint.ts';
import { type RunEventBody, eventAt } from './an-event.ts';

const render = (body: RunEventBody): readonly string[] => renderEvent(eventAt(0, body), createPaint(false));
const AT = { phase: 'GREEN', iteration: 2 };
const ENDED = {
  type: 'review.ended',
  ...AT,
  reviewer: 'codex',
  outcome: 'approved',
  why: '',
  findings: [],
  turn: { outcome: 'ok', exit_code: 0, ms: 4_120 },
} as const;

describe('a review in a pipe', () => {
  it('has a line for its start and its end', () => {
    expect(render({ type: 'review.started', ...AT, reviewer: 'codex' })).toEqual([
      'GREEN 2  both gates agree on the rest; codex reviews the change',
    ]);
    expect(render(ENDED)).toEqual(['GREEN 2  review: approved, 4.1 s']);
    expect(render({ ...ENDED, outcome: 'no_verdict', why: 'it printed nothing' })).toEqual([
      'GREEN 2  review: no verdict: it printed nothing, 4.1 s',
    ]);
  });

  it('has a line for each finding, without control characters', () => {
    const findings = [
      { path: 'src/a.js', line: 3, problem: 'is \u001B[31mfaked' },
      { path: 'src/b.js', line: null, problem: 'is missing' },
    ];
    const [first, ...rest] = render({
      ...ENDED,
      outcome: 'findings',
      why: 'it both approves and names findings',
      findings,
    });
    expect(first).toBe('GREEN 2  review: 2 findings (it both approves and names findings), 4.1 s');
    expect(rest.join('')).not.toContain('\u001B');
    expect(rest.at(-1)).toBe('GREEN 2    - src/b.js: is missing');
  });
});
