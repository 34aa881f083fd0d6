/**
 * Whether data has all values that it had: its formatting may change, and cases may be added. Pure.
 *
 * @module
 */
import { parse } from 'yaml';
import { isPlainObject } from '../../../ledger/json.ts';

/** Structured data is compared by value, other text without blanks at the ends of lines. */
export const keepsValues = (path: string, before: string, now: string): boolean => {
  if (!/\.(?:json|ya?ml)$/.test(path)) return textOf(before) === textOf(now);
  try {
    // YAML contains JSON.
    return isKept(parse(before), parse(now));
  } catch {
    return before === now;
  }
};

const textOf = (text: string): string => text.replaceAll(/[ \t\r]+$/gm, '').trim();

const isKept = (before: unknown, now: unknown): boolean => {
  if (Array.isArray(before)) return Array.isArray(now) && before.every((each, at) => isKept(each, now[at]));
  if (isPlainObject(before))
    return isPlainObject(now) && Object.entries(before).every(([key, each]) => isKept(each, now[key]));
  return Object.is(before, now);
};
