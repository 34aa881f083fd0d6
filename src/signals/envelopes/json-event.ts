/**
 * Reads single fields of an event that another program printed. A field that is absent or of another kind is `null` or
 * empty: the streams of agent programs change with every release, and a line that is not understood is skipped.
 *
 * @module
 */

export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = Object.freeze({});

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object of one line of JSON; `null` when it is anything else, or cut: it is never repaired (rule 3.1). */
export const parseEvent = (line: string): Fields | null => {
  if (!line.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

/** An object, or one without fields. */
export const objectOf = (value: unknown): Fields => (isObject(value) ? value : NONE);

/** A list, or an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A string that says something, or `null`. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A finite number that is not negative, or `null`. */
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
