/**
 * The files that an iteration changed, with their differences. Without secrets, bounded, invisible characters made visible.
 *
 * @module
 */

/** The answer to `GET /changes?run=RUN&n=N`. */
export interface PageChanges {
  /** The two sides, or why there is nothing to compare. */
  readonly says: string;
  /** In path order; not all of many. */
  readonly files: readonly ChangedFile[];
  /** How many there are. */
  readonly total: number;
}

export interface ChangedFile {
  readonly path: string;
  readonly is: 'new' | 'changed' | 'removed';
  /** Why there are no lines; '' where there are. */
  readonly note: string;
  /** Added and removed lines of the whole file. */
  readonly added: number;
  readonly removed: number;
  /** Those of a diff, with their first character: `+`, `-`, a blank, `@`; the first ones. */
  readonly lines: readonly string[];
  /** How many lines the diff has. */
  readonly total: number;
}
