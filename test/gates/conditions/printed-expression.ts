/** The reverse of parsing, for the laws: from a tree to its words, with the parentheses that it needs and no others. */
import type { Expression } from '../../../gates/conditions/lex-condition.ts';

/** The words of a condition that means `expression`. */
export const wordsOf = (expression: Expression): readonly string[] => {
  switch (expression.kind) {
    case 'literal':
      return [String(expression.value)];
    case 'metric':
      return [expression.name];
    case 'sum':
      return [
        ...asOperand(expression.first),
        ...expression.rest.flatMap(({ operator, operand }) => [operator, ...asOperand(operand)]),
      ];
    case 'comparison':
      return [...asSide(expression.left), expression.operator, ...asSide(expression.right)];
    case 'not':
      return ['NOT', ...unless(['and', 'or'], expression.operand)];
    case 'and':
      return joined(
        'AND',
        expression.parts.map((part) => unless(['or'], part)),
      );
    case 'or':
      return joined('OR', expression.parts.map(wordsOf));
  }
};

/** The tree without its places, to compare what two texts mean. */
export const meaningOf = (expression: Expression): unknown =>
  JSON.parse(JSON.stringify(expression, (key, value: unknown) => (key === 'span' ? undefined : value)));

const unless = (kinds: readonly Expression['kind'][], expression: Expression): readonly string[] =>
  kinds.includes(expression.kind) ? ['(', ...wordsOf(expression), ')'] : wordsOf(expression);

const asOperand = (expression: Expression) => unless(['sum', 'comparison', 'not', 'and', 'or'], expression);
const asSide = (expression: Expression) => unless(['comparison', 'not', 'and', 'or'], expression);

const joined = (word: string, parts: readonly (readonly string[])[]): readonly string[] =>
  parts.flatMap((part, i) => (i === 0 ? part : [word, ...part]));
