/**
 * The floor as a table: which clauses lie under which phases, by the number of their rule.
 *
 * @module
 */
import { floorOf } from '../../gates/index.ts';

/** Why each rule is there; a rule without a reason fails the test. */
const WHY: Readonly<Record<string, string>> = {
  '1.3': 'one green run may be luck; two in a row, in one iteration and on one tree, filter most flakiness',
  '1.4': '9 of 10 is not green, and a test that was switched off is not a passing test',
  '1.5': 'zero of zero is nothing: without a test, or without a criterion, there is nothing to be right about',
  '2.2': 'a report counts when this very run wrote it, when it has an end, and when its sums add up',
  '2.3': 'errors outside any test, files that do not load and an exit code that says no are failures',
  '2.4': 'what moved while it was measured was not measured',
  '2.5': 'RED means that new tests exist for the criteria and fail, and that old ones are no worse',
  '2.10':
    'a suite that notices no fault at all cannot tell code that works from code that does not; asked when the suite was probed',
  '2.7': 'tests that may be changed to pass prove nothing; with `integrity: warn` this clause is left out',
};

/** Markdown, one row a clause, in the order of the rules. */
export const renderFloor = (): string => {
  const kinds = [
    ['must_fail', floorOf({ tests: 'must_fail', turnsGreen: false, integrity: 'block' })],
    ['must_pass', floorOf({ tests: 'must_pass', turnsGreen: false, integrity: 'block', faultsNeeded: 3 })],
    ['turns green', floorOf({ tests: 'must_pass', turnsGreen: true, integrity: 'block', faultsNeeded: 3 })],
  ] as const;
  const rows = new Map<string, { readonly rule: string; readonly clause: string; readonly phases: string[] }>();
  for (const [kind, floor] of kinds) {
    for (const { rule, condition } of floor) {
      const row = rows.get(condition.source) ?? { rule, clause: condition.source, phases: [] };
      row.phases.push(kind);
      rows.set(condition.source, row);
    }
  }
  const told = new Set<string>();
  const body = [...rows.values()]
    .sort((one, other) => one.rule.localeCompare(other.rule, 'en', { numeric: true }))
    .map(({ rule, clause, phases }) => {
      const why = WHY[rule];
      if (why === undefined) throw new Error(`Cannot explain the rule ${rule}: no reason is written down.`);
      const reason = told.has(rule) ? '' : why;
      told.add(rule);
      return `| ${rule} | \`${clause}\` | ${wherePlaced(phases)} | ${reason} |`;
    });
  return ['| rule | clause | asked in | why |', '| --- | --- | --- | --- |', ...body].join('\n');
};

const wherePlaced = (phases: readonly string[]): string => {
  if (phases.length === 3) return 'every phase';
  if (phases.includes('must_fail')) return 'phases whose tests must fail (RED)';
  return phases.includes('must_pass')
    ? 'phases whose tests must pass'
    : 'the first phase whose tests must pass (GREEN)';
};
