/**
 * Compares the ledger of a list with its merges, if it is available: each merge names the record that measured its files.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { LedgerHead } from '../../../ledger/check-chain.ts';
import { LedgerError } from '../../../ledger/ledger-error.ts';
import { readLedger } from '../../../ledger/read-ledger.ts';
import { verifyLedger } from '../../../ledger/verify-ledger.ts';
import { type Claim, claim } from '../claim.ts';
import type { ListMerge } from './list-merges.ts';

const MEASURED = z.object({
  task: z.string(),
  run: z.string(),
  commit: z.string(),
  onto: z.string(),
  tree: z.string(),
  runs: z.array(z.object({ failing: z.number() })),
  why: z.string().nullable(),
});

/** @param anchor - of the list; `null`: none is known @returns `null` without a ledger */
export const judgeListLedger = async (
  path: string,
  merges: readonly ListMerge[],
  anchor: LedgerHead | null,
): Promise<Claim | null> => {
  if (!existsSync(path)) return null;
  const says = 'the ledger of the list is intact, and its records measured the files of each merge green';
  try {
    const { problems } = await verifyLedger(path, anchor);
    if (problems.length > 0)
      return claim(
        'list-ledger',
        says,
        problems.map(({ code, what }) => `${code}: ${what}`),
      );
    const hashes = new Map<number, { readonly hash: string; readonly data: unknown }>();
    for await (const { seq, hash, type, data } of readLedger(path))
      if (type === 'merge.measured') hashes.set(seq, { hash, data });
    return claim(
      'list-ledger',
      says,
      merges.flatMap((merge) => findDifferences(merge, hashes)),
    );
  } catch (error) {
    if (error instanceof LedgerError) return claim('list-ledger', says, [error.message]);
    throw error;
  }
};

const findDifferences = (
  { commit, tree, parents, trailers }: ListMerge,
  records: ReadonlyMap<number, { readonly hash: string; readonly data: unknown }>,
): readonly string[] => {
  const { spec, run, record } = trailers;
  const name = `the merge of ${spec} (${commit.slice(0, 12)})`;
  const found = records.get(record.seq);
  const measured = MEASURED.safeParse(found?.data).data;
  if (found === undefined || measured === undefined || found.hash !== record.hash)
    return [`record ${record.seq}, which ${name} names, is missing or is another one`];
  const wrong = [
    measured.task === spec && measured.run === run,
    measured.tree === tree,
    measured.onto === parents[0] && measured.commit === parents[1],
    measured.why === null && measured.runs.length > 1 && measured.runs.every(({ failing }) => failing === 0),
  ].findIndex((holds) => !holds);
  const what = ['another task or run', 'other files', 'other parents', 'files that are not green twice in a row'][
    wrong
  ];
  return what === undefined ? [] : [`record ${record.seq} is about ${what} than ${name}`];
};
