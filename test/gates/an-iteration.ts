/** Iterations for tests: by default ready to exit their phase, so that a test shows only what makes them fail. */
import { CLEAN_MEASUREMENT } from '../../gates/create-iteration.ts';
import type { IterationRecord, Signal } from '../../gates/iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';

export type DefaultPhase = 'RED' | 'GREEN' | 'REFACTOR' | 'DOCUMENT';

/** A measurement with which nothing is wrong, beside the numbers that a config brings. */
export const NOTHING_WRONG = {
  ...CLEAN_MEASUREMENT,
  criteria_count: 4,
  iteration: 1,
  max_refactor_iterations: 5,
  required_docs_count: 3,
} as const satisfies Metrics;

const PASSING = { tests_total: 10, tests_passing: 10, tests_failing: 0 } as const satisfies Metrics;

export const READY: Readonly<Record<DefaultPhase, Metrics>> = {
  RED: { ...NOTHING_WRONG, tests_total: 6, tests_passing: 0, tests_failing: 6, runner_exit_code: 1 },
  GREEN: { ...NOTHING_WRONG, ...PASSING, consecutive_green_runs: 2 },
  REFACTOR: { ...NOTHING_WRONG, ...PASSING, consecutive_green_runs: 1, refactoring_complete: true },
  DOCUMENT: {
    ...NOTHING_WRONG,
    ...PASSING,
    consecutive_green_runs: 1,
    docs_generated: 3,
    diagrams_total: 2,
    diagrams_valid: 2,
    all_diagrams_valid: true,
    has_adr: true,
    has_c4_diagrams: true,
  },
};

/** Signal of the agent, as the reader would have read it. */
export const aSignal = (value: boolean | null, spoil: Partial<Signal> = {}): Signal => ({
  value,
  source: value === null ? null : 'block',
  dialect: 'prp',
  line: value === null ? null : 1,
  reason: value === null ? 'signal_missing' : value ? 'explicit_true' : 'explicit_false',
  status: value === true ? 'COMPLETE' : null,
  blockers: [],
  refactoring_complete: false,
  ...spoil,
});

/**
 * @param spoil - metrics that differ from those of a phase that is ready; `undefined` makes one absent
 */
export const anIteration = (
  phase: DefaultPhase,
  spoil: { readonly [K in keyof Metrics]?: Metrics[K] | undefined } = {},
  rest: Partial<Omit<IterationRecord, 'metrics' | 'phase'>> = {},
): IterationRecord => ({
  run: 'a-run',
  phase,
  iteration: 1,
  attempt: 1,
  started_at: '2026-01-13T10:00:00.000Z',
  ended_at: '2026-01-13T10:30:00.000Z',
  metrics: withoutAbsent({ ...READY[phase], ...spoil }),
  signal: aSignal(true),
  turn: { outcome: 'ok', exit_code: 0, ms: 1000 },
  tree: { before: 'a1', after: 'b2', head: null },
  without_progress: 0,
  iterations_used: 1,
  failing: [],
  findings: [],
  ...rest,
});

const withoutAbsent = (metrics: Readonly<Record<string, number | boolean | undefined>>): Metrics =>
  Object.fromEntries(Object.entries(metrics).filter(([, value]) => value !== undefined));
