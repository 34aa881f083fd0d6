/** The gates of spec 001, word for word, but that RED is for all tests. The floor covers what it leaves open. */
import type { GateDefinition, Phase } from './phase.ts';

const signal = (rationale: string): GateDefinition => ({
  name: 'Explicit Exit Signal',
  condition: 'exit_signal == true',
  rationale,
});

/** The four phases of spec 001 with its gates: RED, GREEN, REFACTOR, DOCUMENT. */
export const DEFAULT_PHASES = [
  {
    phase: 'RED',
    purpose: 'Verify all tests are generated and failing',
    tests: 'must_fail',
    gate_1: {
      name: 'Tests Generated and Failing',
      condition: 'tests_total >= criteria_count\nAND tests_failing == tests_total\nAND tests_passing == 0',
      rationale: "All tests must exist and fail (code doesn't exist yet)",
    },
    gate_2: signal('Agent explicitly confirms RED state is achieved'),
    limits: { max_iterations: 10, max_minutes: 240 },
    circuit_breaker: { no_progress: 3, same_error: 5 },
  },
  {
    phase: 'GREEN',
    purpose: 'Verify all tests pass with implementation',
    tests: 'must_pass',
    gate_1: {
      name: 'All Tests Passing (Stable)',
      condition: 'tests_failing == 0\nAND tests_passing == tests_total\nAND consecutive_green_runs >= 2',
      rationale: 'Tests must pass twice to filter flakiness',
    },
    gate_2: signal('Agent explicitly confirms GREEN state is achieved'),
    limits: { max_iterations: 10, max_minutes: 240 },
    circuit_breaker: { no_progress: 3, same_error: 5 },
  },
  {
    phase: 'REFACTOR',
    purpose: 'Verify code quality improved without breaking tests',
    tests: 'must_pass',
    gate_1: {
      name: 'Tests Still Passing + Refactoring Done',
      condition:
        'tests_failing == 0\nAND (\n  refactoring_complete == true\n  OR iteration >= max_refactor_iterations\n  OR no_more_improvements_identified\n)',
      rationale: 'Tests must stay green, refactoring has diminishing returns',
    },
    gate_2: signal('Agent explicitly confirms refactoring is complete'),
    limits: { max_iterations: 10, max_minutes: 240 },
    circuit_breaker: { no_progress: 5, same_error: 5 },
  },
  {
    phase: 'DOCUMENT',
    purpose: 'Verify architecture documentation is generated',
    tests: 'must_pass',
    gate_1: {
      name: 'Required Documentation Generated',
      condition:
        'docs_generated >= required_docs_count\nAND all_diagrams_valid == true\nAND (\n  has_adr == true\n  AND has_c4_diagrams == true\n)',
      rationale: 'Core documentation must exist and be valid',
    },
    gate_2: signal('Agent explicitly confirms documentation is complete'),
    limits: { max_iterations: 10, max_minutes: 240 },
    circuit_breaker: { no_progress: 3, same_error: 5 },
  },
] as const satisfies readonly Phase[];
