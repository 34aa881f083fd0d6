import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/ledger/json.ts';
import { createMemoryLedger } from '../../src/ledger/ledger.ts';
import { judgeApprovals } from '../../src/prove/judge-approvals.ts';
import { makeTempFolder, STILL } from '../ledger/temp-folder.ts';

const AT = { phase: 'GREEN', iteration: 2, attempt: 1 } as const;
const TREE = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const COMMIT = '9a1c3f2e5b7d8a6c4e0f1b2d3c5a7e9f8b6d4c2a';

type Written = readonly [type: string, data: JsonObject];

const measured = { ...AT, tree: { after: TREE } };
const approval = { approved: true, by: 'ann', tree: TREE };
const ASKED: Written = ['approval.asked', { record: measured }];
const APPROVED: Written = ['operator.approved', { ...AT, tree: TREE, by: 'ann' }];
const DECIDED: Written = ['iteration.decided', { record: { ...measured, approval } }];

const PHASES = [{ phase: 'RED' }, { phase: 'GREEN', confirm: true }];

/** The exit of the last record, sealed as a person with the code at hand would seal any ledger anew. */
const judge = async (
  written: readonly Written[],
  { sources = TREE, phase = 'GREEN', forced = null as null | { by: string; reason: string }, phases = PHASES } = {},
) => {
  const ledger = createMemoryLedger(STILL);
  for (const [type, data] of written) ledger.append(type, data);
  const path = join(makeTempFolder(), 'ledger.jsonl');
  writeFileSync(path, ledger.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const record = { seq: ledger.head.seq, hash: ledger.head.hash };
  return judgeApprovals(path, [{ commit: COMMIT, trailers: { phase, forced, record, sources } }], phases);
};

const SAYS = 'a person approved the sources of each exit of a phase with confirm: true';

describe('the proof of a run with confirm: true', () => {
  test('finds the approval of an exit: question, answer and decision are about the same sources', async () => {
    expect(await judge([ASKED, APPROVED, DECIDED])).toEqual([
      { id: 'approvals', says: SAYS, holds: true, because: [] },
    ]);
  });

  const forgeries: Readonly<Record<string, readonly Written[]>> = {
    'nobody approved': [ASKED, DECIDED],
    'a person rejected it': [ASKED, ['operator.rejected', { ...AT, tree: TREE, by: 'ann', reason: 'no' }], DECIDED],
    'a person took the approval back': [
      ASKED,
      APPROVED,
      ['operator.rejected', { ...AT, tree: TREE, by: 'ann', reason: 'no' }],
      DECIDED,
    ],
    'the approval is of other sources': [ASKED, ['operator.approved', { ...AT, tree: OTHER, by: 'ann' }], DECIDED],
    'the approval is of another iteration': [
      ASKED,
      ['operator.approved', { ...AT, iteration: 1, tree: TREE, by: 'ann' }],
      DECIDED,
    ],
    'another person approved': [ASKED, ['operator.approved', { ...AT, tree: TREE, by: 'bea' }], DECIDED],
    'it was approved before dualgate asked': [APPROVED, ASKED, DECIDED],
    'dualgate never asked': [APPROVED, DECIDED],
    'the question was about other sources': [
      ['approval.asked', { record: { ...AT, tree: { after: OTHER } } }],
      APPROVED,
      DECIDED,
    ],
    'the decision has no answer': [ASKED, APPROVED, ['iteration.decided', { record: measured }]],
    'the decision has a no': [
      ASKED,
      APPROVED,
      ['iteration.decided', { record: { ...measured, approval: { ...approval, approved: false } } }],
    ],
    'the approval was used for a decision before': [ASKED, APPROVED, DECIDED, DECIDED],
  };
  for (const [what, written] of Object.entries(forgeries))
    test(`does not hold when ${what}`, async () => {
      expect(await judge(written)).toEqual([
        {
          id: 'approvals',
          says: SAYS,
          holds: false,
          because: [
            `the ledger has no approval of the sources of the commit of GREEN (9a1c3f2e5b7d), which record ${written.length - 1} exits`,
          ],
        },
      ]);
    });

  test('does not hold when the commit has other sources than the approved ones', async () => {
    expect(await judge([ASKED, APPROVED, DECIDED], { sources: OTHER })).toMatchObject([{ holds: false }]);
  });

  test('asks for none where an operator forced the exit, or where no phase asks a person', async () => {
    expect(await judge([DECIDED], { forced: { by: 'ann', reason: 'down' } })).toMatchObject([{ holds: true }]);
    expect(await judge([DECIDED], { phase: 'RED' })).toMatchObject([{ holds: true }]);
    expect(await judge([DECIDED], { phases: [{ phase: 'GREEN' }] })).toEqual([]);
  });
});
