/**
 * Parts of sentences that several kinds of findings use.
 *
 * @module
 */

/** The first ones, and the number of the others. */
export const listed = (texts: readonly string[], more: number): string =>
  `${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;

export const are = (count: number): string => (count === 1 ? 'is' : 'are');
