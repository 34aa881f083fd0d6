/** Events of the chart, and the two parts that `bindGates` fills. Until then every iteration is held. */
import { emit, setup } from 'xstate';
import type { Decision } from '../gates/decide.ts';
import type { IterationRecord } from '../gates/iteration.ts';

export type TddEvent =
  | { readonly type: 'ITERATION'; readonly record: IterationRecord }
  /** An operator's override (rule 1.6); never sent on an agent's behalf. */
  | { readonly type: 'SKIP'; readonly by: string; readonly reason: string }
  /** The work needs human input: no progress, a limit, or the agent is blocked. */
  | { readonly type: 'HALT'; readonly why: string }
  | { readonly type: 'RESUME' }
  | { readonly type: 'ABORT'; readonly by: string; readonly reason: string };

export type TddEmitted =
  | { readonly type: 'phase.entered'; readonly phase: string }
  | { readonly type: 'phase.exited'; readonly phase: string; readonly forced_exit: false; readonly decision: Decision }
  | {
      readonly type: 'phase.exited';
      readonly phase: string;
      readonly forced_exit: true;
      readonly by: string;
      readonly reason: string;
    }
  /** `decision` is null when the gates were never bound or could not be judged. */
  | {
      readonly type: 'phase.held';
      readonly phase: string;
      readonly unmet: readonly string[];
      readonly decision: Decision | null;
    }
  /** One gate without the other (rule 1.1). */
  | { readonly type: 'signal.premature' | 'signal.missing'; readonly phase: string; readonly warning: string }
  | { readonly type: 'needs.human'; readonly why: string }
  /** An ITERATION came while the work was halted: nothing was decided. */
  | { readonly type: 'iteration.refused'; readonly why: string }
  | { readonly type: 'work.completed' }
  | { readonly type: 'work.aborted'; readonly by: string; readonly reason: string };

/** How the work ended, for the parent of the chart. */
export type TddOutput =
  | { readonly status: 'completed' }
  | { readonly status: 'aborted'; readonly by: string; readonly reason: string };

/** The value of the chart: a phase by its state key, or a state of the whole work. */
export type TddStateValue = { readonly working: string } | 'needsHuman' | 'completed' | 'aborted';

/** Whether `record` is enough to exit `phase`. */
export interface GateQuestion {
  readonly phase: string;
  readonly record: IterationRecord;
}

export interface PhaseMeta {
  readonly phase: string;
  readonly purpose: string;
  readonly gate_1: string;
  readonly gate_2: string;
}

const UNBOUND = 'the gates are not bound: pass bindGates(config) to provide';

export const tdd = setup({
  types: {
    events: {} as TddEvent,
    emitted: {} as TddEmitted,
    output: {} as TddOutput,
    tags: {} as 'working' | 'needsOperator' | 'ended',
    meta: {} as PhaseMeta,
  },
  guards: {
    // `unknown` keeps everything but the question out of reach.
    gatesAgree: (_args: unknown, _question: GateQuestion): boolean => false,
  },
  actions: {
    emitExit: (_args: unknown, _question: GateQuestion): void => {},
    emitHold: emit((_args, { phase }: GateQuestion) => ({
      type: 'phase.held' as const,
      phase,
      unmet: [UNBOUND],
      decision: null,
    })),
  },
});
