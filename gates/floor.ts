/** The floor: what every phase requires in addition to its condition. No config lowers it; a config can ask for more. */
import { compileCondition, type Condition } from './conditions/compile-condition.ts';
import { type MetricName, vocabularyOf } from './metrics.ts';
import type { TestsExpectation } from './phase.ts';

export interface FloorClause {
  /** Its number in docs/reference/rules.md. */
  readonly rule: string;
  readonly condition: Condition;
  /** Its subject is measured only when everything else agrees, and can be switched off: then it does not apply. */
  readonly onlyWith?: MetricName;
}

const VOCABULARY = vocabularyOf();

const clause = (rule: string, source: string): FloorClause => ({
  rule,
  condition: compileCondition(source, VOCABULARY),
});

/** Clauses that make a measurement valid. */
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

/** RED: every new test fails, and the suite from before the run is no worse. */
const FAILING: readonly FloorClause[] = [
  clause('1.5', 'criteria_count >= 1'),
  clause('2.5', 'tests_total >= criteria_count'),
  clause('2.5', 'tests_failing == tests_total'),
  { ...clause('2.5', 'tests_with_own_error == 0'), onlyWith: 'tests_with_own_error' },
  clause('2.5', 'existing_failing == 0'),
  clause('2.5', 'existing_passing == existing_total'),
];

/** 100 % or nothing, by the report and by the exit code. */
const PASSING = [
  clause('1.4', 'tests_failing == 0'),
  clause('1.4', 'tests_passing == tests_total'),
  clause('2.3', 'runner_exit_code == 0'),
];

/** Where criteria have ids, a number of tests does not stand for them. */
const byId = (counted: 'criteria_covered' | 'criteria_passing'): FloorClause => ({
  ...clause('2.11', `${counted} == criteria_with_id`),
  onlyWith: 'criteria_with_id',
});

/** One green run may be a flaky one: a config can ask for more than two, never for fewer. */
const FEWEST_CONFIRMATIONS = 2;

const confirmed = (runs: number): FloorClause => clause('1.3', `consecutive_green_runs >= ${runs}`);

/** A suite that kills few mutants cannot tell working code from broken code. */
const ableToFail = ({ at_least, percent }: MutationNeeds): FloorClause => {
  // A record from before the share has no percent.
  const [metric, least] = percent === 1 ? ['mutants_killed', 1] : ['mutants_killed_percent', percent];
  return {
    ...clause('2.10', `${metric} >= ${least} OR mutants_tested < ${at_least}`),
    onlyWith: percent === 1 ? 'mutants_tested' : 'mutants_killed_percent',
  };
};

/** Code that no test reaches is not tested by the mutants of other code. */
const reached = ({ percent }: MutationNeeds): FloorClause => ({
  ...clause('2.10', `code_reached_percent >= ${percent}`),
  onlyWith: 'code_reached_percent',
});

/** Changed lines of code that the mutation check may leave unread. */
export const MOST_UNREAD = 5;

/** One criterion does not pay for all, nor one file. */
const EACH_KILLS: readonly FloorClause[] = [
  { ...clause('2.10', 'files_killed == files_mutated'), onlyWith: 'files_mutated' },
  { ...clause('2.10', 'stubs_left == 0'), onlyWith: 'stubs_left' },
  { ...clause('2.10', `lines_unread <= ${MOST_UNREAD}`), onlyWith: 'lines_unread' },
  { ...clause('2.10', 'suite_stands_alone == true'), onlyWith: 'suite_stands_alone' },
  { ...clause('2.11', 'criteria_killing == criteria_mutated'), onlyWith: 'criteria_mutated' },
];

/** A test that passed before there was code has failed nowhere yet. */
const GUARDS_CAN_FAIL: FloorClause = { ...clause('2.14', 'guards_killed == guards_total'), onlyWith: 'guards_total' };

/** A test that passes without the code of the phase does not test it. */
const FAILS_WITHOUT_THE_CODE: FloorClause = {
  ...clause('2.10', 'counter_check_failing == counter_check_tests'),
  onlyWith: 'counter_check_tests',
};

/** A second opinion holds; it opens nothing, since every other clause applies as well. */
const REVIEWED: FloorClause = { ...clause('2.12', 'review_approved == true'), onlyWith: 'review_approved' };

export interface MutationNeeds {
  /** The mutants that a mutation check has to test before it counts. */
  readonly at_least: number;
  /** The share of them that must be killed, 1 to 100; 1: one of them. */
  readonly percent: number;
}

export interface FloorQuestion {
  readonly tests: TestsExpectation;
  /** Its tests must pass, and in the phase before it they must fail or there is none: it turns red into green. */
  readonly turnsGreen: boolean;
  /** `warn` removes rule 2.7 from the floor; tampering stays in the findings of the record. */
  readonly integrity: 'block' | 'warn';
  /** Whether criteria with ids need tests that name them. @default 'ignore' */
  readonly criteria_ids?: 'require' | 'ignore';
  /** `null` without a mutation check. @default null */
  readonly mutation_check?: MutationNeeds | null;
  /** Green runs in a row that are needed to exit the phase; `null`: two where red turns into green, else one. */
  readonly confirmations?: number | null;
  /** Whether the config has an independent review. @default false */
  readonly review?: boolean;
}

/** The clauses of the floor of a phase, in the order in which they are reported. */
export const floorOf = ({
  tests,
  turnsGreen,
  integrity,
  criteria_ids = 'ignore',
  mutation_check = null,
  confirmations = null,
  review = false,
}: FloorQuestion): readonly FloorClause[] => [
  ...MEASURED,
  ...(integrity === 'block' ? [INTACT] : []),
  ...(tests === 'must_fail' ? FAILING : PASSING),
  ...(criteria_ids === 'ignore' ? [] : [byId(tests === 'must_fail' ? 'criteria_covered' : 'criteria_passing')]),
  ...(turnsGreen || (tests === 'must_pass' && confirmations !== null)
    ? [confirmed(Math.max(FEWEST_CONFIRMATIONS, confirmations ?? 0))]
    : []),
  ...(mutation_check === null || tests === 'must_fail'
    ? []
    : [ableToFail(mutation_check), reached(mutation_check), ...EACH_KILLS, GUARDS_CAN_FAIL]),
  ...(mutation_check === null || !turnsGreen ? [] : [FAILS_WITHOUT_THE_CODE]),
  ...(review ? [REVIEWED] : []),
];
