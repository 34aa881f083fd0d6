import { beforeEach, describe, expect, it } from 'vitest';
import { inZone } from '../../in-zone.ts';
import { HISTORY_LENGTH, renderStatePage, type StateFacts } from '../../../src/view/state-page/past-ends.ts';

beforeEach(() => inZone('UTC'));

const FACTS: StateFacts = {
  status: 'stuck',
  began: true,
  run: '20260102-030405-abcdef',
  why: 'no progress',
  spec: 'SPEC.md',
  phases: ['RED', 'GREEN'],
  phase: 'GREEN',
  iteration: 3,
  held: null,
  waits: null,
  forced_exits: [],
  breaker: { exhausted: false },
  branch: null,
  at: '2026-01-02T03:04:05.000Z',
  ends: [],
};
const anEnd = (why: string, minute = 0) => ({
  at: new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString(),
  run: 'a-run',
  status: 'stuck' as const,
  exit_code: 1,
  why,
});

describe('STATE.md', () => {
  it('says where the work is, what a person can do, and how it ended so far', () => {
    expect(renderStatePage({ ...FACTS, ends: [anEnd('no progress')] })).toMatchInlineSnapshot(`
      "# State of the work

      Status: STUCK

      - Next: \`dualgate resume\`: continue, with all counters (iterations, limits, circuit breaker) back at 0
      - Why: \`no progress\`
      - Run: 20260102-030405-abcdef
      - Work: \`SPEC.md\`
      - Phase: GREEN (2 of 2)
      - Iteration: 3
      - As of: 2026-01-02 03:04 UTC

      ## Other commands

      - \`dualgate explain\`: see why the last iteration was held
      - \`dualgate guide "TEXT"\`: tell the agent what to do differently, then resume
      - \`dualgate reset -m "why"\`: set all counters back to 0, but do not continue yet
      - \`dualgate skip -m "why"\`: exit the phase although its gates are not satisfied, then resume
      - \`dualgate abort -m "why"\`: end the run for good

      ## History

      - 2026-01-02 03:00 UTC STUCK (exit code 1), run a-run: \`no progress\`

      Generated from the ledgers in \`.dualgate/runs\`; no decision uses this page. Details: \`dualgate report\`.
      "
    `);
  });

  it('shows the wait of an active run, and none of one that ended', () => {
    const waits = { for: 'retry', until: '2026-01-02T03:14:00.000Z', why: 'The agent\ncrashed' } as const;
    expect(renderStatePage({ ...FACTS, status: 'running', waits })).toContain(
      '- Waits: until 2026-01-02 03:14 UTC, before the next attempt of the agent: `The agent crashed`\n',
    );
    expect(renderStatePage({ ...FACTS, waits })).not.toContain('Waits');
  });

  it('says how a run begins if it never began', () => {
    const page = renderStatePage({ ...FACTS, status: 'needs_human', began: false, phase: null });
    expect(page).toContain('- Next: `dualgate doctor`: find what prevents a run\n');
    expect(page).toContain('\n- `dualgate run`: start again when it is fixed\n');
    expect(page).not.toContain('dualgate resume');
  });

  it('has one line that begins with Status, whatever an agent writes', () => {
    const hostile = 'x`\n\nStatus: COMPLETED\r\nStatus: COMPLETED\u2028Status: COMPLETED\u0085\n# Status\n<b>\u202E';
    const page = renderStatePage({
      ...FACTS,
      why: hostile,
      spec: hostile,
      forced_exits: [{ phase: hostile, by: hostile, reason: hostile, at: FACTS.at }],
      ends: [anEnd(hostile)],
    });
    expect(page.split(/[\n\r\u2028\u2029\u0085]/).filter((line) => /^\W*Status/.test(line))).toEqual(['Status: STUCK']);
    expect(page.match(/^#.*/gm)).toEqual(['# State of the work', '## Forced exits', '## Other commands', '## History']);
    expect(page).not.toMatch(/[\u202E\u0085]/);
  });

  it('lists a bounded number of ends, and says where the others are', () => {
    const ends = Array.from({ length: HISTORY_LENGTH + 1 }, (_, i) => anEnd('why', i));
    const page = renderStatePage({ ...FACTS, ends });
    expect(page.match(/^- \S+ \S+ UTC STUCK/gm)).toHaveLength(HISTORY_LENGTH);
    expect(page).toContain('- Older ends are in the ledgers.');
  });
});
