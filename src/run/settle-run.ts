/**
 * How a run ends: said once, on a ledger that holds, with the exit code that says the same.
 *
 * @module
 */
import type { RunOutput, Settlement } from '../../machines/index.ts';
import { WorkspaceError } from '../sources/workspace-error.ts';
import { ProofError } from '../proof/proof-error.ts';
import type { Journal } from '../records/journal.ts';
import { refuseBroken } from '../records/refuse-broken.ts';
import { EXIT_CODES } from '../records/run-events.ts';
import type { RunSite } from '../loop/run-site.ts';
import type { LedgerData } from '../records/catalogue/records.ts';

export interface Ended extends Settlement {
  /** Of the `run` command (RULES 4.9). */
  readonly exit_code: number;
}

/** How the run ended, with its exit code and what it used: the record of it. */
export const describeEnd = (journal: Journal, { status, why }: Settlement): LedgerData['run.settled'] => {
  const { run: used } = journal.state().usage;
  return { status, why, exit_code: EXIT_CODES[status], ...(used === null ? {} : { usage: used }) };
};

/**
 * Writes down and announces how a run ended; a run that never began has no ledger, and nothing that could be resumed.
 *
 * @throws whatever broke dualgate or the outside, and LedgerError when the ledger does not hold
 */
export const settleRun = async (site: RunSite, output: RunOutput): Promise<Ended> => {
  const { run, journal, announce, folders } = site;
  if (output.status === 'failed') return settleFailed(site, output.error);
  const begun = journal.state().run !== '';
  // Each append only sees whether somebody wrote since the last one; how a run ended is said on the whole chain.
  if (begun) await refuseBroken(folders.ledger, run);
  const news = describeEnd(journal, output);
  if (begun) journal.write('run.settled', news);
  else announce({ type: 'run.settled', ...news });
  const { status, why, exit_code } = news;
  return { status, why, exit_code };
};

/** A workspace that cannot be looked at any more (a repository that git refuses, no git) is a person's to mend; the rest is thrown. */
const settleFailed = async (site: RunSite, error: unknown): Promise<Ended> => {
  const { journal } = site;
  const phase = journal.phase();
  if (!(error instanceof WorkspaceError || error instanceof ProofError) || journal.state().run === '' || phase === null)
    throw error;
  journal.write('chart.halted', { phase, why: error.message, status: 'needs_human' });
  return settleRun(site, { status: 'needs_human', why: error.message });
};
