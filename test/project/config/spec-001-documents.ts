/**
 * The YAML blocks of spec 001, "Gate Definitions by Phase", word for word. Never to be edited.
 *
 * @module
 */

export const RED = `phase: RED
purpose: Verify all E2E tests are generated and failing

gate_1:
  name: "Tests Generated and Failing"
  condition: |
    tests_total >= criteria_count
    AND tests_failing == tests_total
    AND tests_passing == 0
  rationale: "All tests must exist and fail (code doesn't exist yet)"

gate_2:
  name: "Explicit Exit Signal"
  condition: |
    exit_signal == true
  rationale: "Agent explicitly confirms RED state is achieved"

exit_allowed:
  when: gate_1 == true AND gate_2 == true
`;

export const GREEN = `phase: GREEN
purpose: Verify all tests pass with implementation

gate_1:
  name: "All Tests Passing (Stable)"
  condition: |
    tests_failing == 0
    AND tests_passing == tests_total
    AND consecutive_green_runs >= 2
  rationale: "Tests must pass twice to filter flakiness"

gate_2:
  name: "Explicit Exit Signal"
  condition: |
    exit_signal == true
  rationale: "Agent explicitly confirms GREEN state is achieved"

exit_allowed:
  when: gate_1 == true AND gate_2 == true
`;

export const REFACTOR = `phase: REFACTOR
purpose: Verify code quality improved without breaking tests

gate_1:
  name: "Tests Still Passing + Refactoring Done"
  condition: |
    tests_failing == 0
    AND (
      refactoring_complete == true
      OR iteration >= max_refactor_iterations
      OR no_more_improvements_identified
    )
  rationale: "Tests must stay green, refactoring has diminishing returns"

gate_2:
  name: "Explicit Exit Signal"
  condition: |
    exit_signal == true
  rationale: "Agent explicitly confirms refactoring is complete"

exit_allowed:
  when: gate_1 == true AND gate_2 == true
`;

export const DOCUMENT = `phase: DOCUMENT
purpose: Verify architecture documentation is generated

gate_1:
  name: "Required Documentation Generated"
  condition: |
    docs_generated >= required_docs_count
    AND all_diagrams_valid == true
    AND (
      has_adr == true
      AND has_c4_diagrams == true
    )
  rationale: "Core documentation must exist and be valid"

gate_2:
  name: "Explicit Exit Signal"
  condition: |
    exit_signal == true
  rationale: "Agent explicitly confirms documentation is complete"

exit_allowed:
  when: gate_1 == true AND gate_2 == true
`;
