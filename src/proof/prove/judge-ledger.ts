/**
 * Compares ledger and commits, if a ledger is available. A proof needs none; if they differ, one of the two was
 * rewritten.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { LedgerHead } from '../../ledger/check-chain.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { readLedger } from '../../ledger/read-ledger.ts';
import { verifyLedger } from '../../ledger/verify-ledger.ts';
import { listTrailers } from '../commit-trailers.ts';
import { type Claim, claim } from './claim.ts';
import { readRecordedCommits, type RecordedCommit } from './recorded-commits.ts';
import { judgeReviews } from './review/judge-reviews.ts';
import type { RunCommit } from './run-commits.ts';

interface LedgerJudgement {
  readonly claim: Claim;
  readonly notes: readonly string[];
}

/**
 * Compares the tree and the trailers of each commit with its record, and its id: a commit that was only rebuilt, by a
 * rebase or an amended message, has the measured files, and a note names it.
 *
 * @param path - of the ledger
 * @param options.isReviewed - the config has a review
 * @param anchor - of the run, outside of the workspace; without one, a ledger that was rewritten together with all
 *   trailers looks the same, and a note says so
 * @returns `null` without a ledger: then there is no claim about it
 */
export const judgeLedger = async (
  path: string,
  commits: readonly RunCommit[],
  anchor: LedgerHead | null,
  { isReviewed = false }: { readonly isReviewed?: boolean } = {},
): Promise<LedgerJudgement | null> => {
  if (!existsSync(path)) return null;
  const judged = (because: readonly string[], notes: readonly string[] = []): LedgerJudgement => ({
    claim: claim('ledger', 'the ledger is intact, and records every commit with these files and trailers', because),
    notes,
  });
  try {
    const { problems } = await verifyLedger(path, anchor);
    if (problems.length > 0) return judged(problems.map(({ code, what }) => `${code}: ${what}`));
    const records = await readRecordedCommits(readLedger(path));
    const compared = commits.map((commit) => ({ commit, recorded: records.get(commit.trailers.record.seq) }));
    const reviews = isReviewed ? await judgeReviews(readLedger(path), commits) : { because: [], notes: [] };
    const because = [
      ...compared.flatMap(({ commit, recorded }) => findDifferences(commit, recorded)),
      ...reviews.because,
    ];
    return judged(
      because,
      because.length > 0
        ? []
        : [
            ...compared.flatMap(({ commit, recorded }) => noteRebuilt(commit, recorded)),
            ...reviews.notes,
            ...(anchor === null ? [WITHOUT_ANCHOR] : []),
          ],
    );
  } catch (error) {
    if (error instanceof LedgerError) return judged([error.message]);
    throw error;
  }
};

const WITHOUT_ANCHOR =
  'There is no anchor of the run here: a ledger that was rewritten together with the trailers of all commits would look the same.';

const findDifferences = (made: RunCommit, recorded: RecordedCommit | undefined): readonly string[] => {
  const name = nameOf(made);
  const record = `record ${made.trailers.record.seq} of the ledger`;
  if (recorded === undefined) return [`${record}, which ${name} names, is missing or decides no commit`];
  const wanted = new Map(listTrailers(recorded.trailers));
  const said = new Map(listTrailers(made.trailers));
  return [
    ...[...new Set([...wanted.keys(), ...said.keys()])]
      .filter((key) => wanted.get(key) !== said.get(key))
      .map(
        (key) => `${name} has ${key} ${said.get(key) ?? '(none)'}, but ${record} has ${wanted.get(key) ?? '(none)'}`,
      ),
    ...(made.tree === recorded.tree ? [] : [`${name} has the tree ${made.tree}, but ${record} has ${recorded.tree}`]),
    ...(recorded.commit === null
      ? [
          `the ledger has no commit for record ${made.trailers.record.seq}, but ${name} names that record: run dualgate resume`,
        ]
      : []),
  ];
};

const noteRebuilt = (made: RunCommit, recorded: RecordedCommit | undefined): readonly string[] =>
  recorded === undefined || recorded.commit === made.commit
    ? []
    : [
        `${nameOf(made)} was rebuilt from ${recorded.commit ?? ''}, which the ledger records: the same files and trailers under another id, for example after a rebase or an amended message.`,
      ];

const nameOf = ({ commit, trailers }: RunCommit): string =>
  `the commit of ${trailers.phase ?? 'the start'} (${commit.slice(0, 12)})`;
