import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLedger } from '../../src/ledger/ledger.ts';
import { readLedger } from '../../src/ledger/ledger-record.ts';
import { judgeReviews } from '../../src/prove/judge-ledger.ts';
import type { RunCommit } from '../../src/prove/run-commits.ts';
import { aFolder } from '../evidence/a-repository.ts';

const TREE = 'a'.repeat(64);

/** @param reviews - outcomes, each about this state of the sources, in the order of the ledger */
const judge = async (
  reviews: readonly (readonly [outcome: string, tree: string])[],
  spoil: Partial<RunCommit['trailers']> = {},
  after: typeof reviews = [],
) => {
  const path = join(await aFolder(), 'ledger.jsonl');
  const ledger = createLedger(path, { now: () => new Date('2026-01-01T00:00:00Z') });
  ledger.append('run.started', { run: 'r' });
  const note = ([outcome, tree]: readonly [string, string]) =>
    ledger.append('review.ended', { phase: 'RED', tree, outcome, reviewer: 'codex', findings: [] });
  reviews.forEach(note);
  const { seq, hash } = ledger.append('iteration.decided', { record: { phase: 'RED' } });
  after.forEach(note);
  ledger.close();
  const trailers: RunCommit['trailers'] = {
    run: 'r',
    phase: 'RED',
    iteration: 1,
    record: { seq, hash },
    sources: TREE,
    config: 'c',
    forced: null,
    ...spoil,
  };
  return judgeReviews(readLedger(path), [{ commit: 'd'.repeat(40), tree: 't', subject: 'RED', trailers }]);
};

const MISSING = /^no review before record \d approves the sources of RED \(dddddddddddd\)$/;

test('an approval of exactly the committed sources is noted as recorded, not measured', async () => {
  expect(
    await judge([
      ['no_verdict', TREE],
      ['approved', TREE],
    ]),
  ).toEqual({
    because: [],
    notes: ['Recorded, not measured: the review by codex approved the sources of RED (dddddddddddd), in record 2.'],
  });
});

test.each<[string, Parameters<typeof judge>]>([
  ['no review', [[]]],
  ['an approval of other sources', [[['approved', 'b'.repeat(64)]]]],
  ['an answer without a verdict', [[['no_verdict', TREE]]]],
  ['findings', [[['findings', TREE]]]],
  [
    'an approval after findings about the same sources',
    [
      [
        ['findings', TREE],
        ['approved', TREE],
      ],
    ],
  ],
  ['an approval after the exit', [[], {}, [['approved', TREE]]]],
])('%s speaks against the ledger', async (_what, question) => {
  expect(await judge(...question)).toEqual({ because: [expect.stringMatching(MISSING)], notes: [] });
});

test.each([{ forced: { by: 'ann', reason: 'wrong' } }, { phase: null }])(
  'a forced exit and the start need no review: %j',
  async (spoil) => {
    expect(await judge([], spoil)).toEqual({ because: [], notes: [] });
  },
);
