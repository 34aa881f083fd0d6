/** Tests, checks, the mutation check and the review: everything that is measured after a turn. */
import type { CheckResult, Turn } from '../../../gates/iteration.ts';
import type { TestedMutant, UnprovenHunk } from '../../evidence/mutation-check/mutation-report.ts';
import { describeReview, nameFinding, type ReviewAnswer } from '../../evidence/review/read-verdict.ts';
import type { BuildRun, SuiteCounts, TestCounts } from '../../runners/test-run.ts';
import { showCount, showDuration } from '../../base/text/amounts.ts';
import { type At, detailAt, lineAt, QUIET, durable, transient } from './event-kind.ts';

/** One test has ended; only its counts are shown. */
const testSeen = transient<
  Partial<At> & TestCounts & { readonly file: string; readonly name: string; readonly message?: string }
>();

export const TESTS_EVENTS = {
  'test.passed': testSeen,
  'test.failed': testSeen,
  'test.skipped': testSeen,
  'tests.ended': durable<
    Partial<At> &
      TestCounts & {
        readonly green: boolean;
        readonly ms: number;
        readonly exit_code: number | null;
        readonly problems: readonly string[];
        /** Counts of the tests that existed before the run began, if there were any. */
        readonly existing?: TestCounts;
        /** If the config lists several suites. */
        readonly suites?: readonly SuiteCounts[];
        /** If a build is before the suite, and did not fail. */
        readonly build?: BuildRun;
        /** Only the files with new tests ran. */
        readonly part?: 'criteria';
      }
  >({
    between: ['tests', 'gates'],
    says: (event) => {
      const what = event.part === undefined ? 'tests' : 'the files with new tests';
      const end = `exit code ${event.exit_code ?? 'none'}, ${showDuration(event.ms)}`;
      return [
        lineAt(event, `${what}: ${sayCounts(event)}, ${end}`, 'plain', QUIET),
        ...event.problems.map((problem) => detailAt(event, `! ${problem}`, 'warn', QUIET)),
      ];
    },
  }),
  /** Without a phase: in the baseline. */
  'check.started': transient<Partial<At> & { readonly check: string; readonly command: string }>(),
  'check.ended': transient<Partial<At> & Omit<CheckResult, 'command'>>({
    between: ['tests', 'gates'],
    says: (event) => {
      const { check, ok, because, ms, said } = event;
      const isOk = ok === true;
      return [
        lineAt(
          event,
          `check ${check}: ${isOk ? 'ok' : because}, ${showDuration(ms)}`,
          isOk ? 'plain' : 'warn',
          isOk ? QUIET : {},
        ),
        ...said.slice(-MAX_LINES).map((each) => detailAt(event, `| ${each}`, 'plain', QUIET)),
      ];
    },
  }),
  'mutation_check.started': transient<At & { readonly files: number; readonly mutants: number; readonly seed: string }>(
    {
      says: (event) => [
        lineAt(event, 'both gates agree; the mutation check tests small changes in a copy', 'plain', QUIET),
      ],
    },
  ),
  /** Killed mutants are counted at the end; each survivor has a line. */
  'mutant.tested': transient<At & TestedMutant>({
    says: (event) => (event.end === 'survived' ? [detailAt(event, sayMutant(event), 'plain', QUIET)] : []),
  }),
  'mutation_check.ended': transient<At & MutationCheckEnd & { readonly ms: number }>({
    between: ['tests', 'gates'],
    says: (event) => [lineAt(event, `${sayMutationCheck(event)}, ${showDuration(event.ms)}`, 'faint')],
  }),
  'review.started': transient<At & { readonly reviewer: string }>({
    says: (event) => [
      lineAt(event, `both gates agree on the rest; ${event.reviewer} reviews the change`, 'plain', QUIET),
    ],
  }),
  'review.ended': durable<At & ReviewAnswer & { readonly reviewer: string; readonly turn: Turn }>({
    between: ['agent', 'gates'],
    says: (event) => [
      lineAt(event, `${describeReview(event)}, ${showDuration(event.turn.ms)}`, 'faint'),
      ...event.findings.slice(0, MAX_LINES).map((each) => detailAt(event, `- ${nameFinding(each)}`, 'plain', QUIET)),
    ],
  }),
} as const;

/** All tests, and those among them that existed before the run. */
type SeenCounts = TestCounts & { readonly existing?: TestCounts };

/** `3 passing, 1 failing`; where tests existed before, `1 new fails, 3 earlier pass`. No count of 0; without tests `no tests`. */
export const sayCounts = ({ existing, ...counts }: SeenCounts): string => {
  const said =
    existing === undefined
      ? list(counts, (count, [, adjective]) => `${count} ${adjective}`)
      : [
          ...list(
            {
              suite_passing: counts.suite_passing - existing.suite_passing,
              suite_failing: counts.suite_failing - existing.suite_failing,
              suite_skipped: counts.suite_skipped - existing.suite_skipped,
            },
            sayOf('new'),
          ),
          ...list(existing, sayOf('earlier')),
        ];
  return said.length === 0 ? 'no tests' : said.join(', ');
};

type Words = readonly [verb: string, adjective: string, ofOne: string];

const sayOf =
  (which: string) =>
  (count: number, [verb, , ofOne]: Words): string =>
    `${count} ${which} ${count === 1 ? ofOne : verb}`;

const list = (
  { suite_passing, suite_failing, suite_skipped }: TestCounts,
  say: (count: number, words: Words) => string,
): readonly string[] =>
  (
    [
      [suite_passing, ['pass', 'passing', 'passes']],
      [suite_failing, ['fail', 'failing', 'fails']],
      [suite_skipped, ['skipped', 'skipped', 'skipped']],
    ] as const
  ).flatMap(([count, words]) => (count > 0 ? [say(count, words)] : []));

/** Lines of the output of a check, or of the findings of a review; its transcript has all of them. */
const MAX_LINES = 5;

export const sayMutant = ({ path, line, before, after, end, why }: Omit<TestedMutant, 'kind'>): string => {
  const shown = `${path}:${line}: ${before === '' ? '(nothing)' : before} → ${after === '' ? '(left out)' : after}`;
  return `${end.replaceAll('_', ' ')}: ${shown}${why === null ? '' : ` (${why})`}`;
};

export interface MutationCheckEnd {
  readonly mutants_tested: number;
  readonly mutants_killed: number;
  readonly unproven: readonly UnprovenHunk[];
  readonly inconclusive: string | null;
}

/** In one line. */
export const sayMutationCheck = (ended: MutationCheckEnd): string => {
  const { mutants_tested, mutants_killed, unproven, inconclusive } = ended;
  if (inconclusive !== null) return `mutation check: inconclusive: ${inconclusive}`;
  const left = unproven.length === 0 ? '' : `, ${showCount(unproven.length, 'change')} unproven`;
  return `mutation check: ${mutants_killed} of ${showCount(mutants_tested, 'mutant')} killed${left}`;
};
