/**
 * A budget of several runs together, as a run sees it.
 *
 * @module
 */

export interface SharedBudget {
  /** The limit that is reached, in one sentence; `null` for none. */
  readonly reached: () => string | null;
  /** When the next turn may begin, and why not now; `null`: now. */
  readonly nextCall: (now: Date) => { readonly until: Date; readonly why: string } | null;
  /** A turn begins now. */
  readonly begin: (now: Date) => void;
}
