/** Parses JSON from outside, which may be invalid. */

/** `undefined` for a text that is no JSON: no JSON parses to it. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A config of many programs may have comments, and commas at the end of a list. */
export const withoutComments = (text: string): string =>
  text
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_found, kept: string | undefined) => kept ?? '')
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_found, kept: string | undefined) => kept ?? '');

/** An object as JSON writes one, and no list. */
export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
