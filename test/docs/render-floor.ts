/** The floor as a table: the clauses of each kind of phase, by the number of their rule. */
import { floorOf } from '../../gates/index.ts';

/** The reason of each rule; a rule without one fails the test. */
const WHY: Readonly<Record<string, string>> = {
  '1.3': 'one green run can be a flaky one; two in a row, in one iteration and on one tree, filter most flakiness',
  '1.4': '9 of 10 is not green, and a skipped test has not passed',
  '1.5': 'zero of zero is nothing: without a test or a criterion, nothing was shown',
  '2.2': 'a report counts when this test run wrote it, when it is complete, and when its sums add up',
  '2.3': 'errors outside any test, files that do not load and a failing exit code are failures',
  '2.4': 'a measurement is invalid when sources changed during it',
  '2.5': 'RED means that new tests exist for the criteria and fail, and that old tests are no worse',
  '2.10':
    'a suite that kills few mutants, or passes without the code, cannot tell working code from broken code; applies when these checks ran',
  '2.11': 'three tests of one criterion do not test three criteria; applies where criteria have ids',
  '2.12': 'a second agent found something that no test asks for; applies with `checks.review`, when it was asked',
  '2.14': 'a test that never failed may test nothing; applies with guards, when the mutation check ran',
  '2.7': 'tests that may be changed to pass prove nothing; `integrity: warn` removes this clause',
};

const DEFAULTS = {
  integrity: 'block',
  criteria_ids: 'require',
  mutation_check: { at_least: 3, percent: 50 },
  review: true,
} as const;

/** Markdown, one row a clause, in the order of the rules. */
export const renderFloor = (): string => {
  const kinds = [
    ['must_fail', floorOf({ tests: 'must_fail', turnsGreen: false, ...DEFAULTS })],
    ['must_pass', floorOf({ tests: 'must_pass', turnsGreen: false, ...DEFAULTS })],
    ['turns green', floorOf({ tests: 'must_pass', turnsGreen: true, ...DEFAULTS })],
  ] as const;
  const rows = new Map<string, { readonly rule: string; readonly clause: string; readonly phases: string[] }>();
  for (const [kind, floor] of kinds) {
    for (const { rule, condition } of floor) {
      const row = rows.get(condition.source) ?? { rule, clause: condition.source, phases: [] };
      row.phases.push(kind);
      rows.set(condition.source, row);
    }
  }
  const explained = new Set<string>();
  const body = [...rows.values()]
    .sort((one, other) => one.rule.localeCompare(other.rule, 'en', { numeric: true }))
    .map(({ rule, clause, phases }) => {
      const why = WHY[rule];
      if (why === undefined) throw new Error(`Cannot explain the rule ${rule}: add its reason to WHY.`);
      const reason = explained.has(rule) ? '' : why;
      explained.add(rule);
      return `| ${rule} | \`${clause}\` | ${wherePlaced(phases)} | ${reason} |`;
    });
  return ['| rule | clause | applies to | why |', '| --- | --- | --- | --- |', ...body].join('\n');
};

const wherePlaced = (phases: readonly string[]): string => {
  if (phases.length === 3) return 'every phase';
  if (phases.includes('must_fail')) return 'phases whose tests must fail (RED)';
  return phases.includes('must_pass')
    ? 'phases whose tests must pass'
    : 'the first phase whose tests must pass (GREEN)';
};
