/** Work items for tests: in any phase, with every event that can be sent to them. */
import { type SnapshotFrom, transition } from 'xstate';
import {
  type ExitReason,
  type WorkItemContext,
  type WorkItemEmitted,
  type WorkItemEvent,
  workItemMachine,
  type WorkPhase,
} from '../../../machines/index.ts';

export type Item = SnapshotFrom<typeof workItemMachine>;

/** The phases in which a session can work. */
export const WORKED_IN = [
  'DRAFT',
  'IMPLEMENTATION',
  'CI_PENDING',
  'READY_FOR_REVIEW',
  'REVIEW',
  'READY_FOR_MERGE',
] as const satisfies readonly WorkPhase[];
export const PHASES = [...WORKED_IN, 'COMPLETED', 'BLOCKED'] as const satisfies readonly WorkPhase[];
export const REASONS = ['completed', 'blocked', 'error'] as const satisfies readonly ExitReason[];
export const SESSIONS = ['ann', 'bob', 'cid'] as const;

/** The session that holds the lease in `anItem`. */
export const HOLDER = 'ann';

/** An item that a session works on, with the protocol on; `spoil` changes what a test is about. */
export const anItem = (phase: WorkPhase, spoil: Partial<WorkItemContext> = {}): Item => {
  const isOpen = phase !== 'COMPLETED' && phase !== 'BLOCKED';
  const context: WorkItemContext = {
    enabled: true,
    holder: isOpen ? HOLDER : null,
    exited: null,
    blockedIn: phase === 'BLOCKED' ? 'IMPLEMENTATION' : null,
    ...spoil,
  };
  return workItemMachine.resolveState({
    value: phase,
    context,
    status: phase === 'COMPLETED' ? 'done' : 'active',
  });
};

export const exit = (
  phase_completed: WorkPhase,
  exit_reason: ExitReason = 'completed',
  session: string = HOLDER,
): WorkItemEvent => ({ type: 'item.exited', session, signal: { phase_completed, exit_reason } });
export const claim = (session: string): WorkItemEvent => ({ type: 'item.claimed', session });
export const release = (session: string): WorkItemEvent => ({ type: 'item.released', session });
export const START: WorkItemEvent = { type: 'item.started' };
export const UNBLOCK: WorkItemEvent = { type: 'item.unblocked' };

/** Every event of these sessions. */
export const EVENTS: readonly WorkItemEvent[] = [
  START,
  UNBLOCK,
  ...SESSIONS.flatMap((session) => [
    claim(session),
    release(session),
    ...PHASES.flatMap((phase) => REASONS.map((reason) => exit(phase, reason, session))),
  ]),
];

/** The item after the event, and what it emitted. */
export const send = (
  item: Item,
  event: WorkItemEvent,
): { readonly item: Item; readonly emitted: readonly WorkItemEmitted[] } => {
  const [next, actions] = transition(workItemMachine, item, event);
  // The types of XState name no action that was enqueued.
  const emitted = (actions as readonly { readonly type: string; readonly params: unknown }[]).flatMap(
    ({ type, params }) => (type === 'xstate.emit' ? [(params as { readonly event: WorkItemEmitted }).event] : []),
  );
  return { item: next, emitted };
};

/** The parts of an item that an event can change. */
export const read = ({ value, context, status }: Item) => ({ phase: value, ...context, status });

/** After a red CI, the result has to be made anew. */
export const returnOf = (phase: WorkPhase, reason: string): WorkPhase =>
  phase === 'CI_PENDING' && reason === 'error' ? 'IMPLEMENTATION' : phase;
