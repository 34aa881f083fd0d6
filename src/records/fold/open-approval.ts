/**
 * An exit that waits for a person: which iteration and which sources, since when, the answer that was given, and the
 * commands that give one. Pure.
 *
 * @module
 */
import type { Approval } from '../../../gates/record-parts.ts';
import { approveCommand, rejectCommand } from '../approval-commands.ts';
import type { LedgerData, WorkRecord } from '../catalogue/records.ts';

/** The question, and its answer if one was given. */
export interface OpenApproval {
  /** ISO 8601. */
  readonly at: string;
  readonly asked: LedgerData['approval.asked'];
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

/** With the answer of an operator. */
export const answered = (
  open: OpenApproval | undefined,
  { type, at, data }: WorkRecord & { readonly type: 'operator.approved' | 'operator.rejected' },
): { readonly approval?: OpenApproval } => {
  if (open === undefined) return {};
  const { by, tree } = data;
  const reason = type === 'operator.rejected' ? { reason: data.reason } : {};
  return { approval: { ...open, answer: { approved: type === 'operator.approved', by, at, tree, ...reason } } };
};

/**
 * The time of the wait does not count: a start of a limit, moved by it.
 *
 * @param since - ISO 8601: the start of the limit
 * @param at - ISO 8601: the end of the wait
 */
export const withoutWait = (since: string, open: OpenApproval | undefined, at: string): string => {
  if (open === undefined) return since;
  const from = Math.max(Date.parse(open.at), Date.parse(since));
  return new Date(Date.parse(since) + Math.max(0, Date.parse(at) - from)).toISOString();
};

export const describeApproval = ({ at, asked, answer }: OpenApproval): AwaitedApproval => {
  const { phase, iteration, attempt, tree } = asked.record;
  const [approve, reject] = [approveCommand(tree.after), rejectCommand(tree.after)];
  const place = `${phase} ${iteration}`;
  return {
    phase,
    iteration,
    attempt,
    tree: tree.after,
    since: at,
    approve,
    reject,
    ...(answer === undefined
      ? { says: `A person has to approve ${place}: ${approve}, or ${reject}` }
      : { says: `${place} was ${nameAnswer(answer)}, and is decided when the run continues`, answer }),
  };
};

const nameAnswer = ({ approved, by }: Approval): string => `${approved ? 'approved' : 'rejected'} by ${by}`;
