/**
 * The effects of operator commands on the state of the work, and the facts about them that are kept forever (rule
 * 1.6). No command changes the evidence that a gate uses.
 *
 * @module
 */
import { NO_DEADLOCKS } from '../../../gates/deadlocks.ts';
import { acceptWrites } from './suite-writes.ts';
import type { WorkRecord } from '../catalogue/records.ts';
import type { WorkState } from './work-state.ts';

/** The counts that halt the work, at 0; the number of turns of an iteration is not one of them. */
export const withNewLimits = ({ spending }: Pick<WorkState, 'spending'>, at: string) =>
  ({
    limits: 0,
    untested: 0,
    iterationsUsed: 0,
    runIterationsUsed: 0,
    deadlocks: NO_DEADLOCKS,
    // The start times of turns are kept: the limit per hour still applies.
    spending: { ...spending, cost: 0, tokens: 0 },
    since: at,
    phaseSince: at,
  }) as const;

type CommandType =
  | 'operator.skipped'
  | 'operator.aborted'
  | 'operator.reset'
  | 'operator.accepted'
  | 'operator.reopened'
  | 'operator.guided';

/** The state after an operator command; pure. The exit of a skipped phase is folded by the exit's own record. */
export const foldOperatorCommand = (
  state: WorkState,
  record: WorkRecord & { readonly type: CommandType },
): WorkState => {
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
      return { ...state, ...withNewLimits(state, at), resets };
    }
    case 'operator.accepted': {
      const { phase, by, reason, files, tests, writes = [], criteria, config } = record.data;
      const named = {
        ...(writes.length === 0 ? {} : { writes }),
        ...(config === undefined ? {} : { config: config.changed }),
      };
      const isExited = (id: string) => !tests.includes(id);
      return {
        ...state,
        ...(config === undefined ? {} : { configHash: config.config_hash }),
        frozen: { ...state.frozen, ...config?.frozen, ...files },
        tests: state.tests.filter(isExited),
        failing: state.failing.filter(isExited),
        gone: state.gone.filter(isExited),
        baseline: { ...state.baseline, passing: state.baseline.passing.filter(isExited) },
        criteria: criteria ?? state.criteria,
        writes: acceptWrites(state.writes, writes),
        accepted: [...state.accepted, { phase, by, reason, at, files: Object.keys(files), tests, ...named }],
      };
    }
    case 'operator.reopened': {
      const { phase, by, reason, file, test = null } = record.data;
      return { ...state, reopened: [...state.reopened, { phase, by, reason, at, file, test, state: 'open' }] };
    }
    case 'operator.guided': {
      const { phase, by, text } = record.data;
      return { ...state, guidance: [...state.guidance, { phase, by, text, at }] };
    }
  }
};
