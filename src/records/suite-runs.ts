/** How often the suite ran, and for what: a record has the runs since the one before it, the status has their sums. */

/** The purpose of a run of the suite. */
export type SuitePurpose =
  | 'baseline'
  | 'tests'
  | 'counter_check'
  | 'mutation_check'
  | 'test_names'
  | 'write_detection'
  | 'extended_settings'
  | 'changed_tests'
  | 'reopened_test'
  | 'blame'
  | 'hidden_suite';

export interface SuiteRuns {
  /** Their purpose. */
  readonly for: SuitePurpose;
  /** Only some test files ran; absent: the whole suite. */
  readonly part?: true;
  /** How many. */
  readonly runs: number;
  /** Milliseconds, of all these runs. */
  readonly ms: number;
}

/** One sum for each purpose and extent, in the order of the first run. Pure. */
export const addRuns = (sums: readonly SuiteRuns[], more: readonly SuiteRuns[]): readonly SuiteRuns[] => {
  const found = new Map(sums.map((each) => [keyOf(each), each]));
  for (const each of more) {
    const { runs = 0, ms = 0 } = found.get(keyOf(each)) ?? {};
    found.set(keyOf(each), { ...each, runs: runs + each.runs, ms: ms + each.ms });
  }
  return [...found.values()];
};

const keyOf = ({ for: purpose, part }: SuiteRuns): string => `${purpose} ${part === true}`;

export interface SuiteTally {
  /** After each test run. */
  readonly add: (purpose: SuitePurpose, run: { readonly ms: number; readonly isPart: boolean }) => void;
  /** The runs since the last call, as a field of a record; no field without any. */
  readonly take: () => { readonly suite_runs?: readonly SuiteRuns[] };
}

export const createSuiteTally = (): SuiteTally => {
  let sums: readonly SuiteRuns[] = [];
  return {
    add: (purpose, { ms, isPart }) => {
      sums = addRuns(sums, [{ for: purpose, ...(isPart && { part: true }), runs: 1, ms }]);
    },
    take: () => {
      const taken = sums;
      sums = [];
      return taken.length === 0 ? {} : { suite_runs: taken };
    },
  };
};
