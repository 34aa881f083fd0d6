/**
 * Python as its lines: only blank lines, and blanks at the ends of lines, come and go. A line has all of a string that
 * begins in it.
 *
 * @module
 */
import type { Token } from './token.ts';

/** Where Python looks for the encoding of a file. */
const HEAD_LINES = 2;

/** `null` for a text that is not surely understood. */
export const readPython = (text: string): readonly Token[] | null => {
  const tokens: Token[] = [];
  const head = text.split('\n', HEAD_LINES).join('\n');
  // Another encoding may give the bytes another meaning.
  if (/coding[=:](?![\t ]*utf-?8\b)/i.test(head)) return null;
  let [at, line] = [0, 1];
  while (at < text.length) {
    const end = findEnd(text, at);
    if (end === null) return null;
    const all = text.slice(at, end);
    const endLine = line + all.split('\n').length - 1;
    const kept = all.replace(/[\t\r ]+$/, '');
    const isComment = /^[\t ]*#/.test(kept);
    const place = isComment && line <= HEAD_LINES ? `${line} ` : '';
    if (kept !== '') tokens.push({ text: `${place}${kept}`, kind: isComment ? 'comment' : 'code', line, endLine });
    at = end + 1;
    line = endLine + 1;
  }
  return tokens;
};

/** The line break that ends the line, outside of strings. A line that continues after a backslash is not understood. */
const findEnd = (text: string, start: number): number | null => {
  let at = start;
  while (at < text.length && text[at] !== '\n') {
    const char = text[at] ?? '';
    if (char === '\\') return null;
    if (char === '#') {
      const end = text.indexOf('\n', at);
      return end === -1 ? text.length : end;
    }
    if (char !== '"' && char !== "'") {
      at += 1;
      continue;
    }
    const end = findEndOfString(text, at);
    if (end === null) return null;
    at = end;
  }
  return at;
};

const findEndOfString = (text: string, start: number): number | null => {
  const quote = text[start] ?? '';
  const isLong = text.startsWith(quote.repeat(3), start);
  const close = isLong ? quote.repeat(3) : quote;
  let at = start + close.length;
  while (!text.startsWith(close, at)) {
    if (at >= text.length || (!isLong && text[at] === '\n')) return null;
    at += text[at] === '\\' ? 2 : 1;
  }
  const [prefix = ''] = /\w*$/.exec(text.slice(Math.max(0, start - 3), start)) ?? [];
  // The expressions in it may have strings of their own.
  if (/[ft]/i.test(prefix) && !isBalanced(text.slice(start + close.length, at))) return null;
  return at + close.length;
};

const isBalanced = (body: string): boolean => {
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const char = body[at];
    if (depth === 0 && (body.startsWith('{{', at) || body.startsWith('}}', at))) at += 1;
    else if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
};
