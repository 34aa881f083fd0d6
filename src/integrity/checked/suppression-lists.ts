/**
 * The comments of a source that switch a check off, as a list that is frozen: `lib/a.ts#suppressions`.
 *
 * @module
 */
import { readSuppressions, type Suppression } from './suppressing-comments.ts';

const PART = '#suppressions';

/** The name of the list of a source. */
export const suppressionsOf = (path: string): string => `${path}${PART}`;
export const isSuppressions = (name: string): boolean => name.endsWith(PART);
export const sourceOf = (name: string): string => name.slice(0, -PART.length);

/** The parts that count: `+` before a comment that asks for a check. */
export type Kept = readonly [words: string, about: string];

export const keep = ({ words, about, isDemand }: Suppression): Kept => [`${isDemand ? '+' : ''}${words}`, about];

/** `''` for none. */
export const packSuppressions = (path: string, text: string): string => {
  const kept = readSuppressions(path, text).map(keep);
  return kept.length === 0 ? '' : JSON.stringify(kept);
};

/** The list in a state of a freeze; empty where there is none. */
export const unpackSuppressions = (state: string | undefined): Kept[] => {
  if (state?.startsWith('[') !== true) return [];
  const list: unknown = JSON.parse(state);
  return Array.isArray(list) ? list.filter(isKept) : [];
};

const isKept = (value: unknown): value is Kept =>
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string');
