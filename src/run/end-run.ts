/**
 * The end of a run: emitted once, on a verified ledger, with its exit code.
 *
 * @module
 */
import type { RunOutput, Ending } from '../../machines/index.ts';
import { WorkspaceError } from '../sources/workspace-error.ts';
import { ProofError } from '../proof/proof-error.ts';
import type { Journal } from '../records/journal.ts';
import { refuseBroken } from '../records/read-records.ts';
import { EXIT_CODES } from '../records/run-events.ts';
import type { RunContext } from '../loop/run-context.ts';
import type { LedgerData } from '../records/records.ts';

export interface Ended extends Ending {
  /** As of the `run` command (rule 4.9). */
  readonly exit_code: number;
}

/** How the run ended, with its exit code and its usage: the record of it. */
export const describeEnd = (journal: Journal, { status, why }: Ending): LedgerData['run.ended'] => {
  const { run: used } = journal.state().usage;
  return { status, why, exit_code: EXIT_CODES[status], ...(used === null ? {} : { usage: used }) };
};

/**
 * Records and emits how a run ended; a run that never began has no ledger, and cannot be resumed.
 *
 * @throws the error that broke dualgate or its surroundings, and LedgerError when the ledger is broken
 */
export const endRun = async (context: RunContext, output: RunOutput): Promise<Ended> => {
  const { run, journal, emit, folders } = context;
  if (output.status === 'failed') return endFailed(context, output.error);
  const hasStarted = journal.state().run !== '';
  // Each append only checks for records of others since the last one; the end of a run is recorded on the whole
  // chain.
  if (hasStarted) await refuseBroken(folders.ledger, run);
  const end = describeEnd(journal, output);
  if (hasStarted) journal.write('run.ended', end);
  else emit({ type: 'run.ended', ...end });
  const { status, why, exit_code } = end;
  return { status, why, exit_code };
};

/**
 * A workspace that cannot be read any more (a repository that git refuses, no git) needs human input; other
 * errors are thrown.
 */
const endFailed = async (context: RunContext, error: unknown): Promise<Ended> => {
  const { journal } = context;
  const phase = journal.phase();
  if (!(error instanceof WorkspaceError || error instanceof ProofError) || journal.state().run === '' || phase === null)
    throw error;
  journal.write('chart.halted', { phase, why: error.message, status: 'needs_human' });
  return endRun(context, { status: 'needs_human', why: error.message });
};
