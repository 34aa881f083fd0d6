/**
 * JSON of others, which may be none.
 *
 * @module
 */

/** `undefined` for a text that is no JSON: no JSON reads as that. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
