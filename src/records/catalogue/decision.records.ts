/**
 * The decision on an iteration, and its consequences.
 *
 * @module
 */
import type { CompletionVerdict } from '../../../gates/confidence.ts';
import type { Decision } from '../../../gates/decide.ts';
import { PREMATURE_SIGNAL, warnOfMissing } from '../../../gates/gate-warnings.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { Ending } from '../../../machines/index.ts';
import { warnOfConfidence } from '../../findings/warn-of-confidence.ts';
import type { Freeze } from '../../integrity/freeze.ts';
import type { MutationReport } from '../../mutation-check/mutation-report.ts';
import { holdOf } from '../hold.ts';
import type { SuiteRuns } from '../suite-runs.ts';
import { approveCommand } from '../approval-commands.ts';
import type { BreakerChange } from '../breaker-change.ts';
import type { ExitGateEntry } from '../exit-gate-entry.ts';
import type { ChangedTest } from '../../evidence/changing/judge-change.ts';
import type { JudgedEdit, ReopenedOfExit } from '../fold/reopened-tests.ts';
import type { WriteDetection } from '../fold/suite-writes.ts';
import type { WorkCommit } from '../run-branch.ts';
import type { DurableEvent } from '../run-events.ts';
import type { SessionCompleted } from '../session-completed.ts';
import type { RecordKind } from './record-kind.ts';

/** The result of the mutation check. */
export type RecordedMutationCheck = MutationReport & {
  /** Hash of all sources but the documents: the code that was checked. */
  readonly subject: string;
};

/** The files and tests that are frozen from the exit of a phase on (rule 2.7). */
export interface PhaseExit {
  /** Added to what was frozen before: the tests of a phase in which tests must fail. */
  readonly frozen: Freeze;
  /** Ids of all tests at this point: none may be removed. */
  readonly tests: readonly string[];
  /** The ones of these that failed: to a later phase in which tests must fail, they are still new. */
  readonly failing: readonly string[];
  /** Fingerprint of the sources at this point. */
  readonly tree: string;
  /** Git's tree of these same sources, to be committed; absent where the run makes no commits. */
  readonly git_tree?: string;
  /** Tests that an operator reopened in the phase, and that were edited; absent when there are none. */
  readonly reopened?: readonly ReopenedOfExit[];
  /** Earlier tests that a criterion changed in the phase; absent when there are none. */
  readonly changed?: readonly ChangedTest[];
}

export const sessionCompleted: RecordKind<SessionCompleted> = {
  meaning:
    'with `signals.dialect: apm2`, the agent completed its session (AgentSessionCompleted of spec 003): both gates exited the last phase of a work phase, or its `blocked` or `error` halts the run; the exit signal, and the work phase that follows',
  toEvents: (session) => [{ type: 'session.completed', ...session }],
};

/**
 * Everything that the decision needs: a person may answer when the loop that asked is gone. Without an
 * `iteration.decided` after it, the run waits for the answer.
 */
export interface ApprovalAsked {
  /** Everything that was measured and signalled in the iteration. */
  readonly record: IterationRecord;
  /** The files and tests that are frozen if the phase is exited. */
  readonly exit?: PhaseExit;
  /** As in `iteration.decided`. */
  readonly gone?: readonly string[];
  /** As in `iteration.decided`. */
  readonly reopened?: JudgedEdit;
  /** As in `iteration.decided`. */
  readonly write_detection?: WriteDetection;
  /** As in `iteration.decided`. */
  readonly mutation_check?: RecordedMutationCheck;
  /** As in `iteration.decided`. */
  readonly suite_runs?: readonly SuiteRuns[];
}

export const approvalAsked: RecordKind<ApprovalAsked> = {
  meaning:
    'both gates agree in a phase with `confirm: true`, and a person has to approve the exit: everything that was measured, until the answer is decided',
  toEvents: ({ record: { phase, iteration, tree } }) => [
    { type: 'approval.asked', phase, iteration, tree: tree.after, command: approveCommand(tree.after) },
  ],
};

export interface IterationDecided {
  /** Everything that was measured and signalled in the iteration. */
  readonly record: IterationRecord;
  /** The answer of both gates to this record. */
  readonly decision: Decision;
  /**
   * The result of the score of spec 002, and which of score and floor decided; absent where nothing is scored. The
   * score is in `record.confidence`.
   */
  readonly completion?: CompletionVerdict;
  /** The files and tests that are frozen from here on; absent where the phase is held. */
  readonly exit?: PhaseExit;
  /** Ids of tests that must stay and were missing; absent when none was. */
  readonly gone?: readonly string[];
  /** The edit of a reopened test that counts: frozen from here on. Absent when there is none. */
  readonly reopened?: JudgedEdit;
  /** The agent's lines that name changed tests; absent when there is none. */
  readonly declared?: readonly string[];
  /** The files that the suite wrote; absent when its runs changed no source. */
  readonly write_detection?: WriteDetection;
  /** The result of the mutation check, with its seed and every mutant; absent when it did not run. */
  readonly mutation_check?: RecordedMutationCheck;
  /**
   * The numbers that spec 000 logs of the decision; absent without an exit gate. The view `exit-gate.log` has the
   * same.
   */
  readonly exit_gate?: ExitGateEntry;
  /** The runs of the suite since the record before that has some; absent where there was none. */
  readonly suite_runs?: readonly SuiteRuns[];
}

/** The agent's exit signal, the scores, the decision, and the reasons that hold the phase. */
const eventsOfDecision = ({
  record,
  decision,
  completion,
  write_detection,
  exit_gate,
}: IterationDecided): readonly DurableEvent[] => {
  const { phase, iteration, signal, confidence } = record;
  const { can_exit, reason } = decision;
  const at = { phase, iteration };
  const events: DurableEvent[] = [{ type: 'signal.read', ...at, signal }];
  if (confidence !== undefined && completion !== undefined) {
    const warnings = warnOfConfidence(confidence).map(({ text }) => text);
    events.push({ type: 'completion.scored', ...at, confidence, verdict: completion, warnings });
  }
  events.push({ type: 'iteration.decided', ...at, decision });
  if (exit_gate !== undefined) {
    const { event: type, ...numbers } = exit_gate;
    events.push({ type, ...at, ...numbers });
  }
  if (can_exit) return events;
  const proposed_writes = write_detection?.proposed ?? [];
  const proposing = proposed_writes.length === 0 ? {} : { proposed_writes };
  events.push({ type: 'phase.held', ...at, ...holdOf({ record, decision }), ...proposing });
  if (reason === PREMATURE_SIGNAL) events.push({ type: 'signal.premature', ...at, warning: reason });
  const warning = warnOfMissing(reason);
  if (warning !== null) events.push({ type: 'signal.missing', ...at, warning });
  return events;
};

export const iterationDecided: RecordKind<IterationDecided> = {
  meaning: 'one iteration was decided: everything that was measured and signalled, and the decision on it',
  toEvents: eventsOfDecision,
};

export interface PhaseExited {
  readonly phase: string;
  readonly iteration: number;
  readonly forced_exit: boolean;
  /** The operator who forced it; absent where both gates agreed. */
  readonly by?: string;
  /** Why the operator forced it, in their words. */
  readonly reason?: string;
}

export const phaseExited: RecordKind<PhaseExited> = {
  meaning: 'a phase was exited, by both gates or by a recorded forced exit',
  toEvents: ({ phase, iteration, forced_exit }) => [{ type: 'phase.exited', phase, iteration, forced_exit }],
};

export const workCommitted: RecordKind<WorkCommit> = {
  meaning: 'the start of the run, or the exit of a phase, was committed on the branch of the run: which commit',
  toEvents: ({ phase, commit, branch = '', subject = '' }) => [
    { type: 'work.committed', phase, branch, commit, subject },
  ],
};

export interface WorkRolledBack {
  /** The `seq` of the `operator.rolled_back` that is carried out. */
  readonly record: number;
}

export const workRolledBack: RecordKind<WorkRolledBack> = {
  meaning: 'branch and files were reset to the exit of the phase that an operator named',
  toEvents: () => [],
};

export const breakerChanged: RecordKind<BreakerChange> = {
  meaning: 'the circuit breaker opened, cooled down for a trial, or closed: its counts, and why',
  toEvents: (change) => [{ type: 'breaker.changed', ...change }],
};

export interface ChartHalted {
  /** The phase in which the work was halted. */
  readonly phase: string;
  readonly why: string;
  /** The status that the run is about to end with: a kill may come before its `run.ended`. */
  readonly status: Ending['status'];
}

export const chartHalted: RecordKind<ChartHalted> = {
  meaning: 'the work was halted for an operator, and why',
  toEvents: ({ why }) => [{ type: 'needs.human', why }],
};
