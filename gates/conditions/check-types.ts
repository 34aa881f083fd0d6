/**
 * Checks names and types once, when a condition is compiled, so that judging it needs no such check.
 *
 * @module
 */
import type { ConditionError } from '../errors.ts';
import type { MetricType, Vocabulary } from '../metrics.ts';
import { type Comparison, type Expression, writtenIn } from './expression.ts';
import { nearestName } from './nearest-name.ts';
import { refusal } from './refuse-condition.ts';

/** An error names all metrics if there are no more than these. */
const FEW = 5;

const KIND_IN_WORDS = { number: 'a number', boolean: 'true or false' } as const;

/** @throws {ConditionError} at the first place in `text` that names an unknown metric, or whose types do not fit */
export const checkTypes = (text: string, expression: Expression, vocabulary: Vocabulary): void => {
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
