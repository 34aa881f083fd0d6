/**
 * Text in a regular expression.
 *
 * @module
 */

/** A pattern that matches exactly this text. */
export const escapePattern = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`);
