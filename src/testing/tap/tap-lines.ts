/**
 * Parses one line of TAP (13 and 14).
 *
 * @module
 */
import { readDescription, type TapDescription } from './tap-description.ts';

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

const POINT = /^(not )?ok(?: +(\d+)(?= |$))?( +-(?= |$))?(?: +(.*))?$/;

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

/** A line in the details of a test point. */
interface TapDetail {
  /** The failure; `''` when it has none. */
  readonly message: string;
  /** The kind of assertion, as tape writes it. */
  readonly operator?: string;
  /** The line of the assertion, as tape writes it. */
  readonly at?: string;
}

/** Reads a line in the details of a test point. */
export const readTapDetail = (line: string): TapDetail => {
  const [, key, quoted, plain = ''] = /^\s*(message|error|operator|at): *(?:['"](.*)['"]|([^|>].*))$/.exec(line) ?? [];
  const value = quoted ?? plain;
  return key === 'operator' || key === 'at' ? { message: '', [key]: value } : { message: value };
};
