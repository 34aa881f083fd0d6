import { describe, expect, it } from 'vitest';
import { HISTORY_LENGTH, renderStatePage, type StateFacts } from '../../../src/view/state-page/render-state-page.ts';

const FACTS: StateFacts = {
  standing: 'stuck',
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
  at: '2026-01-02T03:04:05.000Z',
  ends: [],
};
const anEnd = (why: string, minute = 0) => ({
  at: new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString(),
  run: 'a-run',
  standing: 'stuck' as const,
  exit_code: 1,
  why,
});

describe('STATE.md', () => {
  it('says where the work stands, what a person can do, and how it ended so far', () => {
    expect(renderStatePage({ ...FACTS, ends: [anEnd('no progress')] })).toMatchInlineSnapshot(`
      "# State of the work

      Status: STUCK

      - Run: 20260102-030405-abcdef
      - Work: \`SPEC.md\`
      - Phase: GREEN (2 of 2)
      - Iteration: 3
      - Why: \`no progress\`
      - As of: 2026-01-02T03:04:05.000Z

      ## Next

      - \`dualgate explain\`: why the last iteration was held
      - \`dualgate resume\`: go on, with a new allowance of iterations
      - \`dualgate guide "TEXT"\`: tell the agent something before that
      - \`dualgate skip -m "why"\`: force the phase; recorded for ever
      - \`dualgate abort -m "why"\`: end it for good

      ## History

      - 2026-01-02T03:00:00.000Z STUCK (exit code 1), run a-run: \`no progress\`

      Made from the ledgers in \`.dualgate/runs\`; nothing is decided by it. \`dualgate report\` says more.
      "
    `);
  });

  it('says what an active run waits for; of one that ended it says nothing of that', () => {
    const waits = { for: 'retry', until: '2026-01-02T03:14:00.000Z', why: 'The agent\ncrashed' } as const;
    expect(renderStatePage({ ...FACTS, standing: 'running', waits })).toContain(
      '- Waits: until 2026-01-02T03:14:00.000Z, before the agent is tried again: `The agent crashed`\n',
    );
    expect(renderStatePage({ ...FACTS, waits })).not.toContain('Waits');
  });

  it('says of a run that never began how one begins', () => {
    const page = renderStatePage({ ...FACTS, standing: 'needs_human', began: false, phase: null });
    expect(page).toContain(
      '- `dualgate doctor`: what is in the way of a run\n- `dualgate run`: begin, when it is fixed',
    );
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
    expect(page.match(/^#.*/gm)).toEqual(['# State of the work', '## Forced exits', '## Next', '## History']);
    expect(page).not.toMatch(/[\u202E\u0085]/);
  });

  it('lists no more ends than a person reads, and says where the others are', () => {
    const ends = Array.from({ length: HISTORY_LENGTH + 1 }, (_, i) => anEnd('why', i));
    const page = renderStatePage({ ...FACTS, ends });
    expect(page.match(/^- \S+Z STUCK/gm)).toHaveLength(HISTORY_LENGTH);
    expect(page).toContain('- Older ones are in the ledgers.');
  });
});
