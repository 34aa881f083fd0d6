/**
 * A section of a report as data: the report in words writes it as Markdown, the page as HTML, and neither has one that the other lacks.
 *
 * @module
 */

/** Ours as a text; others', which are quoted wherever they are shown, and words that stand out. */
export type Word = string | MarkedWord;

export interface MarkedWord {
  readonly text: string;
  /** Of an agent, a test, a config or an operator. */
  readonly theirs?: true;
  /** Characters that are shown of it. */
  readonly most?: number;
  readonly strong?: true;
}

export type Line = readonly Word[];

export interface ReportSection {
  /** Empty for what stands without one. */
  readonly title: string;
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly Line[])[] };
  /** Of a list. */
  readonly items?: readonly Line[];
  /** Paragraphs below the list. */
  readonly notes?: readonly Line[];
}
