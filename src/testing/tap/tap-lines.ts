/**
 * Parses one line of TAP (13 and 14).
 *
 * @module
 */

/** A line at its level of nesting; `other` is output that TAP does not know. */
type TapLine = { readonly level: number } & (
  | { readonly kind: 'version' | 'bail_out' | 'comment' | 'yaml_start' | 'other' }
  | { readonly kind: 'plan'; readonly tests: number }
  | TapPoint
);

/** A test point, `ok` or `not ok`. */
export interface TapPoint {
  readonly kind: 'point';
  readonly ok: boolean;
  /** `null` where the line gives none. */
  readonly number: number | null;
  readonly description: string;
  readonly directive: 'skip' | 'todo' | null;
}

const POINT = /^(not )?ok(?: +(\d+)(?= |$))?(?: +-(?= |$))?(?: +(.*))?$/;
const DIRECTIVE = /^(.*?)(?<!\\)# *(skip|todo)(?:\S*)(?:\s|$)/i;

/** Reads a line without its newline. Four blanks are one level of subtests. */
export const parseTapLine = (line: string): TapLine => {
  const text = line.trim();
  const indent = line.length - line.trimStart().length;
  const level = Math.floor(indent / 4);
  // The block of a test point is indented by two blanks more than the point.
  if (indent % 4 === 2) return { level, kind: text === '---' ? 'yaml_start' : 'other' };
  return (indent % 4 === 0 ? parseText(text, level) : null) ?? { level, kind: 'other' };
};

/** The first letter limits the kinds of a line: most lines of a stream are not TAP, or are points. */
const parseText = (text: string, level: number): TapLine | null => {
  switch (text.charAt(0)) {
    case 'o':
    case 'n':
      return parsePoint(text, level);
    case '#':
      return { level, kind: 'comment' };
    case '1': {
      const [, tests] = /^1\.\.(\d+)(?: *#.*)?$/.exec(text) ?? [];
      return tests === undefined ? null : { level, kind: 'plan', tests: Number(tests) };
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
  const [, not, number, rest = ''] = point;
  const [, description = rest, directive] = (rest.includes('#') ? DIRECTIVE.exec(rest) : null) ?? [];
  return {
    level,
    kind: 'point',
    ok: not === undefined,
    number: number === undefined ? null : Number(number),
    description: unescape(description.trim()),
    directive: directive === undefined ? null : directive.toLowerCase() === 'skip' ? 'skip' : 'todo',
  };
};

const unescape = (text: string): string => (text.includes('\\') ? text.replaceAll(/\\([\\#])/g, '$1') : text);

/** The failure in a line of the details of a test point; `''` when it has none. */
export const readTapMessage = (line: string): string => {
  const [, quoted, plain] = /^\s*(?:message|error): *(?:['"](.+)['"]|([^|>].*))$/.exec(line) ?? [];
  return quoted ?? plain ?? '';
};
