/** A refusal of a work item in words: the reason, and the way out of it. A refused event changes nothing. */
import type { WorkItemRefusal } from '../../../machines/index.ts';
import type { Refused } from '../leases/lease.ts';
import { describeSwitchedOff, FLAG } from '../../signals/systems/apm2/parse-exit-signal.ts';
import type { ItemState } from './item-state.ts';

/**
 * Why nothing changed: a reason of the chart, of the lease, or one of these.
 *
 * - `unknown_item`, `item_exists`: there is no item of this name, or there is one
 * - `ci_decides`: the configured command decides about CI_PENDING
 * - `not_the_session`: the secret is not that of the session's claim
 * - `missing_spec`: the spec does not exist, or no worker on another machine could read it
 * - `uncommitted_config`: the same for the config
 * - `store_changed`: another writer was faster, several times
 */
type ItemProblem =
  | WorkItemRefusal
  | Refused['why']
  | 'unknown_item'
  | 'item_exists'
  | 'ci_decides'
  | 'not_the_session'
  | 'missing_spec'
  | 'uncommitted_config'
  | 'store_changed';

export interface ItemRefused {
  readonly ok: false;
  readonly why: ItemProblem;
  /** The reason and the way out, in sentences. */
  readonly message: string;
}

export const refuse = (why: ItemProblem, message: string): ItemRefused => ({ ok: false, why, message });

/** @param verb - for example `claim` @param about - the session of the event, and the phase that its signal names */
export const wordRefusal = (
  why: WorkItemRefusal,
  state: ItemState,
  { verb, session = '', named = '' }: { readonly verb: string; readonly session?: string; readonly named?: string },
): ItemRefused => refuse(why, `Cannot ${verb} ${state.item}: ${REASONS[why](state, session, named)}`);

type Word = (state: ItemState, session: string, named: string) => string;

const REASONS: Readonly<Record<WorkItemRefusal, Word>> = {
  protocol_disabled: () => `${describeSwitchedOff()}. Set ${FLAG}=true, if exit signals are to move work items.`,
  completed: () => 'it is COMPLETED, and nothing changes it. Choose another item: dualgate work list.',
  blocked: ({ item, blockedIn }) =>
    `it is BLOCKED, since ${blockedIn ?? 'a phase'} could not be completed. An operator unblocks it: dualgate work unblock ${item} -m "why".`,
  invalid_session: () => 'the session has no name. Name it with --session.',
  invalid_signal: () => 'the exit signal is not valid. Send one of spec 003.',
  no_lease: ({ item }) => `no session holds its lease. Claim it first: dualgate work claim ${item}.`,
  not_holder: ({ item, holder }, session) =>
    `${holder ?? 'another session'} holds its lease, and not ${session}. dualgate work show ${item} shows until when.`,
  already_claimed: ({ item, holder }) =>
    `${holder ?? 'a session'} holds its lease. dualgate work show ${item} shows until when.`,
  session_exited: (_, session) =>
    `${session} completed the phase before. A fresh session has to claim it: use another --session.`,
  phase_mismatch: ({ phase }, _, named) =>
    `phase mismatch: expected '${phase}', got '${named}'. Send the signal of the phase that the item is in.`,
  no_next_phase: ({ phase, item }) =>
    `spec 003 names no phase after ${phase}. An operator starts it: dualgate work start ${item}.`,
  already_started: ({ phase }) => `it is in ${phase}, and not in DRAFT. There is nothing to start.`,
  not_blocked: ({ phase }) => `it is in ${phase}, and not BLOCKED. There is nothing to unblock.`,
};
