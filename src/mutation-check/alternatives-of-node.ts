/**
 * Mutants of one node of a JavaScript or TypeScript tree that keep an answer of the same kind: they show a test that
 * looks only at whether there is an answer. Pure.
 *
 * @module
 */
import { isCopyOf, type MutantKind, ORDERLESS, type Replacement } from './mutant.ts';
import { isLog, isNothing, isOfError } from './mutants-of-node.ts';
import { childOf, listOf, type SyntaxNode, textOf } from '../text/syntax-tree.ts';

/** @param input - the first parameter of the function around it; `null` where there is none */
export const alternativesOfNode = (node: SyntaxNode, text: string, input: string | null): readonly Replacement[] => {
  const add = (kind: MutantKind, at: SyntaxNode, after: string): Replacement => ({
    kind,
    from: at.start,
    to: at.end,
    after,
  });
  const returned = (value: SyntaxNode | null): readonly Replacement[] =>
    value === null || input === null || isNothing(value) || isSame(input, text.slice(value.start, value.end))
      ? []
      : [add('input', value, input)];
  switch (node.type) {
    case 'ReturnStatement':
      return returned(childOf(node, 'argument'));
    case 'ArrowFunctionExpression': {
      const body = childOf(node, 'body');
      return body?.type === 'BlockStatement' ? [] : returned(body);
    }
    case 'IfStatement': {
      const asked = childOf(node, 'test');
      return asked !== null && isGuard(node) ? [{ ...add('guard', asked, 'false'), again: true }] : [];
    }
    case 'CallExpression':
    case 'NewExpression': {
      if (isLog(node) || isOfError(node)) return [];
      const [first, second, ...more] = listOf(node, 'arguments');
      if (first === undefined || second === undefined || more.length > 0) return [];
      const [one, other] = [text.slice(first.start, first.end), text.slice(second.start, second.end)];
      const isPlain = [first, second].every(({ type }) => /^(?:Identifier|MemberExpression|\w+Literal)$/.test(type));
      if (!isPlain || one === other || ORDERLESS.test(nameOf(childOf(node, 'callee')))) return [];
      const both = { ...first, end: second.end };
      return [add('arguments', both, `${other}${text.slice(first.end, second.start)}${one}`)];
    }
    default:
      return [];
  }
};

const isSame = (input: string, value: string): boolean => value === input || isCopyOf(input, value);

/** Only leaves, early. A check of an error is none: few tests cause one. */
const isGuard = (node: SyntaxNode): boolean => {
  if (/^err(?:or)?$/.test(textOf(childOf(node, 'test') ?? node, 'name'))) return false;
  const then = childOf(node, 'consequent');
  const [only, ...more] = then?.type === 'BlockStatement' ? listOf(then, 'body') : then === null ? [] : [then];
  return (
    childOf(node, 'alternate') === null &&
    more.length === 0 &&
    /^(?:Return|Throw|Continue|Break)Statement$/.test(only?.type ?? '')
  );
};

const nameOf = (callee: SyntaxNode | null): string => {
  if (callee === null) return '';
  const property = childOf(callee, 'property');
  return property === null ? textOf(callee, 'name') : textOf(property, 'name');
};
