/**
 * The outermost functions that a run changed, each with a text in which it fails at once: by syntax in JavaScript and
 * TypeScript, by patterns where a language has a form for them. Pure.
 *
 * @module
 */
import type { ChangedFile } from '../find-changes.ts';
import { languageOf, type TextLanguage } from '../languages.ts';
import { lineFinder } from '../mutant.ts';
import { columnOf, readSignature } from '../signature.ts';
import { childOf, childrenOf, type Parse, type SyntaxNode } from '../../text/syntax-tree.ts';

export interface ChangedFunction {
  readonly file: ChangedFile;
  /** Its first line, from 1, and its last one. */
  readonly from: number;
  readonly to: number;
  /** The changed lines of it that are not empty. */
  readonly lines: number;
  /** The text of the file in which it fails. */
  readonly failing: string;
}

type Found = Pick<ChangedFunction, 'from' | 'to' | 'failing'>;

/** @param parse - of JavaScript; `null` where the text is another language, or does not parse */
export const functionsOf = (file: ChangedFile, parse: Parse | null): readonly ChangedFunction[] => {
  const { path, text, lines } = file;
  const language = languageOf(path);
  const found =
    parse !== null
      ? inScript(text, parse)
      : typeof language === 'object' && language !== null
        ? inText(text, language)
        : [];
  const rows = text.split('\n');
  return found.flatMap((each) => {
    const changed = [...lines].filter((line) => line >= each.from && line <= each.to && rows[line - 1]?.trim() !== '');
    return changed.length === 0 ? [] : [{ ...each, file, lines: changed.length }];
  });
};

const FUNCTION =
  /^(?:ArrowFunctionExpression|Function(?:Expression|Declaration)|Class(?:Private)?Method|ObjectMethod)$/;
const THROWS = "throw new Error('dualgate');";

const inScript = (text: string, parse: Parse): readonly Found[] => {
  const lineOf = lineFinder(text);
  const visit = (node: SyntaxNode): readonly Found[] => {
    const body = FUNCTION.test(node.type) ? childOf(node, 'body') : null;
    if (body !== null) {
      const isBlock = body.type === 'BlockStatement';
      const failing = isBlock
        ? `${text.slice(0, body.start + 1)} ${THROWS}${text.slice(body.start + 1)}`
        : `${text.slice(0, node.start)}${beforeBody(text.slice(node.start, body.start))}{ ${THROWS} }${text.slice(node.end)}`;
      return [{ from: lineOf(node.start), to: lineOf(node.end - 1), failing }];
    }
    return [...childrenOf(node)].flatMap(visit);
  };
  return visit(parse(text));
};

/** The body of an arrow function can stand in parentheses, which are no part of it. */
const beforeBody = (head: string): string => head.slice(0, head.lastIndexOf('=>') + 2);

const inText = (text: string, { hidden, signature, fails }: TextLanguage): readonly Found[] => {
  if (signature === null || fails === undefined) return [];
  const rows = text.split('\n');
  const shown = text.replace(hidden, (it) => it.replaceAll(/[^\n]/g, ' ')).split('\n');
  const found: Found[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const begun = readSignature(shown[at] ?? '', signature);
    if (begun === null) continue;
    let end = at + 1;
    const isInside = (line: string): boolean => line.trim() === '' || columnOf(line) > begun.column;
    while (end < rows.length && isInside(rows[end] ?? '')) end += 1;
    const isClosed = /^\s*(?:\}|end\b)/.test(rows[end] ?? '');
    const last = rows.slice(at, isClosed ? end + 1 : end).findLastIndex((row) => row.trim() !== '') + at;
    const first = rows.slice(at + 1, last + 1).find((row) => row.trim() !== '');
    const indent = first === undefined ? '' : first.slice(0, columnOf(first));
    const failing = [...rows.slice(0, at + 1), `${indent}${fails}`, ...rows.slice(at + 1)].join('\n');
    if (first !== undefined && last > at) found.push({ from: at + 1, to: last + 1, failing });
    at = Math.max(at, last);
  }
  return found;
};
