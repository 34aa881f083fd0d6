/**
 * The language of the gates: conditions over named metrics. A condition is compiled once, when a config loads, and
 * judged in every iteration. A verdict names each clause that is not met, with its values. Notation:
 * docs/reference/conditions.md.
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

/** A compiled condition. Its result depends only on the values that it gets. */
export interface Condition {
  /** As written, trimmed. */
  readonly source: string;
  /** The metrics that it names, each once, in the order of the text. */
  readonly metrics: readonly string[];
  /** The clauses that have to be met together, as written, each with its metrics. */
  readonly clauses: readonly { readonly clause: string; readonly metrics: readonly string[] }[];
  /**
   * Judges the values of one iteration. Never throws: a value that its metric cannot have (a fraction, a text, a
   * number below 0 or of more than 12 digits, an inherited one) is absent, and a clause that depends on an absent
   * metric is not met.
   */
  readonly judge: (values: Readonly<Record<string, unknown>>) => Verdict;
  /** How far the values are from each clause; 0 for each distance of a clause that is met. Never throws. */
  readonly measure: (values: Readonly<Record<string, unknown>>) => readonly ClauseDistances[];
  /** The expression tree, for drawing or searching conditions; spans count within the compiled text. */
  readonly ast: Expression;
}

interface ClauseDistances {
  /** As written. */
  readonly clause: string;
  readonly distances: readonly Distance[];
}

/**
 * A condition, parsed and checked.
 *
 * @param source - the text of the condition, one line or several
 * @throws {ConditionError} with line and column, counted from 1 within `source`, when it is not a condition, names an
 * unknown metric, or compares values of different types
 *
 * @example
 * const green = compileCondition('tests_failing == 0', { tests_failing: 'number' });
 * green.judge({ tests_failing: 1 }).unmet; // [{ clause: 'tests_failing == 0', because: 'got 1, expected 0', metrics:
 * ['tests_failing'] }]
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

/** The clauses that have to be met together: the parts of the outermost AND. */
const clausesOf = (expression: Expression): readonly Expression[] =>
  expression.kind === 'and' ? expression.parts : [expression];

const entryOf = (vocabulary: Vocabulary, name: string): readonly (readonly [string, MetricType])[] => {
  const type = vocabulary[name];
  return type === undefined ? [] : [[name, type]];
};
