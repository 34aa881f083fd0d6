/**
 * Go as its tokens, with the semicolons that the language itself puts at the ends of lines.
 *
 * @module
 */
import type { Token } from './token.ts';

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
export const readGo = (text: string): readonly Token[] | null => {
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
