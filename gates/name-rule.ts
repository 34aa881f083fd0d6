/**
 * How a rule is named to people: by its number in `docs/reference/rules.md`.
 *
 * @module
 */

/** What stands behind a clause of the floor, with a blank before it; `''` for a clause that no rule asks for. */
export const nameRule = (rule: string | null | undefined): string =>
  rule === null || rule === undefined ? '' : ` (rule ${rule})`;
