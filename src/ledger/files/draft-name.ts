/**
 * How a draft is named that takes the place of a file when it is whole: whoever finds one that a kill left must know it.
 *
 * @module
 */

/** A new one. No secret: a name that is there already is refused. `node:crypto` would be half of what `status` takes. */
export const nameDraft = (file: string): string => `.${file}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;

/** Source of a pattern: how the name of a draft ends, after a dot and the name of its file. */
export const DRAFT_END = String.raw`\.\d+-[a-z\d]*\.tmp`;
