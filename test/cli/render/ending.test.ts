import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../gates/iteration.ts';
import type { FindingCode } from '../../../src/evidence/findings/findings.ts';
import { adviseAfter } from '../../../src/cli/render/ending.ts';
import { aFinding } from '../../evidence/findings/a-finding.ts';
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
  it('is followed by the next commands', () => {
    expect(
      STATUSES.map((status) => [status, ...adviseAfter(status, { began: true })].join('\n')).join('\n\n'),
    ).toMatchInlineSnapshot(`
      "completed
      Next:
        dualgate report                   see what the run did

      paused
      Next:
        dualgate resume                   continue

      stuck
      Next:
        dualgate resume                   continue, with all counters (iterations, limits, circuit breaker) back at 0
      Other commands:
        dualgate explain                  see why the last iteration was held
        dualgate guide "TEXT"             tell the agent what to do differently, then resume
        dualgate reset -m "why"           set all counters back to 0, but do not continue yet
        dualgate skip -m "why"            exit the phase although its gates are not satisfied, then resume
        dualgate abort -m "why"           end the run for good

      aborted
      Next:
        dualgate run                      start a new run

      interrupted
      Next:
        dualgate resume                   continue
      Other commands:
        dualgate guide "TEXT"             tell the agent what to do differently, then resume
        dualgate skip -m "why"            exit the phase although its gates are not satisfied, then resume
        dualgate abort -m "why"           end the run for good

      needs_human
      Next:
        dualgate resume                   continue when the cause is fixed
      Other commands:
        dualgate explain                  see why the last iteration was held
        dualgate guide "TEXT"             tell the agent what to do differently, then resume
        dualgate skip -m "why"            exit the phase although its gates are not satisfied, then resume
        dualgate abort -m "why"           end the run for good"
    `);
  });

  it('suggests accept only if a frozen file was changed', () => {
    const offers = (code: FindingCode) =>
      adviseAfter('needs_human', { began: true, held: { findings: [{ ...aFinding('x'), code }] } }).filter((line) =>
        line.includes('dualgate accept'),
      );
    expect(offers('tampering.changed')).toEqual([
      '  dualgate accept                   list the changed frozen files, and show how to accept them',
    ]);
    expect(offers('check.failed')).toEqual([]);
  });

  it('names the old test that contradicts a new one in the command that lets it be edited', () => {
    const command = `dualgate reopen 'a.test.js > is none' -m "why"`;
    const reopened = (does: string) => {
      const found: Finding = { ...aFinding('x'), code: 'tests.contradiction', values: { does, command } };
      return adviseAfter('needs_human', { began: true, held: { failing_count: 1, findings: [found] } }).filter((line) =>
        line.includes('dualgate reopen'),
      );
    };
    expect(reopened('reopen')).toEqual([`  ${command}`]);
    expect(reopened('edit')).toEqual([
      '  dualgate reopen TEST -m "why"     let one frozen test be edited, then resume',
    ]);
  });

  it('offers a rollback only where a commit of an exited phase is', () => {
    const offers = (facts: object) =>
      adviseAfter('interrupted', { began: true, ...facts }).some((line) => line.includes('dualgate rollback'));
    expect([
      offers({ branch: 'dualgate/a', exited: true }),
      offers({ branch: 'dualgate/a', exited: false }),
      offers({ branch: null, exited: true }),
    ]).toEqual([true, false, false]);
  });

  it('of a run with commits leads to the merge, the report, the proof and a pull request', () => {
    expect(adviseAfter('completed', { began: true, branch: 'dualgate/a' })).toEqual([
      'Next:',
      '  git switch BRANCH && git merge dualgate/a',
      '                                    bring the work into your BRANCH',
      'Other commands:',
      '  dualgate report                   see what the run did',
      '  dualgate prove                    run the tests of its commits again, in clean checkouts',
      '  dualgate run --pr                 next time, open a draft pull request at the end',
    ]);
  });

  it('has no next commands for a run that never started, which has no ledger', () => {
    expect(STATUSES.flatMap((status) => adviseAfter(status, { began: false }))).toEqual([]);
  });
});
