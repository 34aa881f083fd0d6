/**
 * Refuses to show anything, or conclude anything, from a broken ledger.
 *
 * @module
 */
import { anchorFolder, readAnchor } from '../ledger/anchor.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';

/**
 * Reads the whole chain and checks it against its anchor. A torn last line only shows a crash.
 *
 * @throws {LedgerError} `broken` with the first problem
 */
export const refuseBroken = async (ledger: string, run: string): Promise<void> => {
  const { problems } = await verifyLedger(ledger, readAnchor(anchorFolder(process.env), run));
  const problem = problems.find(({ code }) => code !== 'torn');
  if (problem === undefined) return;
  throw new LedgerError(
    'broken',
    `Cannot trust the ledger of ${run}: ${problem.what}. ${problem.advice} Run dualgate verify for details.`,
    {
      path: ledger,
      ...(problem.line === null ? {} : { line: problem.line }),
    },
  );
};
