/**
 * The chart of a work item (spec 003). An event moves it, changes its lease, or is refused and changes nothing. A
 * store with a clock sends `item.released` when a lease expires.
 */
import { assign, enqueueActions, setup } from 'xstate';
import {
  findWorkItemRefusal,
  type WorkItemContext,
  type WorkItemEvent,
  type WorkItemRefusal,
  EXIT_REASONS,
  type ExitReason,
  nextWorkPhase,
  WORK_PHASES,
  type WorkPhase,
} from './work-item.refusals.ts';

export type WorkItemEmitted =
  | { readonly type: 'item.moved'; readonly from: WorkPhase; readonly to: WorkPhase }
  /** `event`: the type of the refused event. */
  | { readonly type: 'item.refused'; readonly event: WorkItemEvent['type']; readonly reason: WorkItemRefusal };

export interface WorkItemInput {
  /** Whether AGENT_EXIT_PROTOCOL_ENABLED allows exit signals. @default false */
  readonly enabled?: boolean;
}

interface Move {
  readonly from: WorkPhase;
  readonly to: WorkPhase;
}

const DESCRIPTIONS: Readonly<Record<WorkPhase, string>> = {
  DRAFT: 'Initial drafting phase',
  IMPLEMENTATION: 'Code implementation phase',
  CI_PENDING: 'Waiting for CI to complete',
  READY_FOR_REVIEW: 'CI passed, awaiting human review',
  REVIEW: 'Under human review',
  READY_FOR_MERGE: 'Review approved, ready to merge',
  COMPLETED: 'Work has been completed and merged',
  BLOCKED: 'Work is blocked until an operator unblocks it',
};

const item = setup({
  types: {
    context: {} as WorkItemContext,
    events: {} as WorkItemEvent,
    emitted: {} as WorkItemEmitted,
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- without it, the input has no fields
    input: {} as WorkItemInput | undefined,
    tags: {} as 'claimable' | 'needsOperator' | 'ended',
  },
  guards: {
    isAccepted: ({ context, event }, phase: WorkPhase) => findWorkItemRefusal(phase, context, event) === null,
    exitsFor: ({ context, event }, { phase, reason }: { readonly phase: WorkPhase; readonly reason: ExitReason }) =>
      findWorkItemRefusal(phase, context, event) === null &&
      event.type === 'item.exited' &&
      event.signal.exit_reason === reason,
    wasBlockedIn: ({ context }, phase: WorkPhase) => context.blockedIn === phase,
  },
  actions: {
    claim: assign({ holder: ({ context, event }) => (event.type === 'item.claimed' ? event.session : context.holder) }),
    release: assign({ holder: null }),
    move: enqueueActions(({ enqueue, event }, { from, to }: Move) => {
      enqueue.assign({
        holder: null,
        blockedIn: to === 'BLOCKED' ? returnOf(from, event) : null,
        ...(event.type === 'item.exited' ? { exited: event.session } : {}),
      });
      enqueue.emit({ type: 'item.moved', from, to });
    }),
    refuse: enqueueActions(({ context, enqueue, event }, phase: WorkPhase) => {
      const reason = findWorkItemRefusal(phase, context, event);
      if (reason !== null) enqueue.emit({ type: 'item.refused', event: event.type, reason });
    }),
  },
});

/** A red CI refuses the result: it has to be made anew. */
const returnOf = (from: WorkPhase, event: WorkItemEvent): WorkPhase =>
  from === 'CI_PENDING' && event.type === 'item.exited' && event.signal.exit_reason === 'error'
    ? 'IMPLEMENTATION'
    : from;

const moveTo = (from: WorkPhase, to: WorkPhase) =>
  ({ target: to, actions: { type: 'move', params: { from, to } } }) as const;

const refuseIn = (phase: WorkPhase) => ({ actions: { type: 'refuse', params: phase } }) as const;

/** A phase in which a session can work: its rows of the table, and the lease. */
const workPhase = (phase: WorkPhase) => {
  const isAccepted = { type: 'isAccepted', params: phase } as const;
  return item.createStateConfig({
    description: DESCRIPTIONS[phase],
    tags: 'claimable',
    on: {
      'item.claimed': { guard: isAccepted, actions: 'claim' },
      'item.released': { guard: isAccepted, actions: 'release' },
      'item.exited': EXIT_REASONS.flatMap((reason) => {
        const next = nextWorkPhase(phase, reason);
        const guard = { type: 'exitsFor', params: { phase, reason } } as const;
        return next === null ? [] : [{ guard, ...moveTo(phase, next) }];
      }),
      ...(phase === 'DRAFT' && { 'item.started': moveTo(phase, 'IMPLEMENTATION') }),
      'item.*': refuseIn(phase),
    },
  });
};

const WORKED_IN = WORK_PHASES.filter((phase) => phase !== 'COMPLETED' && phase !== 'BLOCKED');

/**
 * The chart of one work item, in DRAFT at first. COMPLETED is final: an actor there drops events.
 * @example
 * const actor = createActor(workItemMachine, { input: { enabled: true } }).start();
 * actor.send({ type: 'item.started' });
 * actor.send({ type: 'item.claimed', session: 'session-123' });
 */
export const workItemMachine = item.createMachine({
  id: 'workItem',
  context: ({ input }) => ({ enabled: input?.enabled === true, holder: null, exited: null, blockedIn: null }),
  initial: 'DRAFT',
  states: {
    DRAFT: workPhase('DRAFT'),
    IMPLEMENTATION: workPhase('IMPLEMENTATION'),
    CI_PENDING: workPhase('CI_PENDING'),
    READY_FOR_REVIEW: workPhase('READY_FOR_REVIEW'),
    REVIEW: workPhase('REVIEW'),
    READY_FOR_MERGE: workPhase('READY_FOR_MERGE'),
    COMPLETED: { type: 'final', description: DESCRIPTIONS.COMPLETED, tags: 'ended' },
    BLOCKED: {
      description: DESCRIPTIONS.BLOCKED,
      tags: 'needsOperator',
      on: {
        'item.unblocked': WORKED_IN.map((phase) => ({
          guard: { type: 'wasBlockedIn', params: phase } as const,
          ...moveTo('BLOCKED', phase),
        })),
        'item.*': refuseIn('BLOCKED'),
      },
    },
  },
});

export type WorkItemMachine = typeof workItemMachine;
