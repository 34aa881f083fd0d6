/**
 * Parses JSON from outside, which may be invalid.
 *
 * @module
 */

/** `undefined` for a text that is no JSON: no JSON parses to it. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
