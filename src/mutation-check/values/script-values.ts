/**
 * The functions of JavaScript and TypeScript that return a value. Pure.
 *
 * @module
 */
import { isNothing } from '../mutants-of-node.ts';
import { childOf, childrenOf, type Parse, type SyntaxNode } from '../../text/syntax-tree.ts';
import { replaceIn } from './text-parts.ts';
import { jsOther } from './other-values.ts';
import type { ValueEdit } from './value-edit.ts';

const FUNCTION =
  /^(?:ArrowFunctionExpression|Function(?:Expression|Declaration)|Class(?:Private)?Method|ObjectMethod)$/;

/** In the order of the text. @param isTyped - TypeScript */
export const valuesInScript = (text: string, parse: Parse, isTyped: boolean): readonly ValueEdit[] => {
  const visit = (node: SyntaxNode): readonly ValueEdit[] => [
    ...(FUNCTION.test(node.type) ? editOf(node, text, isTyped) : []),
    ...[...childrenOf(node)].flatMap(visit),
  ];
  return visit(parse(text));
};

const editOf = (node: SyntaxNode, text: string, isTyped: boolean): readonly ValueEdit[] => {
  const body = childOf(node, 'body');
  if (body === null || node['generator'] === true || node['kind'] === 'constructor' || node['kind'] === 'set')
    return [];
  const values = (body.type === 'BlockStatement' ? returnedIn(body) : [body]).filter((value) => isValue(value));
  const [first] = values;
  if (first === undefined) return [];
  const isBlock = body.type === 'BlockStatement';
  const { start: from, end: to } = isBlock ? body : first;
  const ranges = values.map(({ start, end }) => ({ from: start, to: end }));
  return [
    {
      from,
      to,
      at: first.start,
      returned: text.slice(first.start, first.end),
      start: node.start,
      end: node.end,
      inForm: (form) => replaceIn(text, { from, to }, ranges, (value) => `(${jsOther(form, isTyped)})((${value}))`),
    },
  ];
};

/** A function has a change of its own. */
const isValue = (value: SyntaxNode): boolean => !isNothing(value) && !FUNCTION.test(value.type);

/** The values that the statements below return, but for those of functions inside. */
const returnedIn = (node: SyntaxNode): readonly SyntaxNode[] => {
  if (FUNCTION.test(node.type) || node.type.startsWith('Class')) return [];
  if (node.type !== 'ReturnStatement') return [...childrenOf(node)].flatMap(returnedIn);
  const value = childOf(node, 'argument');
  return value === null ? [] : [value];
};
