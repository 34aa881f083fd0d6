/** Compares ledger and commits, if a ledger is available. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { readContent } from '../ledger/format.ts';
import { type LedgerRecord, readLedger } from '../ledger/ledger-record.ts';
import { type RunCommit, listCommit, readObjects } from './run-commits.ts';
import { hashEntries, matchLeftOut } from '../project/sources/fingerprint.ts';
import { type Claim, claim } from './claim.ts';
import type { CommitFile } from '../project/checkout/checkout.ts';
import type { LedgerHead } from '../ledger/check-chain.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import { listTrailers } from '../commits/commit-trailers.ts';
import { readRecordedCommits, type RecordedCommit } from './recorded-commits.ts';
import { SUBMODULE } from '../project/checkout/open-checkout.ts';

// Compares the recorded verdicts of a review with the commits. A proof asks no reviewer: a verdict is an opinion about
// one state of the sources, and only the ledger has it.

interface ReviewJudgement {
  readonly because: readonly string[];
  readonly notes: readonly string[];
}

const REVIEW = z.object({ tree: z.string(), outcome: z.string(), reviewer: z.string() });

type Review = z.infer<typeof REVIEW> & { readonly seq: number };

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

export const judgeSources = async (
  commits: readonly RunCommit[],
  { root, place, writes }: { readonly root: string; readonly place: string; readonly writes: readonly string[] },
): Promise<Claim> => {
  const because: string[] = [];
  for (const { commit, trailers } of commits) {
    const found = await fingerprintOf(root, await listCommit(root, commit), { place, writes });
    if (found !== trailers.sources)
      because.push(`${trailers.phase ?? 'the start'} (${commit.slice(0, 12)}) does not contain the measured sources`);
  }
  return claim('sources', 'every commit contains the sources that it names, byte by byte', because);
};
/**
 * @param place path of the workspace in the repository, with `/`; `''` for the root
 * @param writes globs, as `tests.writes`
 * @returns SHA-256, 64 hexadecimal digits (rule 2.4)
 */
const fingerprintOf = async (
  repository: string,
  files: readonly CommitFile[],
  { place, writes }: { readonly place: string; readonly writes: readonly string[] },
): Promise<string> => {
  const start = place === '' ? '' : `${place}/`;
  const isLeftOut = matchLeftOut(writes);
  const sources = files
    .filter(({ path, mode }) => path.startsWith(start) && mode !== SUBMODULE)
    .map((file) => ({ ...file, path: file.path.slice(start.length) }))
    .filter(({ path }) => !isLeftOut(path))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const contents = await readObjects(
    repository,
    sources.map(({ object }) => object),
  );
  return hashEntries(
    new Map(
      sources.map(({ path, mode, object }) => [path, `${mode} ${hashBlob(contents.get(object) ?? new Uint8Array())}`]),
    ),
  );
};

const hashBlob = (content: Uint8Array): string =>
  createHash('sha256').update(`blob ${content.length}\0`).update(content).digest('hex');

interface LedgerJudgement {
  readonly claim: Claim;
  readonly notes: readonly string[];
}

/**
 * Compares the tree and the trailers of each commit with its record, and its id: a commit that was only rebuilt, by a
 * rebase or an amended message, has the measured files, and a note names it.
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
