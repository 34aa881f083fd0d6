/** The state of a work item, folded from its records by the chart of spec 003; pure. */
import { initialTransition, transition } from 'xstate';
import { type WorkItemEvent, findWorkItemRefusal, workItemMachine } from '../../../machines/index.ts';
import type { WorkPhase } from '../../../machines/index.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { BY_CI, type ItemData, type ItemRecord } from './item-record.ts';

export interface ItemState {
  readonly item: string;
  readonly title: string | null;
  readonly spec: string | null;
  readonly specHash: string | null;
  readonly base: string | null;
  readonly phase: WorkPhase;
  readonly holder: string | null;
  /** SHA-256 of the secret of the last session that claimed it; `null` where it has none. */
  readonly proof: string | null;
  /** The session of the last exit: it may not claim the item again. */
  readonly exited: string | null;
  /** The phase that `unblock` returns to; `null` unless BLOCKED. */
  readonly blockedIn: WorkPhase | null;
  readonly sessions: readonly ItemData['item.exited'][];
  readonly result: Pick<ItemData['item.exited'], 'run' | 'commit' | 'branch'> | null;
  /** Since CI refused the result: its commit, the last run by then, and why; `null` when there is a new result. */
  readonly refused: { readonly commit: string | null; readonly run: string | null; readonly why: string } | null;
  /** How often CI refused a result, since an operator last unblocked the item. */
  readonly refusals: number;
  readonly run: Pick<ItemData['item.worked_on'], 'run' | 'folder'> | null;
  /** No session has told the end of that run: its worker is active, gave it back, or was killed. */
  readonly isGoing: boolean;
  /** The last save of a run, perhaps of the one before; `null` before one. */
  readonly saved: ItemData['item.run_saved'] | null;
  readonly unblockedBy: string | null;
  /** ISO 8601: the last record. */
  readonly at: string;
}

/** @throws {LedgerError} `broken` when the records are not those of an item */
export const foldItem = (records: readonly ItemRecord[]): ItemState => {
  const [first, ...others] = records;
  if (first?.type !== 'item.added') throw broken('its first record is not item.added', 0);
  const { item, title, spec, spec_hash, base } = first.data;
  // Whether the protocol is on decides about new signals: those of the ledger were accepted.
  let [snapshot] = initialTransition(workItemMachine, { enabled: true });
  let state: ItemState = {
    item,
    title,
    spec,
    specHash: spec_hash,
    base,
    phase: snapshot.value,
    holder: null,
    proof: null,
    exited: null,
    blockedIn: null,
    sessions: [],
    result: null,
    refused: null,
    refusals: 0,
    run: null,
    isGoing: false,
    saved: null,
    unblockedBy: null,
    at: first.at,
  };
  for (const [index, record] of others.entries()) {
    const event = eventOf(record);
    if (event !== null) {
      const refusal = findWorkItemRefusal(snapshot.value, snapshot.context, event);
      if (refusal !== null)
        throw broken(`${record.type} does not follow from ${snapshot.value} (${refusal})`, index + 1);
      [snapshot] = transition(workItemMachine, snapshot, event);
    }
    const { holder, exited, blockedIn } = snapshot.context;
    state = { ...foldFacts(state, record), phase: snapshot.value, holder, exited, blockedIn, at: record.at };
  }
  return state;
};

/** `null`: the record changes no phase and no lease. */
const eventOf = (record: ItemRecord): WorkItemEvent | null => {
  switch (record.type) {
    case 'item.added':
    case 'item.worked_on':
    case 'item.run_saved':
      return null;
    case 'item.started':
    case 'item.unblocked':
      return { type: record.type };
    case 'item.claimed':
    case 'item.released':
      return { type: record.type, session: record.data.session };
    case 'item.exited': {
      const { session_id: session, phase_completed, exit_reason } = record.data;
      return { type: 'item.exited', session, signal: { phase_completed, exit_reason } };
    }
  }
};

const foldFacts = (state: ItemState, record: ItemRecord): ItemState => {
  if (record.type === 'item.worked_on') {
    const { run, folder } = record.data;
    return { ...state, run: { run, folder }, isGoing: true };
  }
  if (record.type === 'item.claimed') return { ...state, proof: record.data.proof ?? null };
  if (record.type === 'item.run_saved') return { ...state, saved: record.data };
  if (record.type === 'item.unblocked')
    return record.data.by === BY_CI ? state : { ...state, unblockedBy: record.data.by, refusals: 0 };
  return record.type === 'item.exited' ? foldExit(state, record.data) : state;
};

const foldExit = (state: ItemState, exit: ItemData['item.exited']): ItemState => {
  const told = { ...state, sessions: [...state.sessions, exit], isGoing: false };
  const { run, commit, branch, phase_completed, exit_reason } = exit;
  if (phase_completed === 'CI_PENDING' && exit_reason === 'error') {
    const why = exit.notes ?? exit_reason;
    const refused = { commit: state.result?.commit ?? null, run: state.run?.run ?? null, why };
    return { ...told, refused, refusals: state.refusals + 1 };
  }
  return commit === null ? told : { ...told, refused: null, result: { run, commit, branch } };
};

const broken = (what: string, seq: number): LedgerError =>
  new LedgerError(
    'broken',
    `Cannot use the ledger of the work item: record ${seq} is wrong: ${what}. Restore the ledger from a copy.`,
  );
