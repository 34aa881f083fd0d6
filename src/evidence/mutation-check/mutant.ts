/** A mutant of a source: one range of its text, and the replacement. */

/** `guard`: never leaves early. `arguments`: two swapped. `value`: another one of its kind. `input`: returns it. */
export type MutantKind =
  | 'return'
  | 'condition'
  | 'operator'
  | 'body'
  | 'constant'
  | 'statement'
  | 'input'
  | 'guard'
  | 'arguments'
  | 'value';

export interface Mutant {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** The line of its start, from 1. */
  readonly line: number;
  /** Its kind. */
  readonly kind: MutantKind;
  /** Offsets into the text: `[from, to)` is replaced. */
  readonly from: number;
  readonly to: number;
  /** The text that is replaced. */
  readonly before: string;
  /** The replacement; empty for a removal. */
  readonly after: string;
  /** Tested when there is nothing else, and when none of the same kind was killed at its place. */
  readonly again?: true;
  /** The replacement in words, where the code of it says nothing. */
  readonly shows?: string;
}

export type Replacement = Pick<Mutant, 'kind' | 'from' | 'to' | 'after' | 'again'>;

/** Another operator in the place of one. */
export const OPERATORS: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '//': '*',
  '%': '*',
  '**': '*',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '&&=': '||=',
  '||=': '&&=',
  '??=': '&&=',
};

/** One off, where the first mutant of a comparison turns it round. */
export const ONE_OFF: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

/** Calls that answer the same with their two arguments swapped. */
export const ORDERLESS =
  /^(?:max(?:imum)?|min(?:imum)?|add|plus|sum|mul|multiply|times|eq|equals?|is|is_?equal|deep_?equal|isDeepStrictEqual|same|is_?close|allclose|gcd|lcm|hypot|dot|dist|distance|union|intersect(?:ion)?|and|or|xor|swap)$/i;

/** Whether a value is only a copy of a name, or its text: where the name is a text, it is the same. */
export const isCopyOf = (name: string, value: string): boolean =>
  COPIES.some(([before, after]) => value.trim() === `${before}${name}${after}`);

const COPIES: readonly (readonly [string, string])[] = [
  ...['str(', 'String('].map((call) => [call, ')'] as const),
  ...['toString()', 'to_s', 'to_string()', 'to_owned()', 'clone()', 'dup', 'copy()', 'slice()'].map(
    (call) => ['', `.${call}`] as const,
  ),
  ['`${', '}`'],
  ['[...', ']'],
  ['{ ...', ' }'],
];

export const plant = (text: string, { from, to, after }: Pick<Mutant, 'from' | 'to' | 'after'>): string =>
  text.slice(0, from) + after + text.slice(to);

/** Lines of a text, from 1. */
export type Lines = ReadonlySet<number>;

/** Returns the line of an offset. */
export const lineFinder = (text: string): ((offset: number) => number) => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
};

/** Each once: two ways to the same text are one mutant. */
export const distinct = (mutants: readonly Mutant[]): readonly Mutant[] => [
  ...new Map(mutants.map((mutant) => [`${mutant.from}-${mutant.to}-${mutant.after}`, mutant])).values(),
];
