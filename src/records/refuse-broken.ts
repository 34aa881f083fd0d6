/**
 * Nothing is told, and nothing is concluded, from a ledger that does not hold.
 *
 * @module
 */
import { anchorFolder, readAnchor } from '../ledger/anchor.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';

/**
 * Reads the whole chain, against its anchor. A torn last line is only a crash.
 *
 * @throws {LedgerError} `broken` with the first problem
 */
export const refuseBroken = async (ledger: string, run: string): Promise<void> => {
  const { problems } = await verifyLedger(ledger, readAnchor(anchorFolder(process.env), run));
  const problem = problems.find(({ code }) => code !== 'torn');
  if (problem === undefined) return;
  throw new LedgerError(
    'broken',
    `Cannot believe the ledger of ${run}: ${problem.what}. ${problem.advice} dualgate verify says more.`,
    {
      path: ledger,
      ...(problem.line === null ? {} : { line: problem.line }),
    },
  );
};
