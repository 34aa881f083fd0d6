/**
 * The name of a draft, which replaces a file when it is complete. A process that finds one after a kill must
 * recognise it.
 *
 * @module
 */

/** A new one. Not secret: an existing name is refused. `node:crypto` would take half the time of `status`. */
export const nameDraft = (file: string): string => `.${file}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;

/** Source of a pattern: the end of a draft's name, after a dot and the name of its file. */
export const DRAFT_END = String.raw`\.\d+-[a-z\d]*\.tmp`;
