/**
 * How a run ends: said once, on a ledger that holds, with the exit code that says the same.
 *
 * @module
 */
import type { RunOutput, Settlement } from '../../machines/index.ts';
import { WorkspaceError } from '../evidence/workspace-error.ts';
import { completionOf } from './decide-iteration.ts';
import type { Journal } from './journal.ts';
import { refuseBroken } from './refuse-broken.ts';
import { EXIT_CODES } from './run-events.ts';
import type { RunSite } from './run-site.ts';

export interface Ended extends Settlement {
  /** Of the `run` command (RULES 4.9). */
  readonly exit_code: number;
}

/** Work whose last phase was left right before a crash: only the word that it is over is missing. */
export const findUnsettled = (journal: Journal): Settlement | null => {
  const { settled, forced } = journal.state();
  if (journal.phase() !== null || settled !== null) return null;
  return journal.chart().matches('completed')
    ? { status: 'completed', why: completionOf(forced.length) }
    : { status: 'aborted', why: 'Aborted by an operator' };
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
  const ended: Ended = { status: output.status, why: output.why, exit_code: EXIT_CODES[output.status] };
  const { run: used } = journal.state().usage;
  const news = { ...ended, ...(used === null ? {} : { usage: used }) };
  if (begun) journal.write('run.settled', news);
  announce({ type: 'run.settled', ...news });
  return ended;
};

/** A workspace that cannot be looked at any more (no repository, no git) is a person's to mend; the rest is thrown. */
const settleFailed = async (site: RunSite, error: unknown): Promise<Ended> => {
  const { journal, announce } = site;
  const phase = journal.phase();
  if (!(error instanceof WorkspaceError) || journal.state().run === '' || phase === null) throw error;
  journal.write('chart.halted', { phase, why: error.message });
  announce({ type: 'needs.human', why: error.message });
  return settleRun(site, { status: 'needs_human', why: error.message });
};
