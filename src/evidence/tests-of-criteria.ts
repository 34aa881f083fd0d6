/**
 * The tests of each criterion. A test stands for one criterion, unless the spec names several together: the
 * innermost name with an id decides, and of several ids there one without another test. Pure.
 *
 * @module
 */
import { mentionOf } from './mention-of.ts';

interface Named {
  /** Full name, suites and title joined by ` > `. */
  readonly name: string;
}

/** @param together - ids that the spec names in one criterion */
export const testsOfCriteria = <T extends Named>(
  ids: readonly string[],
  tests: readonly T[],
  together: readonly (readonly string[])[] = [],
): ReadonlyMap<string, readonly T[]> => {
  const found = new Map<string, T[]>(ids.map((id) => [id, []]));
  const mentions = ids.map((id) => ({ id, isNamed: mentionOf(id) }));
  const several: { readonly test: T; readonly named: readonly string[] }[] = [];
  for (const test of tests) {
    const named = namedIn(test.name, mentions);
    const isOne = named.length === 1 || together.some((group) => named.every((id) => group.includes(id)));
    if (isOne) for (const id of named) found.get(id)?.push(test);
    else if (named.length > 1) several.push({ test, named });
  }
  const taken = new Map<(typeof several)[number], string>();
  const take = (id: string, seen: Set<object>): boolean =>
    several.some((each) => {
      if (!each.named.includes(id) || seen.has(each)) return false;
      seen.add(each);
      const other = taken.get(each);
      if (other !== undefined && !take(other, seen)) return false;
      taken.set(each, id);
      return true;
    });
  for (const id of ids) if (found.get(id)?.length === 0) take(id, new Set());
  for (const each of several) found.get(taken.get(each) ?? each.named[0] ?? '')?.push(each.test);
  return found;
};

const namedIn = (
  name: string,
  mentions: readonly { readonly id: string; readonly isNamed: (name: string) => boolean }[],
): readonly string[] => {
  const idsIn = (part: string): readonly string[] =>
    mentions.filter(({ isNamed }) => isNamed(part)).map(({ id }) => id);
  return (
    name
      .split(' > ')
      .map(idsIn)
      .findLast((ids) => ids.length > 0) ?? idsIn(name)
  );
};
