/** The mutants of one node of JavaScript. Types, imports and the texts of errors and logs have none. */
import { type Mutant, ONE_OFF, type Replacement, OPERATORS } from './mutant.ts';
import { childOf, listOf, type SyntaxNode, textOf } from '../../base/text/syntax-tree.ts';

/** Calls whose effects a test does not see. */
export const isLog = (node: SyntaxNode): boolean => {
  const callee = childOf(node, 'callee');
  const object = callee === null ? null : childOf(callee, 'object');
  return node.type === 'CallExpression' && object !== null && /^(?:console|logger|log)$/.test(textOf(object, 'name'));
};

export const isOfError = (node: SyntaxNode): boolean => {
  const callee = childOf(node, 'callee');
  return node.type === 'NewExpression' && callee !== null && /(?:Error|Exception)$/.test(textOf(callee, 'name'));
};

/** A log whose value something uses is code, whatever it is named. */
const isUnusedLog = (node: SyntaxNode, parent: SyntaxNode | null): boolean => {
  if (!isLog(node)) return false;
  if (parent?.type !== 'ArrowFunctionExpression') return /^(?:Expression|Await)/.test(parent?.type ?? '');
  return textOf(childOf(childOf(node, 'callee') ?? NOTHING, 'object') ?? NOTHING, 'name') === 'console';
};

/** The functions that a log gets, but for those that only make a text. */
export const functionsOfLog = (node: SyntaxNode): readonly SyntaxNode[] =>
  isLog(node)
    ? listOf(node, 'arguments').filter(
        (each) => /Function/.test(each.type) && !/^(?:Template|String)Literal$/.test(childOf(each, 'body')?.type ?? ''),
      )
    : [];

/** An error of which only the text is made here. */
const isThrown = (node: SyntaxNode, parent: SyntaxNode | null): boolean => {
  if (!isOfError(node) || parent === null) return false;
  const callee = childOf(parent, 'callee');
  const name = callee === null ? '' : textOf(childOf(callee, 'property') ?? callee, 'name');
  return parent.type === 'ThrowStatement' || /^(?:reject|next|cb|callback|done|fail)$/.test(name);
};

/** Whether nothing in it is worth a mutant. */
export const isBarren = (node: SyntaxNode, parent: SyntaxNode | null): boolean =>
  (node.type.startsWith('TS') && !RUNS.test(node.type)) ||
  /^(?:Import|ExportAll|Flow|TypeAnnotation|Declare|Interface|TypeAlias|OpaqueType|Directive|JSXText|Decorator)/.test(
    node.type,
  ) ||
  (node.type === 'ExportNamedDeclaration' && childOf(node, 'source') !== null) ||
  node['declare'] === true ||
  isUnusedLog(node, parent) ||
  isThrown(node, parent);

/** TypeScript's own nodes that contain running code. */
const RUNS =
  /^TS(?:(?:As|Satisfies|NonNull|Instantiation)Expression|TypeAssertion|ExportAssignment|ParameterProperty)$/;

/** @param parent - the parent of the node; `null` for the root */
export const mutantsOfNode = (node: SyntaxNode, parent: SyntaxNode | null, text: string): readonly Replacement[] => {
  const whole = (kind: Mutant['kind'], after: string, at: SyntaxNode = node): Replacement => ({
    kind,
    from: at.start,
    to: at.end,
    after,
  });
  const nothingFor = (at: SyntaxNode): readonly Replacement[] => [
    whole('return', 'undefined', at),
    again(whole('return', 'null', at)),
  ];
  const negated = (at: SyntaxNode | null): readonly Replacement[] =>
    at === null ? [] : [whole('condition', `!(${text.slice(at.start, at.end)})`, at)];
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return otherOperator(node, text);
    case 'UpdateExpression':
      // A loop that counts the other way never ends.
      return parent?.type === 'ForStatement' ? [] : [otherStep(node, text)];
    case 'IfStatement':
    case 'ConditionalExpression':
      return negated(childOf(node, 'test'));
    case 'WhileStatement':
    case 'ForStatement': {
      const asked = childOf(node, 'test');
      return asked === null ? [] : [whole('condition', 'false', asked)];
    }
    case 'ReturnStatement': {
      const value = childOf(node, 'argument');
      return value === null || isNothing(value) ? [] : nothingFor(value);
    }
    case 'NumericLiteral':
      return isKey(node, parent) ? [] : [whole('constant', otherNumber(node, text)), again(whole('constant', '(-1)'))];
    case 'BooleanLiteral':
      return [whole('constant', node['value'] === true ? 'false' : 'true')];
    case 'StringLiteral':
      return isName(node, parent) || isOfError(parent ?? NOTHING)
        ? []
        : [whole('constant', node['value'] === '' ? "'x'" : "''"), again(whole('constant', "'other'"))];
    case 'TemplateLiteral':
      return parent?.type === 'TaggedTemplateExpression' || isOfError(parent ?? NOTHING)
        ? []
        : [whole('constant', text.slice(node.start, node.end) === '``' ? "'x'" : "''")];
    case 'RegExpLiteral':
      return [whole('constant', '/(?!)/')];
    case 'ArrayExpression':
      return listOf(node, 'elements').length === 0 ? [] : [whole('constant', '[]')];
    case 'ObjectExpression':
      return listOf(node, 'properties').length === 0 || bindsNames(node, parent) ? [] : [whole('constant', '{}')];
    case 'ExpressionStatement':
      return isWorthDropping(node) ? [whole('statement', ';')] : [];
    case 'ThrowStatement':
      return [whole('statement', ';')];
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ClassMethod':
    case 'ClassPrivateMethod':
    case 'ObjectMethod':
      return ofFunction(node, whole, nothingFor);
    default:
      return [];
  }
};

const again = (replacement: Replacement): Replacement => ({ ...replacement, again: true });

const otherNumber = (node: SyntaxNode, text: string): string => {
  if (node['value'] === 0) return '1';
  return node['value'] === 1 ? '0' : `(${text.slice(node.start, node.end)} + 1)`;
};

const otherOperator = (node: SyntaxNode, text: string): readonly Replacement[] => {
  const operator = textOf(node, 'operator');
  const after = OPERATORS[operator];
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
  if (after === undefined || left === null || right === null) return [];
  const at = text
    .slice(left.end, right.start)
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (it) => ' '.repeat(it.length))
    .indexOf(operator);
  if (at === -1) return [];
  const place = { kind: 'operator', from: left.end + at, to: left.end + at + operator.length } as const;
  const near = ONE_OFF[operator];
  return [{ ...place, after }, ...(near === undefined ? [] : [again({ ...place, after: near })])];
};

const otherStep = (node: SyntaxNode, text: string): Replacement => {
  const from = node['prefix'] === true ? node.start : node.end - 2;
  return { kind: 'operator', from, to: from + 2, after: text.slice(from, from + 2) === '++' ? '--' : '++' };
};

const ofFunction = (
  node: SyntaxNode,
  whole: (kind: Mutant['kind'], after: string, at: SyntaxNode) => Replacement,
  nothingFor: (at: SyntaxNode) => readonly Replacement[],
): readonly Replacement[] => {
  const body = childOf(node, 'body');
  if (body === null || node['kind'] === 'constructor') return [];
  if (body.type === 'BlockStatement') return listOf(body, 'body').length === 0 ? [] : [whole('body', '{}', body)];
  return isNothing(body) ? [] : nothingFor(body);
};

export const isNothing = (node: SyntaxNode): boolean =>
  node.type === 'NullLiteral' ||
  (node.type === 'Identifier' && textOf(node, 'name') === 'undefined') ||
  (node.type === 'UnaryExpression' && textOf(node, 'operator') === 'void');

const isKey = (node: SyntaxNode, parent: SyntaxNode | null): boolean =>
  parent !== null && parent['key'] === node && parent['computed'] !== true;

/** The name of something, not a value of the program. */
const isName = (node: SyntaxNode, parent: SyntaxNode | null): boolean => {
  if (parent === null || isKey(node, parent)) return true;
  if (/^(?:JSX|TS|Import|Export)/.test(parent.type)) return true;
  const callee = childOf(parent, 'callee');
  return callee !== null && (textOf(callee, 'name') === 'require' || callee.type === 'Import');
};

const isWorthDropping = (node: SyntaxNode): boolean => {
  const expression = childOf(node, 'expression');
  if (expression === null || isLog(expression) || isBinding(expression)) return false;
  const callee = childOf(expression, 'callee');
  return callee?.type !== 'Super' && expression.type !== 'StringLiteral';
};

/** Without it a name is missing: every use of it fails, without any assertion. */
const isBinding = (node: SyntaxNode): boolean =>
  node.type === 'AssignmentExpression' &&
  (isCode(childOf(node, 'right')) ||
    isOfExports(childOf(node, 'left')) ||
    isBinding(childOf(node, 'right') ?? NOTHING));

/** An object of functions, or the exports of a module. */
const bindsNames = (node: SyntaxNode, parent: SyntaxNode | null): boolean =>
  (parent?.type === 'AssignmentExpression' && isOfExports(childOf(parent, 'left'))) ||
  listOf(node, 'properties').some((each) => each.type === 'ObjectMethod' || isCode(childOf(each, 'value')));

const isCode = (node: SyntaxNode | null): boolean =>
  node !== null && /^(?:ArrowFunction|Function|Class)Expression$/.test(node.type);

/** `exports`, `module.exports`, or a member of them. */
const isOfExports = (node: SyntaxNode | null): boolean =>
  node !== null &&
  (textOf(node, 'name') === 'exports' ||
    textOf(childOf(node, 'property') ?? NOTHING, 'name') === 'exports' ||
    isOfExports(childOf(node, 'object')));

const NOTHING: SyntaxNode = { type: '', start: 0, end: 0 };
