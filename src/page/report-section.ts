/**
 * A section of a report as data: the report in words writes it as Markdown, the page as HTML, and neither has one that the other lacks.
 */

/** Text of dualgate as a string; foreign text, which is always quoted, and emphasized text. */
export type Word = string | MarkedWord;

export interface MarkedWord {
  readonly text: string;
  /** From an agent, a test, a config or an operator. */
  readonly theirs?: true;
  /** Characters that are shown of it. */
  readonly most?: number;
  readonly strong?: true;
}

export type Line = readonly Word[];

export interface ReportSection {
  /** Empty when it has none. */
  readonly title: string;
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly Line[])[] };
  /** The items of a list. */
  readonly items?: readonly Line[];
  /** Paragraphs below the list. */
  readonly notes?: readonly Line[];
}
