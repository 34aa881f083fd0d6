/**
 * Compares the recorded verdicts of a review with the commits. A proof asks no reviewer: a verdict is an opinion about
 * one state of the sources, and only the ledger has it.
 *
 * @module
 */
import { z } from 'zod';
import { readContent } from '../../../ledger/format.ts';
import type { LedgerRecord } from '../../../ledger/ledger-record.ts';
import type { RunCommit } from '../run-commits.ts';

interface ReviewJudgement {
  /** Against the ledger. */
  readonly because: readonly string[];
  readonly notes: readonly string[];
}

const REVIEW = z.object({ tree: z.string(), outcome: z.string(), reviewer: z.string() });

type Review = z.infer<typeof REVIEW> & { readonly seq: number };

/** The first verdict about each state of the sources. */
const readVerdicts = async (ledger: AsyncIterable<LedgerRecord>): Promise<ReadonlyMap<string, Review>> => {
  const verdicts = new Map<string, Review>();
  for await (const sealed of ledger) {
    const { type, data } = readContent(sealed);
    const review = type === 'review.ended' ? REVIEW.safeParse(data).data : undefined;
    if (review === undefined || review.outcome === 'no_verdict' || verdicts.has(review.tree)) continue;
    verdicts.set(review.tree, { ...review, seq: sealed.seq });
  }
  return verdicts;
};

/** Each exit by both gates needs an approval of exactly its sources. */
export const judgeReviews = async (
  ledger: AsyncIterable<LedgerRecord>,
  commits: readonly RunCommit[],
): Promise<ReviewJudgement> => {
  const verdicts = await readVerdicts(ledger);
  const because: string[] = [];
  const notes: string[] = [];
  for (const { commit, trailers } of commits) {
    const { phase, forced, sources, record } = trailers;
    if (phase === null || forced !== null) continue;
    const verdict = verdicts.get(sources);
    const name = `${phase} (${commit.slice(0, 12)})`;
    if (verdict?.outcome === 'approved' && verdict.seq < record.seq)
      notes.push(
        `Recorded, not measured: the review by ${verdict.reviewer} approved the sources of ${name}, in record ${verdict.seq}.`,
      );
    else because.push(`no review before record ${record.seq} approves the sources of ${name}`);
  }
  return { because, notes };
};
