/**
 * The floor: what RULES 1 and 2 ask of every phase, whatever its condition says. Written in the language of the gates,
 * so that each line shows up in a verdict as a clause of its own. No config lowers it; asking for more is always possible.
 *
 * @module
 */
import { compileCondition } from './conditions/compile-condition.ts';
import type { Condition } from './conditions/compile-condition.ts';
import { type MetricName, vocabularyOf } from './metrics.ts';
import type { TestsExpectation } from './phase.ts';

export interface FloorClause {
  /** Its number in RULES. */
  readonly rule: string;
  readonly condition: Condition;
  /** Asked only of a record that has this metric: what it is about is measured when all else agrees, and may be switched off. */
  readonly onlyWith?: MetricName;
}

const VOCABULARY = vocabularyOf();

const clause = (rule: string, source: string): FloorClause => ({
  rule,
  condition: compileCondition(source, VOCABULARY),
});

/** A measurement that can be believed. */
const MEASURED = [
  clause('1.5', 'tests_total >= 1'),
  clause('2.2', 'report_fresh == true'),
  clause('2.2', 'report_complete == true'),
  clause('2.2', 'tests_passing + tests_failing + tests_skipped == tests_total'),
  clause('2.3', 'unhandled_errors == 0'),
  clause('2.3', 'suite_load_failures == 0'),
  clause('2.4', 'tree_stable == true'),
];

const INTACT = clause('2.7', 'tests_intact == true');

/** RED: every new test fails, and the suite that was there before is no worse. */
const FAILING = [
  clause('1.5', 'criteria_count >= 1'),
  clause('2.5', 'tests_total >= criteria_count'),
  clause('2.5', 'tests_failing == tests_total'),
  clause('2.5', 'existing_failing == 0'),
  clause('2.5', 'existing_passing == existing_total'),
];

/** 100 % or nothing, by the report and by the exit code. */
const PASSING = [
  clause('1.4', 'tests_failing == 0'),
  clause('1.4', 'tests_passing == tests_total'),
  clause('2.3', 'runner_exit_code == 0'),
];

/** One green run may be luck; a config asks for more than two, never for fewer. */
const FEWEST_CONFIRMATIONS = 2;

const confirmed = (runs: number): FloorClause => clause('1.3', `consecutive_green_runs >= ${runs}`);

/** A suite that notices no fault at all cannot tell code that works from code that does not. */
const ableToFail = (faultsNeeded: number): FloorClause => ({
  ...clause('2.10', `faults_noticed >= 1 OR faults_planted < ${faultsNeeded}`),
  onlyWith: 'faults_planted',
});

export interface FloorQuestion {
  readonly tests: TestsExpectation;
  /** Its tests must pass, and in the phase before it they must fail or there is none: it turns red into green. */
  readonly turnsGreen: boolean;
  /** `warn` takes RULES 2.7 out of the floor; what was tampered with stays in the record's notes. */
  readonly integrity: 'block' | 'warn';
  /** Faults that have to be planted before it counts that none was noticed; `null` where the suite is not probed. */
  readonly faultsNeeded?: number | null;
  /** Green runs in a row that it takes to leave it; `null`: two where red turns into green, else one. */
  readonly confirmations?: number | null;
}

/** The clauses that a phase cannot get below, in the order in which they are reported. */
export const floorOf = ({
  tests,
  turnsGreen,
  integrity,
  faultsNeeded = null,
  confirmations = null,
}: FloorQuestion): readonly FloorClause[] => [
  ...MEASURED,
  ...(integrity === 'block' ? [INTACT] : []),
  ...(tests === 'must_fail' ? FAILING : PASSING),
  ...(turnsGreen || (tests === 'must_pass' && confirmations !== null)
    ? [confirmed(Math.max(FEWEST_CONFIRMATIONS, confirmations ?? 0))]
    : []),
  ...(faultsNeeded === null || tests === 'must_fail' ? [] : [ableToFail(faultsNeeded)]),
];
