/**
 * How a rule is named to people: by its number in `docs/reference/rules.md`.
 *
 * @module
 */

/** The number of the rule behind a clause of the floor, with a leading blank; `''` for a clause without a rule. */
export const nameRule = (rule: string | null | undefined): string =>
  rule === null || rule === undefined ? '' : ` (rule ${rule})`;
