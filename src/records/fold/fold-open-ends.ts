/**
 * The unfinished parts that a killed loop leaves in the ledger: a turn without a decision, a session or an exit that
 * is not yet recorded, work that an operator completes by force, a halt without an end of the run, and how often in a
 * row the loop did not end by itself.
 *
 * @module
 */
import type { Ending } from '../../../machines/index.ts';
import { findEndedSession } from '../session-completed.ts';
import type { LedgerData, WorkRecord } from '../catalogue/records.ts';
import { answered } from './open-approval.ts';
import { NOTHING_OPEN, type OpenEnds, type WorkState } from './work-state.ts';

/** The unfinished parts after a record; pure. `state` is the one before it. */
export const foldOpenEnds = (
  state: Pick<WorkState, 'openEnds' | 'iteration' | 'ending'>,
  record: WorkRecord,
): OpenEnds => {
  const { openEnds: ends } = state;
  switch (record.type) {
    case 'run.started':
      return NOTHING_OPEN;
    case 'turn.started': {
      const { phase, iteration, attempt } = record.data;
      // A command that crashed was answered so; the loop continued.
      return { ...withoutApproval(ends), session: null, forcing: null, startedTurn: { phase, iteration, attempt } };
    }
    case 'turn.discarded':
      return { ...ends, startedTurn: null };
    // The turn is over, and its measurement is kept: nothing of it is discarded.
    case 'approval.asked':
      return { ...ends, startedTurn: null, kills: 0, approval: { at: record.at, asked: record.data } };
    case 'operator.approved':
    case 'operator.rejected':
      return { ...ends, ...answered(ends.approval, record) };
    case 'iteration.decided':
      return {
        ...NOTHING_OPEN,
        session: findEndedSession(record.data.record, record.data.decision),
        pendingExit: exitOf(record.data),
        halt: haltOf(record.data),
      };
    case 'phase.exited':
      return { ...ends, session: null, pendingExit: null };
    case 'chart.halted': {
      const { why, status } = record.data;
      return { ...ends, session: null, halt: { status, why } };
    }
    case 'run.ended':
      return { ...ends, halt: isHalt(record.data) ? { status: record.data.status, why: record.data.why } : null };
    case 'run.resumed':
      return { ...ends, halt: null, kills: state.ending === null ? ends.kills + 1 : 0 };
    case 'operator.skipped': {
      const { phase, by, reason, whole } = record.data;
      return {
        ...withoutApproval(ends),
        halt: null,
        pendingExit: { phase, iteration: state.iteration, forced_exit: true, by, reason },
        forcing: whole === true ? { by, reason } : null,
      };
    }
    case 'operator.resumed':
    case 'operator.reset':
      return { ...ends, halt: null, forcing: null };
    case 'operator.aborted':
    case 'operator.rolled_back':
      return { ...withoutApproval(ends), halt: null, forcing: null };
    case 'operator.accepted':
      return record.data.config === undefined ? ends : underNewConfig(ends);
    case 'session.completed':
      return { ...ends, session: null };
    case 'turn.ended':
    case 'review.ended':
    case 'tests.ended':
    case 'breaker.changed':
    case 'work.committed':
    case 'work.rolled_back':
    case 'operator.reopened':
    case 'operator.guided':
      return ends;
  }
};

const withoutApproval = ({ approval: _over, ...ends }: OpenEnds): OpenEnds => ends;

/** A measurement under another config is discarded, as if the loop had been killed before the question. */
const underNewConfig = (ends: OpenEnds): OpenEnds => {
  if (ends.approval === undefined) return ends;
  const { phase, iteration, attempt } = ends.approval.asked.record;
  return { ...withoutApproval(ends), startedTurn: { phase, iteration, attempt } };
};

type Decided = LedgerData['iteration.decided'];

const exitOf = ({ decision, record: { phase, iteration } }: Decided): OpenEnds['pendingExit'] =>
  decision.can_exit ? { phase, iteration, forced_exit: false } : null;

const haltOf = ({ decision: { halt, next } }: Decided): Ending | null =>
  halt === undefined ? null : { status: next === 'needs_human' ? 'needs_human' : 'stuck', why: halt.says };

/** Ends after which only a person lets the work continue. */
const isHalt = ({ status }: Ending): boolean => status === 'stuck' || status === 'needs_human';
