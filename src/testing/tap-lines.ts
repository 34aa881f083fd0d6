/**
 * What one line of TAP (13 and 14) says.
 *
 * @module
 */

/** A line at its level of nesting; `other` is output that TAP does not know. */
export type TapLine = { readonly level: number } & (
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

const POINT = /^(?<not>not )?ok(?: +(?<number>\d+)(?= |$))?(?: +-(?= |$))?(?: +(?<rest>.*))?$/;
const DIRECTIVE = /^(?<description>.*?)(?<!\\)# *(?<directive>skip|todo)(?:\S*)(?:\s|$)/i;

/** Reads a line without its newline. Four blanks are one level of subtests. */
export const parseTapLine = (line: string): TapLine => {
  const indent = line.length - line.trimStart().length;
  const text = line.trim();
  const level = Math.floor(indent / 4);
  // The block of a test point stands two blanks deeper than the point.
  if (indent % 4 === 2) return { level, kind: text === '---' ? 'yaml_start' : 'other' };
  if (indent % 4 !== 0) return { level, kind: 'other' };
  if (/^TAP version \d+$/.test(text)) return { level, kind: 'version' };
  if (/^Bail out!/i.test(text)) return { level, kind: 'bail_out' };
  if (text.startsWith('#')) return { level, kind: 'comment' };
  const plan = /^1\.\.(\d+)(?: *#.*)?$/.exec(text);
  if (plan !== null) return { level, kind: 'plan', tests: Number(plan[1]) };
  const point = POINT.exec(text);
  return point === null ? { level, kind: 'other' } : { level, ...readPoint(point.groups ?? {}) };
};

const readPoint = ({ not, number, rest = '' }: { readonly [group: string]: string | undefined }): TapPoint => {
  const { description = rest, directive } = DIRECTIVE.exec(rest)?.groups ?? {};
  return {
    kind: 'point',
    ok: not === undefined,
    number: number === undefined ? null : Number(number),
    description: description.trim().replaceAll(/\\([\\#])/g, '$1'),
    directive: directive === undefined ? null : directive.toLowerCase() === 'skip' ? 'skip' : 'todo',
  };
};
