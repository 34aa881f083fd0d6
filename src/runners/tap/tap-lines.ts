/** Parses one line of TAP (13 and 14). */

/** The part behind a point's number. A directive is the first ` # ` and then the word; an escaped `\#` is none. */
interface TapDescription {
  /** Without escapes; `''` where the line gives none. */
  readonly description: string;
  readonly directive: 'skip' | 'todo' | null;
  readonly reason: string;
  /** The part that ends with a brace, which may begin a block of subtests: the lines behind it decide. */
  readonly brace: 'description' | 'reason' | null;
  /** The other reading: `directive` is not in its form but may be meant, or the description may be meant for one. */
  readonly doubt: 'directive' | 'description' | null;
}

/** node:test writes the last one behind a test that has to fail: like todo, it shows nothing. */
const WORD = /^(?:(skip(?:ped)?)|todo|expected failure)(?:[:\s]+(.*))?$/i;
const LONGER_WORD = /^(?:skip|todo)\S/i;
/** The duration that tap, vitest and brittle put there: it differs from run to run. */
const DURATION = /^time ?= ?[\d.]+ ?m?s(?=\s|$)/;

/** @param text - trimmed */
const readDescription = (text: string): TapDescription => {
  let rest = text;
  let isBehindFirst = false;
  let isLonger = false;
  for (let at = findHash(rest, 0); at !== -1; at = findHash(rest, at + 1)) {
    const isSpacedBefore = at === 0 || isBlank(rest.charAt(at - 1));
    const isSpaced = isSpacedBefore && (at + 1 === rest.length || isBlank(rest.charAt(at + 1)));
    const note = rest.slice(at + 1).trimStart();
    const found = WORD.exec(note);
    if (found !== null && (isSpacedBefore || note.length < rest.length - at - 1)) {
      const directive = { directive: found[1] === undefined ? 'todo' : 'skip', reason: found[2] ?? '' } as const;
      const isForm = isSpaced && !isBehindFirst;
      return isForm
        ? describe(rest.slice(0, at), directive)
        : { ...describe(rest, { ...directive, reason: '' }), doubt: 'directive' };
    }
    if (!isSpaced || isBehindFirst) continue;
    const duration = note === '' ? '' : DURATION.exec(note)?.[0];
    if (duration !== undefined) {
      rest = `${rest.slice(0, at)}${note.slice(duration.length).trimStart()}`.trimEnd();
      at -= 1;
      continue;
    }
    isBehindFirst = true;
    isLonger = LONGER_WORD.test(note);
  }
  return { ...describe(rest, { directive: null, reason: '' }), doubt: isLonger ? 'description' : null };
};

const describe = (text: string, directive: Pick<TapDescription, 'directive' | 'reason'>): TapDescription => {
  const [description, isAtDescription] = cutBrace(text.trim());
  const [reason, isAtReason] = cutBrace(directive.reason);
  return {
    description: unescape(description),
    directive: directive.directive,
    reason: unescape(reason),
    brace: isAtDescription ? 'description' : isAtReason ? 'reason' : null,
    doubt: null,
  };
};

const cutBrace = (text: string): readonly [text: string, hasBrace: boolean] =>
  /(?:^|\s)\{$/.test(text) ? [text.slice(0, -1).trimEnd(), true] : [text, false];

const isBlank = (letter: string): boolean => letter === ' ' || letter === '\t';

/** The next `#` without a backslash that escapes it; -1 without one. */
const findHash = (text: string, from: number): number => {
  for (let at = text.indexOf('#', from); at !== -1; at = text.indexOf('#', at + 1)) {
    let escapes = 0;
    while (text.charAt(at - 1 - escapes) === '\\') escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return -1;
};

const unescape = (text: string): string => (text.includes('\\') ? text.replaceAll(/\\([\\#])/g, '$1') : text);

/** A line at its level of nesting; `other` is output that TAP does not know. */
type TapLine = { readonly level: number } & (
  | { readonly kind: 'version' | 'bail_out' | 'yaml_start' | 'block_start' | 'block_end' | 'other' }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'plan'; readonly tests: number; readonly isSkipped: boolean }
  | TapPoint
);

/** A test point, `ok` or `not ok`. */
export interface TapPoint extends TapDescription {
  readonly kind: 'point';
  readonly ok: boolean;
  /** `null` where the line gives none. */
  readonly number: number | null;
  /** Whether a dash is before the description. */
  readonly hasDash: boolean;
}

/** testem's words for such a point, whose name begins with the browser and a duration: `skip 3 Chrome - [0 ms] - adds`. */
const OFF_POINT = /^(skip|todo) (\d+ \S.* - \[\w+ ms\] - .+)$/;

/** LuaUnit writes a tab behind the number. */
const POINT = /^(not )?ok(?: +(\d+)(?=\s|$))?( +-(?= |$))?(?:\s+(.*))?$/;

/** Reads a line without its newline. Four blanks are one level of subtests. */
export const parseTapLine = (line: string): TapLine => {
  const text = line.trim();
  const indent = line.length - line.trimStart().length;
  const level = Math.floor(indent / 4);
  // The details of a test point are indented by two blanks more than the point; vitest writes four.
  if (text === '---' && indent >= 2 && indent % 2 === 0)
    return { level: indent % 4 === 0 ? level - 1 : level, kind: 'yaml_start' };
  return (indent % 4 === 0 ? parseText(text, level) : null) ?? { level, kind: 'other' };
};

/** The first letter limits the kinds of a line: most lines of a stream are not TAP, or are points. */
const parseText = (text: string, level: number): TapLine | null => {
  switch (text.charAt(0)) {
    case 'o':
    case 'n':
      return parsePoint(text, level);
    case 's':
    case 't': {
      const [, word, point] = OFF_POINT.exec(text) ?? [];
      return word === undefined ? null : parsePoint(`${word === 'skip' ? 'ok' : 'not ok'} ${point} # ${word}`, level);
    }
    case '#':
      return { level, kind: 'comment', text: text.slice(1).trim() };
    case '{':
      return text === '{' ? { level, kind: 'block_start' } : null;
    case '}':
      return text === '}' ? { level, kind: 'block_end' } : null;
    case '1': {
      const [, tests, reason] = /^1\.\.(\d+)(?: *#(.*))?$/.exec(text) ?? [];
      if (tests === undefined) return null;
      const isSkipped = Number(tests) === 0 && /^\s*skip/i.test(reason ?? '');
      return { level, kind: 'plan', tests: Number(tests), isSkipped };
    }
    case 'T':
      return /^TAP version \d+$/.test(text) ? { level, kind: 'version' } : null;
    case 'B':
    case 'b':
      return /^Bail out!/i.test(text) ? { level, kind: 'bail_out' } : null;
    default:
      return null;
  }
};

const parsePoint = (text: string, level: number): TapLine | null => {
  const point = POINT.exec(text);
  if (point === null) return null;
  const [, not, number, dash, rest = ''] = point;
  return {
    level,
    kind: 'point',
    ok: not === undefined,
    number: number === undefined ? null : Number(number),
    hasDash: dash !== undefined,
    ...readDescription(rest),
  };
};

/** Reads a line in the details of a test point: the failure; the kind of assertion and its line, as tape writes them. */
export const readTapDetail = (
  line: string,
): { readonly message: string; readonly operator?: string; readonly at?: string } => {
  const [, key, quoted, plain = ''] = /^\s*(message|error|operator|at): *(?:['"](.*)['"]|([^|>].*))$/.exec(line) ?? [];
  const value = quoted ?? plain;
  return key === 'operator' || key === 'at' ? { message: '', [key]: value } : { message: value };
};
