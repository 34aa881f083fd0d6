/**
 * The language of the gates: a condition over named metrics, compiled once when a config loads and judged in every iteration.
 * A verdict names each clause that is not met, with its values. The notation is docs/reference/conditions.md.
 *
 * @module
 */
import type { MetricType, Vocabulary } from '../metrics.ts';
import type { Verdict } from '../verdict.ts';
import { checkTypes } from './check-types.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { explainUnmet } from './explain-unmet.ts';
import { type Expression, namesIn, writtenIn } from './expression.ts';
import { readMeasured } from './measured-values.ts';
import { type Distance, measureDistances } from './measure-distances.ts';
import { parseCondition } from './parse-condition.ts';

/** A compiled condition: it depends on nothing but the values that it is given. */
export interface Condition {
  /** As it was written, without blanks around it. */
  readonly source: string;
  /** The metrics that it asks for, each once, in the order of the text. */
  readonly metrics: readonly string[];
  /** What has to be met together, as written, each with the metrics that it asks for. */
  readonly clauses: readonly { readonly clause: string; readonly metrics: readonly string[] }[];
  /**
   * Asks the condition of one iteration's values. Never throws: a value that its metric cannot have (a fraction, a text, a
   * number below 0 or of more than 12 digits, an inherited one) is absent, and what hangs on an absent metric is not met.
   */
  readonly judge: (values: Readonly<Record<string, unknown>>) => Verdict;
  /** How far the values are from what each clause asks for; of a clause that is met, each distance is 0. Never throws. */
  readonly measure: (values: Readonly<Record<string, unknown>>) => readonly ClauseDistances[];
  /** What it says, for those who draw or search conditions; spans count within the text that was compiled. */
  readonly ast: Expression;
}

interface ClauseDistances {
  /** As written. */
  readonly clause: string;
  readonly distances: readonly Distance[];
}

/**
 * @param source - the text of the condition, one line or several
 * @throws {ConditionError} with line and column, counted from 1 within `source`, when it is not a condition, names an unknown
 * metric, or compares what cannot be compared
 *
 * @example
 * const green = compileCondition('tests_failing == 0', { tests_failing: 'number' });
 * green.judge({ tests_failing: 1 }).unmet; // [{ clause: 'tests_failing == 0', because: '1 is not 0', metrics: ['tests_failing'] }]
 */
export const compileCondition = (source: string, vocabulary: Vocabulary): Condition => {
  const ast = parseCondition(source);
  checkTypes(source, ast, vocabulary);
  const metrics = namesIn(ast);
  const types = new Map(metrics.flatMap((name) => entryOf(vocabulary, name)));
  const clauses = clausesOf(ast).map((expression) => ({
    expression,
    clause: writtenIn(source, expression.span),
    metrics: namesIn(expression),
  }));
  const judge = (values: unknown): Verdict => {
    const measured = readMeasured(values, types);
    const unmet = clauses
      .filter(({ expression }) => evaluateExpression(expression, measured) !== true)
      .map(({ expression, clause, metrics: names }) => ({
        clause,
        because: explainUnmet(source, expression, measured),
        metrics: names,
      }));
    return { satisfied: unmet.length === 0, unmet };
  };
  const measure = (values: unknown): readonly ClauseDistances[] => {
    const measured = readMeasured(values, types);
    return clauses.map(({ expression, clause }) => {
      const distances = measureDistances(source, expression, measured);
      const isMet = evaluateExpression(expression, measured) === true;
      return { clause, distances: isMet ? distances.map((each) => ({ ...each, distance: 0 })) : distances };
    });
  };
  const listed = clauses.map(({ clause, metrics: names }) => ({ clause, metrics: names }));
  return Object.freeze({ source: source.trim(), metrics, clauses: listed, judge, measure, ast });
};

/** What has to be met together: the parts of the outermost AND. */
const clausesOf = (expression: Expression): readonly Expression[] =>
  expression.kind === 'and' ? expression.parts : [expression];

const entryOf = (vocabulary: Vocabulary, name: string): readonly (readonly [string, MetricType])[] => {
  const type = vocabulary[name];
  return type === undefined ? [] : [[name, type]];
};
