/** The conditions of spec 001 as the document has them, with values that satisfy each and ways to spoil them. */
import type { Unmet } from '../../../gates/verdict.ts';

type Values = Readonly<Record<string, number | boolean | undefined>>;

interface GateOfSpec {
  readonly phase: string;
  readonly condition: string;
  readonly ready: Values;
  /** `undefined` takes a metric away. */
  readonly spoilt: readonly { readonly by: Values; readonly unmet: readonly Unmet[] }[];
}

const CHOICE =
  'refactoring_complete == true OR iteration >= max_refactor_iterations OR no_more_improvements_identified';

const CHOICE_METRICS = [
  'refactoring_complete',
  'iteration',
  'max_refactor_iterations',
  'no_more_improvements_identified',
];

export const GATES_OF_SPEC_001: readonly GateOfSpec[] = [
  {
    phase: 'RED',
    condition: `tests_total >= criteria_count
AND tests_failing == tests_total
AND tests_passing == 0
`,
    ready: { tests_total: 4, criteria_count: 4, tests_failing: 4, tests_passing: 0 },
    spoilt: [
      {
        by: { tests_total: 3, tests_failing: 3 },
        unmet: [
          {
            clause: 'tests_total >= criteria_count',
            because: 'got 3, expected 4 or more',
            metrics: ['tests_total', 'criteria_count'],
          },
        ],
      },
      {
        by: { tests_failing: 3, tests_passing: 1 },
        unmet: [
          {
            clause: 'tests_failing == tests_total',
            because: 'got 3, expected 4',
            metrics: ['tests_failing', 'tests_total'],
          },
          { clause: 'tests_passing == 0', because: 'got 1, expected 0', metrics: ['tests_passing'] },
        ],
      },
      {
        by: { criteria_count: undefined },
        unmet: [
          {
            clause: 'tests_total >= criteria_count',
            because: 'criteria_count was not measured',
            metrics: ['tests_total', 'criteria_count'],
          },
        ],
      },
    ],
  },
  {
    phase: 'GREEN',
    condition: `tests_failing == 0
AND tests_passing == tests_total
AND consecutive_green_runs >= 2
`,
    ready: { tests_failing: 0, tests_passing: 10, tests_total: 10, consecutive_green_runs: 2 },
    spoilt: [
      {
        by: { tests_passing: 9 },
        unmet: [
          {
            clause: 'tests_passing == tests_total',
            because: 'got 9, expected 10',
            metrics: ['tests_passing', 'tests_total'],
          },
        ],
      },
      {
        by: { tests_passing: 9, tests_failing: 1, consecutive_green_runs: 0 },
        unmet: [
          { clause: 'tests_failing == 0', because: 'got 1, expected 0', metrics: ['tests_failing'] },
          {
            clause: 'tests_passing == tests_total',
            because: 'got 9, expected 10',
            metrics: ['tests_passing', 'tests_total'],
          },
          {
            clause: 'consecutive_green_runs >= 2',
            because: 'got 0, expected 2 or more',
            metrics: ['consecutive_green_runs'],
          },
        ],
      },
      {
        by: { tests_passing: undefined, tests_total: undefined },
        unmet: [
          {
            clause: 'tests_passing == tests_total',
            because: 'tests_passing and tests_total were not measured',
            metrics: ['tests_passing', 'tests_total'],
          },
        ],
      },
    ],
  },
  {
    phase: 'REFACTOR',
    condition: `tests_failing == 0
AND (
  refactoring_complete == true
  OR iteration >= max_refactor_iterations
  OR no_more_improvements_identified
)
`,
    ready: {
      tests_failing: 0,
      refactoring_complete: true,
      iteration: 2,
      max_refactor_iterations: 5,
      no_more_improvements_identified: false,
    },
    spoilt: [
      {
        by: { refactoring_complete: false },
        unmet: [
          {
            clause: CHOICE,
            metrics: CHOICE_METRICS,
            because:
              'refactoring_complete == true: got false, expected true; iteration >= max_refactor_iterations: got 2, expected 5 or more; no_more_improvements_identified: no_more_improvements_identified is false',
          },
        ],
      },
      {
        by: { refactoring_complete: undefined, iteration: undefined },
        unmet: [
          {
            clause: CHOICE,
            metrics: CHOICE_METRICS,
            because:
              'refactoring_complete == true: refactoring_complete was not measured; iteration >= max_refactor_iterations: iteration was not measured; no_more_improvements_identified: no_more_improvements_identified is false',
          },
        ],
      },
      {
        by: { tests_failing: 1 },
        unmet: [{ clause: 'tests_failing == 0', because: 'got 1, expected 0', metrics: ['tests_failing'] }],
      },
    ],
  },
  {
    phase: 'DOCUMENT',
    condition: `docs_generated >= required_docs_count
AND all_diagrams_valid == true
AND (
  has_adr == true
  AND has_c4_diagrams == true
)
`,
    ready: {
      docs_generated: 3,
      required_docs_count: 3,
      all_diagrams_valid: true,
      has_adr: true,
      has_c4_diagrams: true,
    },
    spoilt: [
      {
        by: { all_diagrams_valid: false, has_c4_diagrams: false },
        unmet: [
          {
            clause: 'all_diagrams_valid == true',
            because: 'got false, expected true',
            metrics: ['all_diagrams_valid'],
          },
          { clause: 'has_c4_diagrams == true', because: 'got false, expected true', metrics: ['has_c4_diagrams'] },
        ],
      },
      {
        by: { docs_generated: 2 },
        unmet: [
          {
            clause: 'docs_generated >= required_docs_count',
            because: 'got 2, expected 3 or more',
            metrics: ['docs_generated', 'required_docs_count'],
          },
        ],
      },
    ],
  },
];
