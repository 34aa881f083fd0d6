/**
 * What only an operator may do (RULES 1.6), on a run that is not going on: each is recorded with who and why, and none
 * is done from inside an agent's process tree.
 *
 * @module
 */
import { takeFingerprint } from '../evidence/fingerprint.ts';
import { freezeFiles } from '../evidence/freeze.ts';
import { findTestFiles } from '../evidence/test-files.ts';
import type { Config } from '../config/config.ts';
import { processTable } from '../processes/find-processes.ts';
import { isStartedUnder } from '../processes/find-processes.ts';
import { completionOf } from './decide-iteration.ts';
import type { Journal } from './journal.ts';
import { holdRun } from './hold-run.ts';
import { RunError } from './run-error.ts';
import { EXIT_CODES } from './run-events.ts';
import type { PhaseExit } from './work-record.ts';

export interface Operation {
  readonly config: Config;
  /** Id of the run. */
  readonly run: string;
  /** Who does it. */
  readonly by: string;
  /** Why; must say something. */
  readonly reason: string;
}

/**
 * Forces the phase that the work stands in: it is left without its gates, and every report of the run says so.
 *
 * @returns the phase that was skipped and the one that comes next, null when the work is completed by it
 * @throws {RunError} when it is asked from inside an agent's turn, without a reason, or when the work is over
 * @throws {LockError} when the run is going on
 */
export const skipPhase = async (
  operation: Operation,
): Promise<{ readonly skipped: string; readonly next: string | null }> => {
  const exit = await describeExit(operation.config);
  return operate('skip a phase', operation, (journal, phase) => {
    const { by, reason } = operation;
    const tests = journal.state().tests;
    journal.write('operator.skipped', {
      phase,
      by,
      reason,
      exit: { ...exit, tests, failing: journal.state().failing },
    });
    journal.write('phase.left', { phase, iteration: journal.state().iteration, forced_exit: true, by, reason });
    const next = journal.phase();
    if (next === null) {
      const why = completionOf(journal.state().forced.length);
      journal.write('run.settled', { status: 'completed', why, exit_code: EXIT_CODES.completed });
    }
    return { skipped: phase, next };
  });
};

/**
 * Ends the work for good.
 *
 * @throws {RunError} as `skipPhase`
 * @throws {LockError} when the run is going on
 */
export const abortWork = (operation: Operation): void =>
  operate('abort the work', operation, (journal) => {
    const { by, reason } = operation;
    journal.write('operator.aborted', { by, reason });
    journal.write('run.settled', {
      status: 'aborted',
      why: `Aborted by ${by}: ${reason}`,
      exit_code: EXIT_CODES.aborted,
    });
  });

const operate = <T>(what: string, operation: Operation, act: (journal: Journal, phase: string) => T): T => {
  const { config, run, reason } = operation;
  refuseInsideTurn(what, run);
  if (reason.trim() === '')
    throw new RunError(`Cannot ${what} without a reason: it is recorded for ever. Give one with --reason.`);
  const { journal, close } = holdRun({ config, run, as: 'begun', now: () => new Date() });
  try {
    const phase = journal.phase();
    if (phase === null) throw new RunError(`Cannot ${what} of the run ${run}: its work is over.`);
    refuseDuringTurn(what, run);
    return act(journal, phase);
  } finally {
    close();
  }
};

/** An agent that took lock and mark away is found out by the mark that its own process, or the loop's tests, still carry. */
const refuseDuringTurn = (what: string, run: string): void => {
  const atWork = processTable.list().find(({ carries }) => carries({ name: 'DUALGATE_RUN', value: run }));
  if (atWork === undefined) return;
  throw new RunError(
    `Cannot ${what} while the run ${run} is at work (got process ${atWork.pid}). Wait for it; dualgate resume ends what a killed loop left.`,
  );
};

/**
 * An agent is no operator (RULES 1.6).
 *
 * @throws {RunError} when this process was started by the run itself, at whatever remove
 */
export const refuseInsideTurn = (what: string, run: string): void => {
  if (!isStartedUnder({ name: 'DUALGATE_RUN', value: run })) return;
  throw new RunError(
    `Cannot ${what} from inside a turn of the agent. An operator does it, from a terminal of their own.`,
  );
};

/** What is held fast from here on: the tests as they are now, although no gate looked at them. */
const describeExit = async (config: Config): Promise<Omit<PhaseExit, 'tests' | 'failing'>> => {
  const { files, tree } = await takeFingerprint(config.folder, { writes: config.tests.writes });
  return {
    frozen: await freezeFiles(config.folder, findTestFiles(files.keys(), [], config.tests.command, config.tests.files)),
    tree,
  };
};
