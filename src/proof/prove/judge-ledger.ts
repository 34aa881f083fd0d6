/**
 * Ledger and commits, held against each other, where a ledger is at hand. A proof needs none; one that says something else than
 * the commits was written anew.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { readLedger } from '../../ledger/read-ledger.ts';
import { verifyLedger } from '../../ledger/verify-ledger.ts';
import { type Claim, claim } from './claim.ts';
import type { RunCommit } from './run-commits.ts';

/** @param path - of the ledger @returns `null` when it is not there: then nothing is claimed of it */
export const judgeLedger = async (path: string, commits: readonly RunCommit[]): Promise<Claim | null> => {
  if (!existsSync(path)) return null;
  const says = 'the ledger holds, and has the records that the commits name';
  try {
    const { problems } = await verifyLedger(path);
    const because = problems.map(({ code, what }) => `${code}: ${what}`);
    return claim('ledger', says, because.length > 0 ? because : await findMissing(path, commits));
  } catch (error) {
    if (error instanceof LedgerError) return claim('ledger', says, [error.message]);
    throw error;
  }
};

const findMissing = async (path: string, commits: readonly RunCommit[]): Promise<readonly string[]> => {
  const wanted = new Map(commits.map((commit) => [commit.trailers.record.seq, commit]));
  const missing = new Map(wanted);
  const because: string[] = [];
  for await (const { seq, hash } of readLedger(path)) {
    const commit = wanted.get(seq);
    if (commit === undefined) continue;
    missing.delete(seq);
    if (hash !== commit.trailers.record.hash)
      because.push(`record ${seq} is another than the one that ${nameOf(commit)} names`);
  }
  return [
    ...because,
    ...[...missing].map(([seq, commit]) => `record ${seq}, which ${nameOf(commit)} names, is missing`),
  ];
};

const nameOf = ({ commit, trailers }: RunCommit): string =>
  `the commit of ${trailers.phase ?? 'the start'} (${commit.slice(0, 12)})`;
