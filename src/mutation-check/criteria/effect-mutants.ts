/**
 * Mutants that do not print: a criterion may be about that effect. Pure.
 *
 * @module
 */
import type { ChangedFile } from '../find-changes.ts';
import { hiddenIn } from '../languages.ts';
import { lineFinder, type Mutant } from '../mutant.ts';
import { isLog } from '../mutants-of-node.ts';
import { childOf, childrenOf, type Parse, type SyntaxNode } from '../../text/syntax-tree.ts';
import { showOnly } from '../values/text-parts.ts';

/** @param parse - of JavaScript; `null` where the text is another language */
export const effectMutantsOf = ({ path, text, lines }: ChangedFile, parse: Parse | null): readonly Mutant[] => {
  const lineOf = lineFinder(text);
  const found = parse === null ? inText(path, text) : inScript(parse(text));
  return found.flatMap(({ from, to, after }) => {
    const line = lineOf(from);
    return lines.has(line) ? [{ path, line, kind: 'statement', from, to, before: text.slice(from, to), after }] : [];
  });
};

interface Part {
  readonly from: number;
  readonly to: number;
  readonly after: string;
}

const inScript = (node: SyntaxNode): readonly Part[] => {
  const expression = node.type === 'ExpressionStatement' ? childOf(node, 'expression') : null;
  const found = expression !== null && isLog(expression) ? [{ from: node.start, to: node.end, after: ';' }] : [];
  return [...found, ...[...childrenOf(node)].flatMap(inScript)];
};

const PRINTS =
  /^([ \t]*)((?:await )?(?:(?:self|this)\.)?_?(?:print(?:ln!?)?|eprintln!|puts|logger|logging|log)\b.*\));?[ \t]*$/gm;
const GO_PRINTS = /\bfmt\.(Print\w*)\(/g;

/** None in a comment or a string. */
const inText = (path: string, whole: string): readonly Part[] => {
  const text = showOnly(whole, hiddenIn(path));
  return path.endsWith('.go')
    ? // The import stays in use.
      [...text.matchAll(GO_PRINTS)].map(({ 0: call, 1: name = '', index }) => ({
        from: index,
        to: index + call.length,
        after: `fmt.S${name.charAt(0).toLowerCase()}${name.slice(1)}(`,
      }))
    : [...text.matchAll(PRINTS)].map(({ 1: indent = '', 2: call = '', index }) => ({
        from: index + indent.length,
        to: index + indent.length + call.length,
        after: path.endsWith('.py') ? 'pass' : '',
      }));
};
