/** An exit that waits for a person: its iteration and sources, since when, the answer, and the commands that give one. Pure. */
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { Approval } from '../../../gates/record-parts.ts';
import type { PhaseExit, JudgedEdit, WriteDetection } from './reopened-tests.ts';
import type { RecordedMutationCheck } from '../../evidence/mutation-check/mutation-report.ts';
import type { SuiteRuns } from '../suite-runs.ts';

/**
 * Everything that the decision needs: a person may answer when the loop that asked is gone. Without an
 * `iteration.decided` after it, the run waits for the answer.
 */
export interface ApprovalAsked {
  /** Everything that was measured and signalled in the iteration. */
  readonly record: IterationRecord;
  /** The files and tests that are frozen from the exit on; absent where the phase is held. */
  readonly exit?: PhaseExit;
  /** Ids of tests that must stay and were missing; absent when none was. */
  readonly gone?: readonly string[];
  /** The edit of a reopened test that counts: frozen from here on. Absent when there is none. */
  readonly reopened?: JudgedEdit;
  /** The agent's lines that name changed tests and guards; absent when there is none. */
  readonly declared?: readonly string[];
  /** The files that the suite wrote; absent when its runs changed no source. */
  readonly write_detection?: WriteDetection;
  /** The result of the mutation check, with its seed and every mutant; absent when it did not run. */
  readonly mutation_check?: RecordedMutationCheck;
  /** The runs of the suite since the record before that has some; absent where there was none. */
  readonly suite_runs?: readonly SuiteRuns[];
}

/** The question, and its answer if one was given. */
export interface OpenApproval {
  /** ISO 8601. */
  readonly at: string;
  readonly asked: ApprovalAsked;
  /** SHA-256 of the code that an approval needs; absent before the wait began. */
  readonly codeHash?: string;
  /** Absent while nobody has answered. */
  readonly answer?: Approval;
}

/** For people. */
export interface AwaitedApproval {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** Fingerprint of the measured sources. */
  readonly tree: string;
  /** ISO 8601. */
  readonly since: string;
  /** The exact commands. */
  readonly approve: string;
  readonly reject: string;
  /** In one sentence without a full stop: who is needed, for what, and the commands; or the answer. */
  readonly says: string;
  /** Given, and not decided yet; absent while nobody has answered. */
  readonly answer?: Approval;
}

/** With the answer of an operator; without a question, unchanged. */
export const answer = <T extends { readonly approval?: OpenApproval }>(ends: T, answer: Approval): T =>
  ends.approval === undefined ? ends : { ...ends, approval: { ...ends.approval, answer } };

/**
 * The time of the wait does not count: a start of a limit, moved by it.
 * @param since - ISO 8601: the start of the limit @param at - ISO 8601: the end of the wait
 */
export const withoutWait = (since: string, open: OpenApproval | undefined, at: string): string => {
  if (open === undefined) return since;
  const from = Math.max(Date.parse(open.at), Date.parse(since));
  return new Date(Date.parse(since) + Math.max(0, Date.parse(at) - from)).toISOString();
};

/** @param code - where only the operator reads it; else a word in its place */
export const describeApproval = ({ at, asked, answer }: OpenApproval, code?: string): AwaitedApproval => {
  const { phase, iteration, attempt, tree } = asked.record;
  const [approve, reject] = [approveCommand(tree.after, code), rejectCommand(tree.after)];
  return {
    phase,
    iteration,
    attempt,
    tree: tree.after,
    since: at,
    approve,
    reject,
    ...(answer === undefined
      ? { says: sayApproval({ phase, iteration, tree: tree.after, ...(code === undefined ? {} : { code }) }) }
      : { says: `${phase} ${iteration} was ${nameAnswer(answer)}, and is decided when the run continues`, answer }),
  };
};

const nameAnswer = ({ approved, by }: Approval): string => `${approved ? 'approved' : 'rejected'} by ${by}`;

export const sayApproval = ({
  phase,
  iteration,
  tree,
  code,
}: {
  readonly phase: string;
  readonly iteration: number;
  readonly tree: string;
  readonly code?: string;
}): string => `${sayQuestion({ phase, iteration })}: ${approveCommand(tree, code)}, or ${rejectCommand(tree)}`;

/** For a place that shows the commands by themselves. */
export const sayQuestion = ({ phase, iteration }: Pick<AwaitedApproval, 'phase' | 'iteration'>): string =>
  `A person has to approve ${phase} ${iteration}`;

// The commands that answer name the sources that were measured.
/** Characters of a fingerprint in a command: enough to tell two apart. */
const SHORT = 12;

export const shortTree = (tree: string): string => tree.slice(0, SHORT);

export const approveCommand = (tree: string, code = 'CODE'): string =>
  `dualgate approve ${shortTree(tree)} --code ${code}`;
export const rejectCommand = (tree: string): string => `dualgate reject ${shortTree(tree)} -m "why"`;
