/**
 * A small fault that could be put into a source: one stretch of its text, and what stands there instead.
 *
 * @module
 */

/**
 * `body`: a function does nothing. `return`: nothing useful comes back. `condition`: asked the other way round.
 * `operator`, `constant`: another one. `statement`: left out.
 */
export type FaultKind = 'return' | 'condition' | 'operator' | 'body' | 'constant' | 'statement';

export interface Fault {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** Its kind. */
  readonly kind: FaultKind;
  /** Offsets into the text: what stands in `[from, to)` is replaced. */
  readonly from: number;
  readonly to: number;
  /** The text that is replaced. */
  readonly before: string;
  /** The text in its place; empty where it is left out. */
  readonly after: string;
  /** Another one at the same place: tried when there is nothing else. */
  readonly again?: true;
}

/** The text with the fault in it. */
export const plant = (text: string, { from, to, after }: Pick<Fault, 'from' | 'to' | 'after'>): string =>
  text.slice(0, from) + after + text.slice(to);

/** Lines of a text, from 1. */
export type Lines = ReadonlySet<number>;

/** Says of an offset in which line it lies. */
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

/** Each once: two ways to the same text are one fault. */
export const distinct = (faults: readonly Fault[]): readonly Fault[] => [
  ...new Map(faults.map((fault) => [`${fault.from}-${fault.to}-${fault.after}`, fault])).values(),
];
