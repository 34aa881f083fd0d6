/**
 * Lossless JSON: printing, reading and printing again gives the same bytes. Values that JSON would silently drop or
 * change (undefined, NaN, functions, dates) are refused, so that a record is always complete.
 */
import { LedgerError } from './ledger-error.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper than any record of dualgate, shallow enough for every JSON reader; it also stops at an object that contains itself. */
const MAX_DEPTH = 200;

/**
 * Prints an object as JSON without spaces, keys in the given order.
 * @throws {LedgerError} `not_json` when a value would change by a round trip, with its position.
 */
export const printJson = (value: JsonObject): string => {
  const problem = isPlainObject(value) ? findProblem(value, 'data', 0) : 'data is not a plain object';
  if (problem !== null) {
    throw new LedgerError('not_json', `Cannot record the data: ${problem}. Pass plain JSON values only.`);
  }
  return JSON.stringify(value);
};

export const freezeJson = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) freezeJson(inner);
    Object.freeze(value);
  }
  return value;
};

/** Whether a value is an object that JSON prints key by key. */
export const isPlainObject = (value: unknown): value is JsonObject => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm has another Object.prototype: it is recognised because that has no prototype itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

const findProblem = (value: unknown, place: string, depth: number): string | null => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${place} is ${value}`;
  if (typeof value !== 'object') return `${place} is ${typeof value === 'undefined' ? '' : 'a '}${typeof value}`;
  if (depth >= MAX_DEPTH) return `${place} is nested deeper than ${MAX_DEPTH} levels, or contains itself`;
  if (Array.isArray(value)) return findFirst([...value.entries()], place, depth);
  if (!isPlainObject(value)) return `${place} is an instance of a class`;
  if (Object.getOwnPropertySymbols(value).length > 0) return `${place} has a key that is a symbol`;
  return findFirst(Object.entries(value), place, depth);
};

const findFirst = (
  entries: readonly (readonly [string | number, unknown])[],
  place: string,
  depth: number,
): string | null => {
  for (const [key, inner] of entries) {
    const problem = findProblem(inner, typeof key === 'number' ? `${place}[${key}]` : `${place}.${key}`, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
};
