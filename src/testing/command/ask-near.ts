/**
 * The name that was probably meant, for a message about one that is not known.
 *
 * @module
 */
import { nearestName } from '../../../gates/conditions/nearest-name.ts';

/** A name with more or fewer letters is another tool: `cargo nextest` is no mistake for `cargo test`. */
const MOST_LETTERS = 1;

/** The name that was probably meant; `undefined` if no known one is near. */
export const findNear = (name: string, known: readonly string[]): string | undefined =>
  nearestName(
    name,
    known.filter((each) => each !== name && Math.abs(each.length - name.length) <= MOST_LETTERS),
  );

/** ` (did you mean vitest?)`; '' if no known name is near. */
export const askNear = (name: string, known: readonly string[]): string => {
  const near = findNear(name, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
};
