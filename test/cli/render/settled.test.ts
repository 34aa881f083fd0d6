import { describe, expect, it } from 'vitest';
import type { FindingCode } from '../../../src/findings/findings.ts';
import { adviseAfter, nameStatus } from '../../../src/cli/render/settled.ts';
import { EXIT_CODES } from '../../../src/index.ts';

const STATUSES = [
  'completed',
  'paused',
  'stuck',
  'aborted',
  'interrupted',
  'needs_human',
] as const satisfies readonly (keyof typeof EXIT_CODES)[];

describe('the end of a run', () => {
  it('has a name for people', () => {
    expect(STATUSES.map(nameStatus)).toEqual([
      'completed',
      'paused',
      'stuck',
      'aborted',
      'interrupted',
      'needs a person',
    ]);
  });

  it('is followed by what can be done about it', () => {
    expect(
      STATUSES.map((status) => [status, ...adviseAfter(status, { began: true, findings: [] })].join('\n')).join('\n\n'),
    ).toMatchInlineSnapshot(`
      "completed

      paused

      stuck
      Next:
        dualgate explain             why the last iteration was held
        dualgate resume              go on, with a new allowance of iterations
        dualgate guide "TEXT"        tell the agent something before that
        dualgate skip -m "why"       force the phase; recorded for ever
        dualgate abort -m "why"      end it for good

      aborted

      interrupted
      Next:
        dualgate resume              go on

      needs_human
      Next:
        dualgate explain             why the last iteration was held
        dualgate resume              go on when it is fixed
        dualgate guide "TEXT"        tell the agent something before that
        dualgate skip -m "why"       force the phase; recorded for ever
        dualgate abort -m "why"      end it for good"
    `);
  });

  it('offers accept where a frozen file was changed, and only there', () => {
    const offers = (code: FindingCode) =>
      adviseAfter('needs_human', { began: true, findings: [{ code }] }).filter((line) =>
        line.includes('dualgate accept'),
      );
    expect(offers('tampering.changed')).toEqual([
      '  dualgate accept              list the changes to frozen files; --all -m "why" accepts them',
    ]);
    expect(offers('check.failed')).toEqual([]);
  });

  it('is followed by nothing when the run never began: there is no ledger to go on with', () => {
    expect(STATUSES.flatMap((status) => adviseAfter(status, { began: false, findings: [] }))).toEqual([]);
  });
});
