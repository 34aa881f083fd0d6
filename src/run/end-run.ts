/** The end of a run: emitted once, on a verified ledger, with its exit code. */
import type { RunOutput, Ending } from '../../machines/index.ts';
import { WorkspaceError } from '../project/sources/workspace-error.ts';
import { ProofError } from '../commits/commit-trailers.ts';
import type { Journal } from '../records/journal.ts';
import { refuseBroken } from '../records/read-records.ts';
import { EXIT_CODES } from '../records/run-events.ts';
import type { RunContext } from '../loop/run-context.ts';
import type { LedgerData } from '../records/records.ts';
import type { Config } from '../project/config/config.ts';
import { readLock } from '../ledger/lock-file.ts';
import { createNotification, sendNotification } from '../base/notification.ts';
import { createRedactData } from '../base/redact-text.ts';
import { describeApproval } from '../records/fold/open-approval.ts';
import { lastHold } from '../records/hold.ts';
import { isAfterFirst, stepsAfter } from '../view/next-steps.ts';
import type { RunFolders } from '../records/run-folders.ts';
import type { StatusName } from '../view/status-name.ts';
import { writeEndOnPage } from '../view/state-page.ts';
import { describeCause } from '../base/text/describe-cause.ts';

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
 * @throws the error that broke dualgate or its surroundings, and LedgerError when the ledger is broken
 */
export const endRun = async (context: RunContext, output: RunOutput): Promise<Ended> => {
  const { run, journal, emit, folders } = context;
  if (output.status === 'failed') return endFailed(context, output.error);
  const hasStarted = journal.state().run !== '';
  // Each append only checks for records of others since the last one; the end of a run is recorded on the whole chain.
  if (hasStarted) await refuseBroken(folders.ledger, run);
  const end = describeEnd(journal, output);
  if (hasStarted) journal.write('run.ended', end);
  else emit({ type: 'run.ended', ...end });
  const { status, why, exit_code } = end;
  return { status, why, exit_code };
};

/** A workspace that cannot be read (a repository that git refuses, no git) needs human input; other errors are thrown. */
const endFailed = async (context: RunContext, error: unknown): Promise<Ended> => {
  const { journal } = context;
  const phase = journal.phase();
  if (!(error instanceof WorkspaceError || error instanceof ProofError) || journal.state().run === '' || phase === null)
    throw error;
  journal.write('chart.halted', { phase, why: error.message, status: 'needs_human' });
  return endRun(context, { status: 'needs_human', why: error.message });
};

interface EndContext {
  readonly run: string;
  readonly config: Config;
  readonly folders: RunFolders;
  readonly journal: Pick<Journal, 'state' | 'phase'>;
  readonly now: () => Date;
  readonly onNotice: (text: string) => void;
}

/** Passes the end on, an error too, after the notification. */
export const reportEnd = async (live: Promise<Ended>, context: EndContext): Promise<Ended> => {
  let ended: Ended;
  try {
    ended = await live;
  } catch (error) {
    const why = describeCause(error);
    await report(context, { status: 'crashed', why, exit_code: null });
    throw error;
  }
  await report(context, ended);
  return ended;
};

type EndFacts = {
  readonly status: Exclude<StatusName, 'running'>;
  readonly why: string;
  readonly exit_code: number | null;
};

const report = async (context: EndContext, { status, why, exit_code }: EndFacts): Promise<void> => {
  const { run, config, folders, journal, now, onNotice } = context;
  const state = journal.state();
  const redact = createRedactData(config, process.env);
  const phase = state.run === '' ? null : journal.phase();
  const at = now().toISOString();
  const phases = config.phases.map((each) => each.phase);
  if (state.ending === null && !isTaken(folders.lock)) {
    const place = { folders, run, phases, spec: config.work.spec, redact };
    try {
      writeEndOnPage(place, { status: status, why, at, state }, phase);
    } catch (error) {
      onNotice(`STATE.md could not be written: ${String(error)}`);
    }
  }
  const notification = createNotification({
    at,
    run,
    status,
    why: redact(why),
    exit_code,
    phase,
    iteration: state.iteration,
    forced_exits: state.forced.map((each) => each.phase),
    workspace: config.folder,
    spec: config.work.spec,
    ledger: folders.ledger,
    state: folders.statePage,
    next: stepsAfter(status, {
      began: state.run !== '',
      held: lastHold(state, phase)?.hold ?? null,
      approval: state.openEnds.approval === undefined ? undefined : describeApproval(state.openEnds.approval),
      isExhausted: state.breaker.exhausted,
      branch: state.branch?.name ?? null,
      exited: isAfterFirst(phase, phases),
    }).map(({ command }) => command),
    usage: state.usage.run,
  });
  const problem = await sendNotification(config.notify, notification);
  if (problem !== null) onNotice(problem);
};

/** Another process works in the workspace by now, and the page is its own. */
const isTaken = (lock: string): boolean => readLock(lock)?.live === true;
