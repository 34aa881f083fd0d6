/** The language of the gates: conditions over named metrics. Notation: docs/reference/conditions.md. */
import type { ConditionError } from '../errors.ts';
import type { MetricType, Vocabulary } from '../metrics.ts';
import {
  type Comparison,
  type Expression,
  writtenIn,
  refusal,
  type ComparisonOperator,
  COMPARE,
  OPPOSITE,
  namesIn,
} from './lex-condition.ts';
import { nearestName } from './nearest-name.ts';
import { evaluateExpression, type MeasuredValues, explainUnmet, readMeasured } from './explain-unmet.ts';
import type { Verdict } from '../verdict.ts';
import { parseCondition } from './parse-condition.ts';

/** An error names all metrics if there are no more than these. */
const FEW = 5;

const KIND_IN_WORDS = { number: 'a number', boolean: 'true or false' } as const;

/** @throws {ConditionError} at the first place in `text` that names an unknown metric, or whose types do not fit */
const checkTypes = (text: string, expression: Expression, vocabulary: Vocabulary): void => {
  const refuse = ({ span }: Expression, problem: string): ConditionError => refusal(text, span.start, problem);
  const written = ({ span }: Expression): string => writtenIn(text, span);

  const typeOf = (node: Expression): MetricType => {
    switch (node.kind) {
      case 'literal':
        return typeof node.value === 'number' ? 'number' : 'boolean';
      case 'metric': {
        const type = Object.hasOwn(vocabulary, node.name) ? vocabulary[node.name] : undefined;
        if (type === undefined) throw refuse(node, unknownProblem(node.name, Object.keys(vocabulary)));
        return type;
      }
      case 'sum':
        for (const operand of [node.first, ...node.rest.map((term) => term.operand)]) wantNumber(operand);
        return 'number';
      case 'comparison':
        return typeOfComparison(node);
      case 'not':
        wantClause(node.operand);
        return 'boolean';
      case 'and':
      case 'or':
        for (const part of node.parts) wantClause(part);
        return 'boolean';
    }
  };

  const wantClause = (node: Expression): void => {
    if (typeOf(node) === 'boolean') return;
    const wayOut = node.kind === 'literal' ? 'Compare it, as in tests_total >= 1.' : `Write ${written(node)} > 0.`;
    throw refuse(node, `${written(node)} is a number, not a clause. ${wayOut}`);
  };

  const wantNumber = (node: Expression): void => {
    if (typeOf(node) === 'number') return;
    throw refuse(node, `${written(node)} is true or false, and + and - need numbers. Join clauses with AND or OR.`);
  };

  const typeOfComparison = (node: Comparison): MetricType => {
    const { operator, left, right } = node;
    const [type, other] = [typeOf(left), typeOf(right)];
    if (type !== other) {
      const [one, two] = [`${written(left)} is ${KIND_IN_WORDS[type]}`, `${written(right)} is ${KIND_IN_WORDS[other]}`];
      throw refuse(node, `${one} and ${two}. Compare numbers with numbers, and true or false with true or false.`);
    }
    if (type === 'boolean' && operator !== '==' && operator !== '!=') {
      throw refuse(node, `${written(left)} is true or false, and ${operator} needs numbers. Write == or !=.`);
    }
    return 'boolean';
  };

  wantClause(expression);
};

const unknownProblem = (name: string, known: readonly string[]): string => {
  const near = nearestName(name, known);
  if (near !== undefined) return `${name} is not a metric. Did you mean ${near}?`;
  if (known.length <= FEW) return `${name} is not a metric that can be used here. Use one of: ${known.join(', ')}.`;
  return `${name} is not a metric. docs/reference/conditions.md lists them all.`;
};

// How far values are from what a condition asks for. No gate uses it: it tells work that makes progress.

interface Distance {
  /** As written; with `NOT` before it where it has to be false. */
  readonly comparison: string;
  readonly metrics: readonly string[];
  /** 0: the comparison has the value that it should have. A whole number of 0 or more. */
  readonly distance: number;
}

/** Omits a comparison that depends on an absent metric. @param wanted - false under a NOT */
const measureDistances = (
  text: string,
  expression: Expression,
  values: MeasuredValues,
  wanted = true,
): readonly Distance[] => {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.flatMap((part) => measureDistances(text, part, values, wanted));
    case 'not':
      return measureDistances(text, expression.operand, values, !wanted);
    case 'metric':
    case 'comparison': {
      const distance =
        expression.kind === 'comparison'
          ? distanceOf(expression, values, wanted)
          : distanceTo(wanted, evaluateExpression(expression, values));
      const comparison = `${wanted ? '' : 'NOT '}${writtenIn(text, expression.span)}`;
      return distance === null ? [] : [{ comparison, metrics: namesIn(expression), distance }];
    }
    case 'literal':
    case 'sum':
      return [];
  }
};

const distanceOf = ({ left, operator, right }: Comparison, values: MeasuredValues, wanted: boolean): number | null => {
  const [one, two] = [evaluateExpression(left, values), evaluateExpression(right, values)];
  if (one === undefined || two === undefined) return null;
  if (typeof one === 'boolean' || typeof two === 'boolean') return distanceTo(wanted, COMPARE[operator](one, two));
  return BETWEEN[wanted ? operator : OPPOSITE[operator]](one - two);
};

const distanceTo = (wanted: boolean, is: number | boolean | undefined): number | null =>
  is === undefined ? null : is === wanted ? 0 : 1;

/** From the difference of the two sides to the number of missing steps. */
const BETWEEN: Readonly<Record<ComparisonOperator, (difference: number) => number>> = {
  '==': (difference) => Math.abs(difference),
  '!=': (difference) => (difference === 0 ? 1 : 0),
  '<': (difference) => Math.max(0, difference + 1),
  '<=': (difference) => Math.max(0, difference),
  '>': (difference) => Math.max(0, 1 - difference),
  '>=': (difference) => Math.max(0, -difference),
};

/** A compiled condition. Its result depends only on the values that it gets. */
export interface Condition {
  /** As written, trimmed. */
  readonly source: string;
  /** The metrics that it names, each once, in the order of the text. */
  readonly metrics: readonly string[];
  /** The clauses that have to be met together, as written, each with its metrics. */
  readonly clauses: readonly { readonly clause: string; readonly metrics: readonly string[] }[];
  /**
   * Judges the values of one iteration. Never throws: a value that its metric cannot have (a fraction, a text, a number below
   * 0 or of more than 12 digits, an inherited one) is absent, and a clause that depends on an absent metric is not met.
   */
  readonly judge: (values: Readonly<Record<string, unknown>>) => Verdict;
  /** How far the values are from each clause; 0 for each distance of a clause that is met. Never throws. */
  readonly measure: (values: Readonly<Record<string, unknown>>) => readonly ClauseDistances[];
  /** The expression tree, for drawing or searching conditions; spans count within the compiled text. */
  readonly ast: Expression;
}

interface ClauseDistances {
  readonly clause: string;
  readonly distances: readonly Distance[];
}

/**
 * A condition, parsed and checked.
 * @param source - the text of the condition, one line or several
 * @throws {ConditionError} with line and column, counted from 1 within `source`, when it is not a condition, names an
 * unknown metric, or compares values of different types
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

const clausesOf = (expression: Expression): readonly Expression[] =>
  expression.kind === 'and' ? expression.parts : [expression];

const entryOf = (vocabulary: Vocabulary, name: string): readonly (readonly [string, MetricType])[] => {
  const type = vocabulary[name];
  return type === undefined ? [] : [[name, type]];
};
