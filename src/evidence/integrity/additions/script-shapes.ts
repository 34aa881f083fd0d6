/** Statements of a test file in JavaScript or TypeScript: tests and groups of tests, tables, imports. */
import { lineOf } from '../same-syntax/script-syntax.ts';
import { childOf, childrenOf, listOf, type SyntaxNode, textOf } from '../../../base/text/syntax-tree.ts';
import { namesOf, walk } from './script-reach.ts';

/** A place in the text, up to `end`, which is not part of it. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/** The text without these parts. A part that has its lines for itself goes with them. */
export const cutOut = (text: string, cuts: readonly Cut[]): string => {
  let kept = '';
  let at = 0;
  for (const cut of cuts.map((each) => widen(text, each)).sort((one, other) => one.start - other.start)) {
    if (cut.start > at) kept += text.slice(at, cut.start);
    at = Math.max(at, cut.end);
  }
  return kept + text.slice(at);
};

const widen = (text: string, { start, end }: Cut): Cut => {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const last = next === -1 ? text.length : next + 1;
  const isAlone = text.slice(first, start).trim() === '' && text.slice(end, last).trim() === '';
  return isAlone ? { start: first, end: last } : { start, end };
};

/** Whether every line of the one text is in the other, in this order: then something was only added. */
export const isOnlyLonger = (before: string, after: string): boolean => {
  const lines = after.split('\n');
  let at = 0;
  for (const line of before.split('\n')) {
    if (line.trim() === '') continue;
    const found = lines.indexOf(line, at);
    if (found === -1) return false;
    at = found + 1;
  }
  return true;
};

const TEST = /^(?:test|it|specify)(?:\.serial)?(?:\.each\(\))?$/;
export const GROUP = /^(?:describe|context|suite)(?:\.each\(\))?$/;
/** The loops around tests, and the tables of tests. */
export const IS_EACH = /\.each\(\)$/;

/** From its comments on, if they have lines for themselves. */
export const startOf = (node: SyntaxNode, last: SyntaxNode | null): number => {
  const isBehind = (comment: SyntaxNode): boolean => last === null || lineOf(comment) > lineOf(last, 'end');
  return Math.min(
    node.start,
    ...listOf(node, 'leadingComments')
      .filter(isBehind)
      .map(({ start }) => start),
  );
};

/** Statements with the same key belong together. */
export const keyOf = (node: SyntaxNode): string => {
  const call = callOf(node);
  if (call !== null) return `${calleeOf(call)} ${titleOf(call) ?? ''}`;
  if (node.type === 'VariableDeclaration') {
    const names = listOf(node, 'declarations').flatMap((each) => namesOf(childOf(each, 'id')));
    return `declares ${boundBy(node) === null ? names.join(' ') : moduleOf(node)}`;
  }
  return `${node.type} ${moduleOf(node)} ${textOf(childOf(node, 'id') ?? node, 'name')}`;
};

export const callOf = (node: SyntaxNode): SyntaxNode | null => {
  const said = node.type === 'ExpressionStatement' ? childOf(node, 'expression') : null;
  const call = said?.type === 'AwaitExpression' ? childOf(said, 'argument') : said;
  return call?.type === 'CallExpression' ? call : null;
};

/** `describe.each()` for `describe.each([1])('a', …)`; empty where it is no plain path. */
export const calleeOf = (call: SyntaxNode): string => pathOf(childOf(call, 'callee'));

export const pathOf = (node: SyntaxNode | null): string => {
  if (node?.type === 'Identifier') return textOf(node, 'name');
  if (node?.type === 'ArrayExpression') return '[]';
  if (node?.type === 'CallExpression') return `${pathOf(childOf(node, 'callee'))}()`;
  if (node?.type !== 'MemberExpression' || node.computed === true) return '?';
  return `${pathOf(childOf(node, 'object'))}.${textOf(childOf(node, 'property') ?? node, 'name')}`;
};

/** `null` for one that is made while the tests run. */
export const titleOf = (call: SyntaxNode): string | null => {
  const [title] = listOf(call, 'arguments');
  if (title?.type === 'StringLiteral') return textOf(title, 'value');
  if (title?.type !== 'TemplateLiteral' || listOf(title, 'expressions').length > 0) return null;
  const value: unknown = listOf(title, 'quasis')[0]?.['value'];
  const cooked: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'cooked') : null;
  return typeof cooked === 'string' ? cooked : null;
};

export const bodyOf = (call: SyntaxNode): readonly SyntaxNode[] => {
  const body = childOf(listOf(call, 'arguments').at(-1) ?? call, 'body');
  return body === null ? [] : listOf(body, 'body');
};

export const tableOf = (call: SyntaxNode): SyntaxNode | null => {
  const [table] = listOf(childOf(call, 'callee') ?? call, 'arguments');
  return table ?? null;
};

export const onlyDeclarator = (node: SyntaxNode): SyntaxNode | null => {
  const [only, ...others] = listOf(node, 'declarations');
  return only !== undefined && others.length === 0 ? only : null;
};

/** The object by whose method a test declares tests within itself, as `t` in `test('a', (t) => t.test('b', …))`; else empty. */
export const holderOf = (call: SyntaxNode): string => {
  const [holder] = listOf(listOf(call, 'arguments').at(-1) ?? call, 'params');
  const name = holder?.type === 'Identifier' ? textOf(holder, 'name') : '';
  const declares = (node: SyntaxNode): boolean => isTestOf(name, callOf(node));
  return name !== '' && bodyOf(call).some(declares) ? name : '';
};

/** Whether a call declares a test: of the file, or of the test with this holder. */
export const isTestOf = (holder: string, call: SyntaxNode | null): boolean => {
  if (call === null || titleOf(call) === null) return false;
  return holder === '' ? TEST.test(calleeOf(call)) : calleeOf(call) === `${holder}.test`;
};

/** Whether a test within another uses the holder for itself alone: what it did to it would count for its neighbours. */
export const leavesAlone = (holder: string, test: SyntaxNode): boolean => {
  const call = callOf(test);
  if (call === null) return false;
  const [body, ...others] = listOf(call, 'arguments').toReversed();
  const uses = (node: SyntaxNode): boolean =>
    [...walk(node)].some((each) => each.type === 'Identifier' && textOf(each, 'name') === holder);
  const [own] = body === undefined ? [] : listOf(body, 'params');
  const isHidden = own?.type === 'Identifier' && textOf(own, 'name') === holder;
  return !others.some(uses) && (body === undefined || isHidden || !uses(body));
};

/** The names that an import binds, `require` among them; `null` for anything else. */
export const boundBy = (node: SyntaxNode): readonly string[] | null => {
  if (node.type === 'ImportDeclaration')
    return listOf(node, 'specifiers').map((each) => textOf(childOf(each, 'local') ?? each, 'name'));
  if (node.type !== 'VariableDeclaration' || moduleOf(node) === '') return null;
  return listOf(node, 'declarations').flatMap((each) => namesOf(childOf(each, 'id')));
};

/** The module of an import or of `const … = require('…')`; empty for anything else. */
export const moduleOf = (node: SyntaxNode): string => {
  if (node.type === 'ImportDeclaration') return textOf(childOf(node, 'source') ?? node, 'value');
  const call = node.type === 'VariableDeclaration' ? childOf(onlyDeclarator(node) ?? node, 'init') : null;
  if (call?.type !== 'CallExpression' || calleeOf(call) !== 'require') return '';
  const [source] = listOf(call, 'arguments');
  return source?.type === 'StringLiteral' ? textOf(source, 'value') : '';
};

/** The value of `… as const`. */
export const withoutType = (node: SyntaxNode | null): SyntaxNode | null =>
  node !== null && /^TS(?:As|Satisfies)Expression$/.test(node.type) ? withoutType(childOf(node, 'expression')) : node;

/** Whether the body of a loop declares tests. */
export const hasTests = (loop: SyntaxNode): boolean =>
  [...walk(loop)].some((node) => {
    const call = callOf(node);
    return call !== null && (TEST.test(calleeOf(call)) || GROUP.test(calleeOf(call)));
  });

/** Whether a name stands for a table of tests alone: each use of it declares tests. */
export const isTable = (name: string, program: SyntaxNode): boolean => {
  const nodes = [...walk(program)];
  const uses = nodes.filter((node) => node.type === 'Identifier' && textOf(node, 'name') === name).length;
  const isName = (node: SyntaxNode | null): boolean => node?.type === 'Identifier' && textOf(node, 'name') === name;
  const ofTests = nodes.filter((node) => {
    if (/^For(?:Of|In)Statement$/.test(node.type)) return hasTests(node) && isName(childOf(node, 'right'));
    const call = callOf(node);
    if (call === null) return false;
    if (calleeOf(call) === `${name}.forEach`) return hasTests(node);
    return IS_EACH.test(calleeOf(call)) && isName(tableOf(call));
  }).length;
  // Groups beside each other often have a table of the same name.
  const declared = nodes.filter((node) => node.type === 'VariableDeclarator' && isName(childOf(node, 'id'))).length;
  // `for (const each in table) test(each, () => … table[each])`
  const values = nodes
    .filter((node) => node.type === 'ForInStatement' && hasTests(node) && isName(childOf(node, 'right')))
    .flatMap((node) => [...walk(node)])
    .filter((node) => node.type === 'MemberExpression' && node.computed === true && isName(childOf(node, 'object')));
  return name !== '' && ofTests > 0 && uses === ofTests + declared + values.length;
};

/** Names that are declared outside of tests, hooks and other functions. */
export const outerNames = (program: SyntaxNode): readonly string[] => {
  const found: string[] = [];
  const look = (node: SyntaxNode, holder = ''): void => {
    if (node.type === 'VariableDeclarator') found.push(...namesOf(childOf(node, 'id')));
    if (/^(?:Function|Class)Declaration$/.test(node.type)) found.push(textOf(childOf(node, 'id') ?? node, 'name'));
    if (node.type === 'ImportDeclaration') found.push(...(boundBy(node) ?? []));
    const call = callOf(node);
    const inner = call !== null && isTestOf(holder, call) ? holderOf(call) : '';
    if (call !== null && (inner !== '' || GROUP.test(calleeOf(call))))
      for (const each of bodyOf(call)) look(each, inner);
    if (/Function|^Class/.test(node.type)) return;
    for (const child of childrenOf(node)) look(child);
  };
  look(program);
  return found;
};
