/** The exit of a phase, and the question to a person before it. */
import { type PhaseExited, NOTHING_OPEN, type WorkState } from '../fold/work-state.ts';
import type { RecordKind, Entry } from '../record.ts';
import { approveCommand, type ApprovalAsked, withoutWait } from '../fold/open-approval.ts';
import { exitPhase, NO_VOIDS } from '../fold/exit-phase.ts';
import { trimExit, freezeEdit, type WriteDetection, type SuiteWrites } from '../fold/reopened-tests.ts';
import { foldCommit, type WorkCommit } from '../run-branch.ts';
import type { CompletionVerdict } from '../../../gates/confidence.ts';
import { countDeadlocks } from '../../../gates/deadlocks.ts';
import type { Decision } from '../../../gates/decide.ts';
import { PREMATURE_SIGNAL } from '../../../gates/gate-warnings.ts';
import { warnOfMissing } from '../../../gates/gate-warnings.ts';
import type { Ending } from '../../../machines/index.ts';
import { warnOfConfidence } from '../../evidence/findings/warn-of-confidence.ts';
import type { ExitGateEntry } from '../exit-gate-entry.ts';
import { hasProgressed, hasFailed, remember } from '../fold/progress.ts';
import { HOLD, leave } from '../fold/work-position.ts';
import { holdOf } from '../hold.ts';
import type { DurableEvent } from '../run-events.ts';
import { findEndedSession } from '../session-completed.ts';

export interface IterationDecided extends ApprovalAsked {
  /** The answer of both gates to this record. */
  readonly decision: Decision;
  /**
   * The result of the score of spec 002, and which of score and floor decided; absent where nothing is scored. The
   * score is in `record.confidence`.
   */
  readonly completion?: CompletionVerdict;
  /** The numbers that spec 000 logs of the decision; absent without an exit gate. The view `exit-gate.log` has the same. */
  readonly exit_gate?: ExitGateEntry;
}

export const iterationDecided: RecordKind<IterationDecided> = {
  meaning: 'one iteration was decided: everything that was measured and signalled, and the decision on it',
  events: (data) => eventsOf(data),
  fold: (state, { data, at }) => {
    const { record, decision, exit } = data;
    const decided = decide(state, { data, at });
    return exit === undefined
      ? decided
      : exitPhase(decided, { phase: record.phase, exit, decided: { record, decision } }, at);
  },
  openEnds: (_ends, { data: { record, decision } }) => ({
    ...NOTHING_OPEN,
    session: findEndedSession(record, decision),
    pendingExit: decision.can_exit ? { phase: record.phase, iteration: record.iteration, forced_exit: false } : null,
    halt: haltOf(decision),
  }),
  moves: ({ decision: { can_exit, phase } }) => (can_exit ? leave('leave', phase) : HOLD),
  chart: ({ record }) => ({ type: 'ITERATION', record }),
  breaker: ({ data: { record, decision }, at }) => {
    const progress = hasProgressed(record);
    return {
      type: 'ITERATION',
      at,
      phase: record.phase,
      progress,
      failed: hasFailed(record, progress),
      failing: record.failing_fingerprint ?? null,
      exited: decision.can_exit,
    };
  },
  trims: ({ exit, ...data }) => (exit === undefined ? data : { ...data, exit: trimExit(exit) }),
};

/** The last proposal applies; earlier files may still exist. */
const foldWriteDetection = (
  { accepted, found, seen }: SuiteWrites,
  { proposed, written, withheld }: WriteDetection,
): SuiteWrites => ({
  accepted,
  proposed,
  found: union(
    found.filter((path) => !Object.hasOwn(withheld, path)),
    written,
  ),
  seen: union(seen, [...written, ...Object.keys(withheld)]),
});

const union = (some: readonly string[], more: readonly string[]): readonly string[] =>
  [...new Set([...some, ...more])].sort();

const decide = (state: WorkState, { data, at }: Entry<IterationDecided>): WorkState => {
  const { record, decision, gone = [], write_detection } = data;
  const { approval } = state.openEnds;
  return {
    ...freezeEdit(state, data.reopened),
    since: withoutWait(state.since, approval, at),
    phaseSince: withoutWait(state.phaseSince, approval, at),
    iteration: record.iteration,
    ...NO_VOIDS,
    iterationsUsed: record.iterations_used,
    runIterationsUsed: state.runIterationsUsed + 1,
    deadlocks: countDeadlocks(record, decision),
    seen: remember(state.seen, record),
    last: {
      tree: record.tree.after,
      head: record.tree.head,
      metrics: record.metrics,
      ...(record.measured !== undefined && { measured: record.measured }),
    },
    held: { record, decision },
    gone,
    declared: data.declared === undefined ? state.declared : [...new Set([...state.declared, ...data.declared])],
    writes: write_detection === undefined ? state.writes : foldWriteDetection(state.writes, write_detection),
    mutationChecked:
      data.mutation_check !== undefined && decision.can_exit ? data.mutation_check.subject : state.mutationChecked,
  };
};

const haltOf = ({ halt, next }: Decision): Ending | null =>
  halt === undefined ? null : { status: next === 'needs_human' ? 'needs_human' : 'stuck', why: halt.says };

const eventsOf = ({
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

export const phaseExited: RecordKind<PhaseExited> = {
  meaning: 'a phase was exited, by both gates or by a recorded forced exit',
  events: ({ phase, iteration, forced_exit }) => [{ type: 'phase.exited', phase, iteration, forced_exit }],
  openEnds: (ends) => ({ ...ends, session: null, pendingExit: null }),
};

export interface ApprovalCoded {
  /** The phase whose exit waits. */
  readonly phase: string;
  /** From 1. */
  readonly iteration: number;
  /** The number of the turn within the iteration. */
  readonly attempt: number;
  /** SHA-256 of the code, which is in no record. */
  readonly code_hash: string;
}

export const approvalCoded: RecordKind<ApprovalCoded> = {
  meaning:
    'the wait for an approval began, or began again: the hash of the one-time code that the operator is shown; an earlier code is over',
  openEnds: (ends, { data: { code_hash } }) =>
    ends.approval === undefined ? ends : { ...ends, approval: { ...ends.approval, codeHash: code_hash } },
};

export const approvalAsked: RecordKind<ApprovalAsked> = {
  meaning:
    'both gates agree in a phase with `confirm: true`, and a person has to approve the exit: everything that was measured, until the answer is decided',
  events: ({ record: { phase, iteration, tree } }) => [
    { type: 'approval.asked', phase, iteration, tree: tree.after, command: approveCommand(tree.after) },
  ],
  // The turn is over, and its measurement is kept: nothing of it is discarded.
  openEnds: (ends, { at, data }) => ({ ...ends, startedTurn: null, kills: 0, approval: { at, asked: data } }),
  trims: ({ exit, ...data }) => (exit === undefined ? data : { ...data, exit: trimExit(exit) }),
};

export interface WorkRolledBack {
  /** The `seq` of the `operator.rolled_back` that is carried out. */
  readonly record: number;
}

export const workRolledBack: RecordKind<WorkRolledBack> = {
  meaning: 'branch and files were reset to the exit of the phase that an operator named',
};

export const workCommitted: RecordKind<WorkCommit> = {
  meaning: 'the start of the run, or the exit of a phase, was committed on the branch of the run: which commit',
  events: ({ phase, commit, branch = '', subject = '' }) => [
    { type: 'work.committed', phase, branch, commit, subject },
  ],
  fold: (state, { data }) => ({ ...state, branch: foldCommit(state.branch, data) }),
};
