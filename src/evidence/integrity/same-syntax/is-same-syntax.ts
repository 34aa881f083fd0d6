/** Whether two texts of a file differ only in their formatting. Whatever is not surely understood differs. */
import { type Token, isSameScript, isSameTokens } from './script-syntax.ts';

const BLANK = /[\t\r ]*/y;
const COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\//y;
const NAME = /[\p{L}_][\p{L}\p{Nd}_]*/uy;
/** More than a number may be in it, and never less. */
const NUMBER = /\.?\d(?:[EePp][+-]|[\w.])*/y;
const QUOTED = /`[^`]*`|"(?:[^\n"\\]|\\[^\n])*"|'(?:[^\n'\\]|\\[^\n])*'/y;
/** Longest first, as Go reads them. */
const OPERATOR =
  /<<=|>>=|&\^=|\.\.\.|&&|\|\||<-|\+\+|--|==|!=|<=|>=|:=|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|<<|>>|&\^|[!%&()*+,./:;<=>[\]^{|}~-]/y;

const KEYWORDS = new Set(
  'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var'.split(
    ' ',
  ),
);
const ENDING = new Set('break continue fallthrough return ++ -- ) ] }'.split(' '));

/** Whether a line that ends with it ends a statement. */
const endsStatement = (text: string): boolean =>
  ENDING.has(text) || (/^[\p{L}\p{Nd}_"'`]|^\.\d/u.test(text) && !KEYWORDS.has(text));

/** `null` for a text that is not surely understood. */
const readGo = (text: string): readonly Token[] | null => {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  /** The last token of this line, without comments. */
  let last = -1;
  const endLine = (): void => {
    const token = tokens[last];
    if (token !== undefined && endsStatement(token.text))
      tokens.splice(last + 1, 0, { text: ';', kind: 'code', line: token.endLine, endLine: token.endLine });
    last = -1;
  };
  while (at < text.length) {
    const [blank = ''] = match(BLANK, text, at) ?? [];
    at += blank.length;
    if (at >= text.length) break;
    if (text[at] === '\n') {
      endLine();
      line += 1;
      at += 1;
      continue;
    }
    const comment = match(COMMENT, text, at)?.[0];
    const found = comment ?? [NAME, NUMBER, QUOTED, OPERATOR].map((form) => match(form, text, at)?.[0]).find(Boolean);
    if (found === undefined || (comment === undefined && found.startsWith('/') && /^\/[/*]/.test(text.slice(at))))
      return null;
    const lines = found.split('\n').length - 1;
    const isMargin = at === 0 || text[at - 1] === '\n';
    if (comment !== undefined && lines > 0) endLine();
    tokens.push({
      text: comment === undefined ? found : nameComment(comment, isMargin),
      kind: comment === undefined ? 'code' : 'comment',
      line,
      endLine: line + lines,
    });
    if (comment === undefined) last = tokens.length - 1;
    line += lines;
    at += found.length;
  }
  endLine();
  return tokens.filter((token, index) => token.text !== ';' || !isOmitted(tokens, index));
};

const match = (form: RegExp, text: string, at: number): RegExpExecArray | null => {
  form.lastIndex = at;
  return form.exec(text);
};

/** A directive counts only at the margin. */
const nameComment = (comment: string, isMargin: boolean): string =>
  `${isMargin || !/^\/[/*]\S/.test(comment) ? '' : ' '}${comment.replaceAll(/[\t\r ]+$/gm, '')}`;

/** Go lets a semicolon out before what closes a group. */
const isOmitted = (tokens: readonly Token[], at: number): boolean => {
  const next = tokens.slice(at + 1).find(({ kind }) => kind !== 'comment')?.text;
  return next === ')' || next === '}';
};

// Python as its lines: blanks come and go. A line has all of a string that begins in it.

/** Where Python looks for the encoding of a file. */
const HEAD_LINES = 2;

/** `null` for a text that is not surely understood. */
const readPython = (text: string): readonly Token[] | null => {
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

/** For a parser. */
const MOST_CHARACTERS = 1_000_000;
/** Bytes that are no text, and the end of a line for some tools alone. */
// oxlint-disable-next-line no-control-regex -- a NUL is one of them
const UNCLEAR = /[\0\uFFFD\u2028\u2029]|\r(?!\n)/;

/** @param path - its extension is the language */
export const isSameSyntax = async (path: string, before: string, after: string): Promise<boolean> => {
  if (before === after) return true;
  if ([before, after].some((text) => text.length > MOST_CHARACTERS || UNCLEAR.test(text))) return false;
  if (/\.(?:[cm]?[jt]s|[jt]sx)$/.test(path)) return isSameScript(path, before, after);
  if (path.endsWith('.go')) return isSameRead(readGo(before), readGo(after), 2);
  return path.endsWith('.py') && isSameRead(readPython(before), readPython(after), 1);
};

const isSameRead = (before: readonly Token[] | null, after: readonly Token[] | null, mostBreaks: 1 | 2): boolean =>
  before !== null && after !== null && isSameTokens(before, after, mostBreaks);
