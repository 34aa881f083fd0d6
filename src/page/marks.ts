/**
 * Events between two iterations that a reader must not miss: operator commands, halts, resumes, the
 * breaker, the end.
 *
 * @module
 */
import type { WorkRecord } from '../records/records.ts';
import { describeApproval } from '../records/fold/open-approval.ts';

export type Tone = 'plain' | 'good' | 'bad' | 'warn';

export interface Mark {
  /** ISO 8601. */
  readonly at: string;
  /** One word. */
  readonly what: string;
  readonly text: string;
  readonly tone: Tone;
}

export const listMarks = (records: readonly WorkRecord[]): readonly Mark[] =>
  records.flatMap((record) => {
    const mark = markOf(record);
    return mark === null ? [] : [{ at: record.at, ...mark }];
  });

const markOf = (record: WorkRecord): Omit<Mark, 'at'> | null => {
  switch (record.type) {
    case 'run.resumed':
      return { what: 'resumed', text: record.data.automatic === true ? 'automatically' : '', tone: 'plain' };
    case 'chart.halted':
      return { what: 'halted', text: record.data.why, tone: 'bad' };
    case 'operator.skipped':
      return { what: 'skipped', text: byOperator(record.data.phase, record.data), tone: 'warn' };
    case 'operator.resumed':
      return { what: 'allowed', text: `by ${record.data.by}`, tone: 'plain' };
    case 'operator.aborted':
      return { what: 'aborted', text: byOperator('', record.data), tone: 'bad' };
    case 'operator.reset':
      return { what: 'reset', text: byOperator(record.data.phase, record.data), tone: 'plain' };
    case 'operator.accepted':
      return { what: 'accepted', text: byOperator('', record.data), tone: 'warn' };
    case 'operator.reopened':
      return { what: 'reopened', text: byOperator(record.data.test ?? record.data.file, record.data), tone: 'warn' };
    case 'operator.rolled_back':
      return {
        what: 'rolled back',
        text: byOperator(`to the exit of ${record.data.phase}`, record.data),
        tone: 'warn',
      };
    case 'approval.asked':
      return { what: 'waits', text: describeApproval({ at: record.at, asked: record.data }).says, tone: 'warn' };
    case 'operator.approved':
      return { what: 'approved', text: `by ${record.data.by}`, tone: 'good' };
    case 'operator.rejected':
      return { what: 'rejected', text: byOperator('', record.data), tone: 'warn' };
    case 'operator.guided':
      return { what: 'guided', text: `by ${record.data.by}: ${record.data.text}`, tone: 'plain' };
    case 'breaker.changed':
      return {
        what: 'breaker',
        text: `${record.data.from} → ${record.data.to}${record.data.why === null ? '' : `: ${record.data.why}`}`,
        tone: record.data.to === 'CLOSED' ? 'good' : 'bad',
      };
    case 'run.ended':
      return {
        what: record.data.status.replace('_', ' '),
        text: record.data.why,
        tone: record.data.status === 'completed' ? 'good' : 'warn',
      };
    case 'run.started':
    case 'turn.started':
    case 'turn.ended':
    case 'review.ended':
    case 'tests.ended':
    case 'session.completed':
    case 'iteration.decided':
    case 'phase.exited':
    case 'turn.discarded':
    case 'work.committed':
    case 'work.rolled_back':
      return null;
  }
};

const byOperator = (what: string, { by, reason }: { readonly by: string; readonly reason: string }): string =>
  `${what === '' ? '' : `${what}, `}by ${by}: ${reason}`;
