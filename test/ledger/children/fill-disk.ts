/**
 * A process that appends until the system lets it write no more. Argument: path of the ledger. Prints what it ended with.
 */
import { LedgerError } from '../../../src/ledger/ledger-error.ts';
import { createLedger } from '../../../src/ledger/ledger.ts';

const [path = ''] = process.argv.slice(2);
const ledger = createLedger(path, { now: () => new Date(0) });
try {
  for (;;) ledger.append('turn.ended', { text: 'x'.repeat(100) });
} catch (error) {
  if (!(error instanceof LedgerError)) throw error;
  process.stdout.write(
    JSON.stringify({ code: error.code, trouble: error.trouble, message: error.message, seq: ledger.head.seq }),
  );
}
