/**
 * What an operator's orders do to the state of the work, and what stays known of them for ever (RULES 1.6).
 * No order touches what a gate looks at: evidence is measured, never ordered.
 *
 * @module
 */
import { NO_DEADLOCKS } from '../../../gates/deadlocks.ts';
import { acceptWrites } from './suite-writes.ts';
import type { WorkRecord } from '../catalogue/records.ts';
import type { WorkState } from './work-state.ts';

/** The counts that halt the work, at 0; how many turns an iteration took is not one of them. */
export const withNewAllowance = ({ spending }: Pick<WorkState, 'spending'>, at: string) =>
  ({
    limits: 0,
    allowanceUsed: 0,
    runAllowanceUsed: 0,
    deadlocks: NO_DEADLOCKS,
    // When turns began stays known: an hour is an hour.
    spending: { ...spending, cost: 0, tokens: 0 },
    since: at,
    phaseSince: at,
  }) as const;

type OrderType = 'operator.skipped' | 'operator.aborted' | 'operator.reset' | 'operator.accepted' | 'operator.guided';

/** The state after an order; pure. That a skipped phase is left is the exit's to fold. */
export const foldOrder = (state: WorkState, record: WorkRecord & { readonly type: OrderType }): WorkState => {
  const { at } = record;
  switch (record.type) {
    case 'operator.skipped': {
      const { phase, by, reason } = record.data;
      return { ...state, forced: [...state.forced, { phase, by, reason, at }] };
    }
    case 'operator.aborted': {
      const { by, reason } = record.data;
      return { ...state, aborted: { by, reason, at } };
    }
    case 'operator.reset': {
      const { phase, by, reason } = record.data;
      const resets = [...state.resets, { phase, by, reason, at }];
      return { ...state, ...withNewAllowance(state, at), resets };
    }
    case 'operator.accepted': {
      const { phase, by, reason, files, tests, writes = [], criteria } = record.data;
      const named = writes.length === 0 ? {} : { writes };
      const isLeft = (id: string) => !tests.includes(id);
      return {
        ...state,
        frozen: { ...state.frozen, ...files },
        tests: state.tests.filter(isLeft),
        failing: state.failing.filter(isLeft),
        gone: state.gone.filter(isLeft),
        inventory: { ...state.inventory, passing: state.inventory.passing.filter(isLeft) },
        criteria: criteria ?? state.criteria,
        writes: acceptWrites(state.writes, writes),
        accepted: [...state.accepted, { phase, by, reason, at, files: Object.keys(files), tests, ...named }],
      };
    }
    case 'operator.guided': {
      const { phase, by, text } = record.data;
      return { ...state, guidance: [...state.guidance, { phase, by, text, at }] };
    }
  }
};
