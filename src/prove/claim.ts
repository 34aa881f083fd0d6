/** The claims of a proof, each proven or not. docs/how-to/prove.md has the table. */

/** Each claim in one sentence. The id of one about a phase begins with the phase. */
export const CLAIMS = {
  commits: 'The start and each exit are commits, in order.',
  unforced: 'No exit was forced; otherwise, who forced it and why.',
  approvals: 'The ledger has the approval of each exit that names one, for these sources.',
  start: 'The state of the suite before the run.',
  tests:
    'RED: new tests fail, by no error of their own, except guards, which it names; all files load; older tests are no worse. "On an assertion" only if the runner tells so of each test. Later: all tests pass, twice, those from RED (by name) and older ones.',
  'earlier tests': 'In RED and in each merge, earlier tests are as they were, but for those that a criterion changed.',
  changed: 'A test that a criterion changed fails without the code.',
  extended: 'Extended settings change no result.',
  freeze: 'Spec, config, runner and git files are unchanged; since RED, so are the tests.',
  reopened: 'A reopened test fails without the code.',
  documents: 'Documents and diagrams are valid.',
  docs_changed: 'New documents describe the change, if the gate asks.',
  sources: 'The sources of each commit match its recorded fingerprint.',
  imports: 'No added import names an absolute path. Packages and modules that no manifest names are noted.',
  mutation_check: "The tests kill mutants of the run's code.",
  read: 'The mutation check reads the changed code.',
  criteria: 'The tests of each criterion kill a mutant of its own; the statement has the numbers.',
  reached: 'Tests reach enough of it.',
  needed: 'For each code change, a test fails without it.',
  ledger: 'If there is one: it verifies, also against its anchor, and matches trees and trailers.',
  'fail-to-pass': 'At least one test fails without the change, and passes with it twice.',
  'pass-to-pass': 'Tests that passed before still pass, twice.',
  'whole-suite': 'The suite succeeds with the change, twice.',
  parts: 'Each task of a list is a run whose claims hold.',
  merges: 'Each merge has the files of the merge of its parents, and nothing else.',
  result: 'The suite passes on the merged files, twice, with the tests of all tasks.',
  'list-ledger': 'The ledger of the list verifies, and names these merges.',
} as const;

type ClaimOf = keyof typeof CLAIMS;

export interface Claim {
  /** Stable, for programs: `fail-to-pass`, `GREEN tests`. */
  readonly id: string;
  readonly says: string;
  readonly holds: boolean;
  /** Why it is not proven, each in a sentence; empty when it is. */
  readonly because: readonly string[];
}

/** The result of a proof: it holds when every claim does. */
export interface Proof {
  readonly holds: boolean;
  readonly claims: readonly Claim[];
  readonly notes: readonly string[];
  /** Ids of tests by their results; each sorted. */
  readonly tests: {
    readonly fail_to_pass: readonly string[];
    readonly pass_to_pass: readonly string[];
    /** The problems of the claims that do not hold. */
    readonly failed: readonly string[];
  };
}

export const claim = (id: ClaimOf | `${string} ${ClaimOf}`, says: string, because: readonly string[]): Claim => ({
  id,
  says,
  holds: because.length === 0,
  because,
});
