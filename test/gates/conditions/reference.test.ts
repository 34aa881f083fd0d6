/**
 * Holds docs/reference/conditions.md to the code: its metrics, its examples and its errors.
 * `UPDATE=1 npx vitest run test/gates/conditions/reference.test.ts` writes its tables anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../../../gates/conditions/compile-condition.ts';
import { METRIC_VOCABULARY } from './all-metrics.ts';
import { MAX_DIGITS } from '../../../gates/conditions/lex-condition.ts';
import { MAX_DEPTH, MAX_LENGTH } from '../../../gates/conditions/parse-condition.ts';
import { BUILT_IN_METRICS } from '../../../src/evidence/measures/metrics-of-measures.ts';
import { meaningOf } from './printed-expression.ts';
import { refused } from './refused.ts';

const PATH = new URL('../../../docs/reference/conditions.md', import.meta.url);
const PAGE = readFileSync(PATH, 'utf8');

const section = (title: string): string => PAGE.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
const compile = (source: string) => compileCondition(source, METRIC_VOCABULARY);

/** The cells of the rows of a section's table that are code in two columns or more, without the backticks. */
const rowsOf = (title: string): readonly (readonly [first: string, second: string])[] =>
  [...section(title).matchAll(/^\|(?: \d \|[^|]*\|)? `([^`]+)` \| `([^`]+)` \|$/gm)].map(
    ([, first = '', second = '']) => [first, second.replaceAll('\\|', '|')],
  );

/** The table between two comments; `UPDATE=1` writes it. */
const holdTable = (name: string, table: readonly string[]): void => {
  const part = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  const page = readFileSync(PATH, 'utf8');
  const filled = page.replace(part, (_, from, to) => `${from}${table.join('\n')}\n${to}`);
  expect(part.test(page)).toBe(true);
  if (process.env['UPDATE'] === '1') writeFileSync(PATH, filled);
  expect(readFileSync(PATH, 'utf8')).toBe(filled);
};

const rowOf = (source: string, says: string): string =>
  `| \`${source}\` | \`${says.replaceAll('|', String.raw`\|`)}\` |`;

test('the page lists every metric with its type and meaning', () => {
  const rows = Object.entries(BUILT_IN_METRICS).map(
    ([name, { type, meaning }]) => `| \`${name}\` | ${type} | ${meaning} |`,
  );
  expect(rows.length).toBeGreaterThan(50);
  holdTable('metrics', ['| metric | type | measured from |', '| --- | --- | --- |', ...rows]);
});

test('the page shows the reason of each form of an unmet clause', () => {
  const values = {
    tests_passing: 9,
    tests_failing: 1,
    tests_total: 10,
    criteria_count: 4,
    iteration: 5,
    all_diagrams_valid: false,
    has_adr: false,
    refactoring_complete: true,
  };
  const rows = (
    [
      ['tests_passing == tests_total', {}],
      ['tests_total >= criteria_count', { tests_total: 3 }],
      ['iteration <= 3', {}],
      ['tests_passing + tests_failing == tests_total', { tests_total: 11 }],
      ['all_diagrams_valid == true', {}],
      ['has_adr', {}],
      ['NOT refactoring_complete', {}],
      ['has_c4_diagrams == true', {}],
      ['has_adr OR iteration > 5', {}],
    ] as const
  ).map(([clause, others]) => {
    const { judge, metrics } = compile(clause);
    const [unmet, ...more] = judge({ ...values, ...others }).unmet;
    expect([unmet?.clause, unmet?.metrics, more]).toEqual([clause, metrics, []]);
    return rowOf(clause, unmet?.because ?? '');
  });
  holdTable('reasons', ['| clause that is not met | the reason |', '| --- | --- |', ...rows]);
});

test('the page shows what each mistake in a condition is refused as', () => {
  const mistakes = [
    'tests_pasing == 1',
    'coverage >= 80',
    'tests_total',
    'has_adr == 1',
    '0 < iteration < 5',
    'has_adr = true',
    'iteration >= 0.5',
    'has_adr tree_stable',
    'tests_failing == 0 # none AND has_adr',
  ];
  const rows = mistakes.map((source) => rowOf(source, refused(source)));
  expect(rows.join('\n')).not.toContain('it compiles');
  holdTable('errors', ['| condition | error |', '| --- | --- |', ...rows]);
});

test('the condition at its head compiles', () =>
  expect(compile(PAGE.split('```')[1] ?? '').metrics).toEqual([
    'tests_failing',
    'refactoring_complete',
    'iteration',
    'max_refactor_iterations',
    'no_more_improvements_identified',
  ]));

test('the examples of the notation compile', () => {
  const examples = [...section('Notation').matchAll(/^\|.*\| `([^`]+)` \|$/gm)].map(([, example = '']) => example);
  expect(examples).toHaveLength(9);
  expect(examples.map((each) => refused(each))).toEqual(examples.map(() => 'it compiles'));
});

test('the limits on the page are the limits', () => {
  expect(section('Notation')).toContain(`at most ${MAX_LENGTH} characters`);
  expect(section('Notation')).toContain(`nest at most ${MAX_DEPTH} deep`);
  expect(section('Notation')).toContain(`of at most ${MAX_DIGITS} digits`);
});

describe('precedence', () => {
  const rows = rowsOf('Precedence');
  test('has an example for each operator', () => expect(rows).toHaveLength(5));
  test.each(rows)('%s reads as %s', (bare, meant) =>
    expect(meaningOf(compile(bare).ast)).toEqual(meaningOf(compile(meant).ast)),
  );
});

describe('absent values', () => {
  const examples = [
    ...section('What was not measured').matchAll(/^\| `([^`]+)` \| (held|met when no test fails) \|/gm),
  ];
  test('have four examples', () => expect(examples).toHaveLength(4));
  test.each(examples.map(([, source = '', outcome = '']) => [source, outcome]))(
    '%s is %s',
    (source = '', outcome = '') =>
      expect(compile(source).judge({ tests_failing: 0 }).satisfied).toBe(outcome !== 'held'),
  );
});
